import { getConfig, partnerForm, updateConfig, updatePartnerConfig } from '@vitrine/contract/settings/settings.ts';
import * as catalogue from '@vitrine/contract/access/catalogue.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

async function change(browser: Browser, settings: object) {
  const { version } = await browser.call(getConfig, {});
  return browser.call(updateConfig, { body: { ...settings, version } });
}
const hiddenFrom = async (browser: Browser): Promise<string[]> => (await browser.call(getConfig, {})).hidden_menu;

async function scene(settings: object) {
  const partner = await world.partner();
  const unit = await partner.unit();
  const admin = await world.signIn(await unit.person('admin'));
  await change(admin, settings);
  return { partner, unit, admin };
}

test('what the unit hides from all and from a role adds to what is hidden from the person', async () => {
  const { partner, unit, admin } = await scene({
    hidden_menu_unit: ['playlists'],
    hidden_menu_admin: ['privacy'],
    hidden_menu_user: ['catalogs', 'playlists'],
  });
  const reader = await world.signIn(await unit.person('user', { membership: { hidden_menu: ['all_reports'] } }));
  const hidden = await hiddenFrom(reader);
  expect(hidden).toEqual(expect.arrayContaining(['playlists', 'catalogs', 'all_reports']));
  expect(hidden).not.toContain('privacy');
  expect(new Set(hidden).size).toBe(hidden.length);
  const forAdmin = await hiddenFrom(admin);
  expect(forAdmin).toEqual(expect.arrayContaining(['playlists', 'privacy']));
  expect(forAdmin).not.toContain('catalogs');
  // Staff of the partner looks after the unit and does not belong to it.
  const staff = await hiddenFrom(await world.signIn(await partner.person({ unit })));
  for (const name of ['playlists', 'privacy', 'catalogs']) expect(staff).not.toContain(name);
});

test('another unit is not concerned, and no right is taken', async () => {
  const { partner, unit } = await scene({ hidden_menu_unit: ['catalogs'] });
  const other = await partner.unit();
  expect(await hiddenFrom(await world.signIn(await other.person('user')))).not.toContain('catalogs');
  const reader = await world.signIn(await unit.person('user'));
  expect(await hiddenFrom(reader)).toContain('catalogs');
  expect((await reader.call(catalogue.browse, { query: {} })).data).toEqual([]);
});

test('a unit inherits the lists of its partner until it has its own', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const staff = await world.signIn(await partner.person({ unit }));
  const { version } = await staff.call(partnerForm, {});
  await staff.call(updatePartnerConfig, { body: { hidden_menu_user: ['catalogs'], version } });
  const [admin, reader] = [await world.signIn(await unit.person('admin')), await world.signIn(await unit.person('user'))];
  expect(await hiddenFrom(reader)).toContain('catalogs');
  await change(admin, { hidden_menu_user: [] });
  expect(await hiddenFrom(reader)).not.toContain('catalogs');
});

test('a hidden screen is no start page', async () => {
  const { unit, admin } = await scene({ home_page: '/catalogs' });
  const person = await unit.person('user');
  const signIn = async () => {
    const answer = await world.browser().call(login, { body: { email: person.email, password: person.password } });
    return 'intended' in answer ? answer.intended : null;
  };
  expect(await signIn()).toBe('/catalogs');
  await change(admin, { hidden_menu_user: ['catalogs'] });
  expect(await signIn()).toBe('/');
  expect((await (await world.signIn(person)).call(getConfig, {})).intended).toBe('/');
});

test.each([
  ['hidden_menu_unit', 'setting'],
  ['hidden_menu_unit', 'signin'],
  ['hidden_menu_admin', 'partners'],
  ['hidden_menu_user', 'user'],
])('%s does not take %s: the settings stay, and a role hides only what it has', async (name, screen) => {
  const { admin } = await world.unitWithAdmin();
  const refused = await admin.refusal(updateConfig, { body: { [name]: [screen], version: 1 } });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [`${name}.0`]]);
});

test('a reader hides nothing', async () => {
  const { unit } = await world.unitWithAdmin();
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(updateConfig, { body: { hidden_menu_user: ['catalogs'], version: 1 } })).status).toBe(403);
});
