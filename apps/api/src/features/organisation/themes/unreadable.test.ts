/** Colours in which texts cannot be read are published by nobody and in no way. */
import * as contract from '@vitrine/contract/organisation/themes.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';
import { list as notifications } from '@vitrine/contract/notifications/notifications.ts';
import * as setups from '@vitrine/contract/organisation/unitSetup.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { publishThemes } from './themes.jobs.ts';

const world = await openWorld();
afterEach(() => world.setTime(null));
afterAll(world.close);

const tomorrow = () => new Date(world.services.now().getTime() + 86_400_000);
const coloured = (colours: Partial<ThemeDocument['colours']>): Partial<ThemeDocument> => ({
  own: ['colours'],
  colours: { ...nothingOwn.colours, ...colours },
});
/** Light grey on white: 1.4:1. */
const pale = coloured({ font: '#dddddd' });
/** 3.9:1 at rest, 3.5:1 under the pointer. */
const weak = coloured({ font: '#808080', background: '#ffffff' });

async function drafted(browser: Browser, draft: Partial<ThemeDocument>) {
  const name = `Theme ${crypto.randomUUID()}`;
  const { id, version } = await browser.call(contract.add, { body: { name } });
  return browser.call(contract.update, { params: { id }, body: { name, version, draft: { ...nothingOwn, ...draft } } });
}
type Drafted = Awaited<ReturnType<typeof drafted>>;

const publishing = ({ id, version }: Drafted, at: string | null = null) => ({ params: { id }, body: { version, at } });

/** What was drafted as if it had been published or planned when nobody looked at colours. */
const store = ({ id }: Drafted, column: 'published' | 'scheduled', document: Partial<ThemeDocument>) => {
  const text = JSON.stringify({ ...nothingOwn, ...document });
  return column === 'scheduled'
    ? world.owner.run(sql`update theme set scheduled = ${text}::jsonb where id = ${id}`)
    : world.owner.run(sql`update theme_version set document = ${text}::jsonb where theme_id = ${id} and number = 1`);
};

test('a text that cannot be read is refused with its colours in the language of the caller, now and for later', async () => {
  const { admin } = await world.unitWithAdmin();
  const theme = await drafted(admin, pale);
  const refused = await admin.refusal(contract.publish, publishing(theme));
  expect([refused.status, refused.body.status]).toEqual([422, 'theme_unreadable']);
  expect(refused.body.message).toContain('Texto em cima de Cartão');
  expect(refused.body.message).not.toContain('Botões');
  const later = await admin.refusal(contract.publish, publishing(theme, tomorrow().toISOString()));
  expect([later.status, later.body.status]).toEqual([422, 'theme_unreadable']);
  const spoken = await admin.inject({
    method: 'POST',
    url: contract.publish.path.replace(':id', theme.id),
    headers: { lang: 'en-US' },
    payload: publishing(theme).body,
  });
  expect(spoken.json<{ message: string }>().message).toContain('Text on Card');
  expect(await admin.call(contract.get, { params: { id: theme.id } })).toMatchObject({
    number: 0,
    publish_at: null,
    version: theme.version,
  });
});

test('the adjusted dark is judged as well, and told as such', async () => {
  const { admin } = await world.unitWithAdmin();
  const theme = await drafted(admin, { own: ['colours'], colours_dark: { font: '#222222' } });
  const refused = await admin.refusal(contract.publish, publishing(theme));
  expect(refused.body.message).toContain('Texto em cima de Cartão, no modo escuro');
});

test('a weak contrast is a warning, and colours that are not in use are nobody’s matter', async () => {
  const { admin } = await world.unitWithAdmin();
  for (const draft of [weak, { ...pale, own: [] }]) {
    const theme = await drafted(admin, draft);
    expect(await admin.call(contract.publish, publishing(theme))).toMatchObject({ number: 1 });
  }
});

test('a partner and the operator are refused as a unit is', async () => {
  const partner = await world.partner();
  for (const browser of [await world.signIn(await partner.person()), await world.signIn(await world.operator())]) {
    const refused = await browser.refusal(contract.publish, publishing(await drafted(browser, pale)));
    expect(refused.body.status).toBe('theme_unreadable');
  }
});

test('a former version that cannot be read does not come back', async () => {
  const { admin } = await world.unitWithAdmin();
  const first = await admin.call(contract.publish, publishing(await drafted(admin, weak)));
  const { id, name, draft } = first;
  const saved = await admin.call(contract.update, {
    params: { id },
    body: { name, draft: { ...draft, title: 'Two' }, version: first.version },
  });
  const { version } = await admin.call(contract.publish, publishing(saved));
  await store(first, 'published', pale);
  const refused = await admin.refusal(contract.rollBack, { params: { id }, body: { version, number: 1 } });
  expect([refused.status, refused.body.status]).toEqual([422, 'theme_unreadable']);
  expect(await admin.call(contract.get, { params: { id } })).toMatchObject({ number: 2, draft: { title: 'Two' } });
});

test('what was planned and cannot be read any more does not happen, and whoever planned it is told', async () => {
  const { admin } = await world.unitWithAdmin();
  const person = await (await world.partner()).person();
  const staff = await world.signIn(person);
  const time = tomorrow();
  for (const browser of [admin, staff]) {
    const theme = await browser.call(contract.publish, publishing(await drafted(browser, weak), time.toISOString()));
    await store(theme, 'scheduled', pale);
    world.setTime(new Date(time.getTime() + 60_000));
    await world.runJobs(publishThemes);
    world.setTime(null);
    expect(await browser.call(contract.get, { params: { id: theme.id } })).toMatchObject({ number: 0, publish_at: null, changed: true });
    if (browser === admin) {
      const { data } = await admin.call(notifications, {});
      expect(data).toMatchObject([{ kind: 'theme_unreadable', values: { theme: theme.name }, link: `/whitelabels/${theme.id}` }]);
    } else {
      const [mail] = await world.mailsTo(person.email);
      expect(mail?.subject).toContain(theme.name);
      expect(mail?.text).toContain(`/whitelabels/${theme.id}`);
    }
  }
});

test('the document of a unit’s set-up is held up by colours that cannot be read, and told which', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const text = (colours: Partial<ThemeDocument['colours']>) =>
    JSON.stringify({
      version: 1,
      brand: { theme: { name: 'Given', show_background_image: true, colours: { ...nothingOwn.colours, ...colours } } },
    });
  const wanted = (document: string) => ({ body: { text: document, unit_ids: [unit.id] } });
  const { units } = await admin.call(setups.compare, wanted(text({ font: '#dddddd' })));
  expect(units[0]?.problems).toContainEqual({ section: 'brand', name: 'font', problem: 'unreadable', about: 'card' });
  expect((await admin.refusal(setups.apply, wanted(text({ font: '#dddddd' })))).status).toBe(409);
  // An adjusted dark stays, and has to be read with what the document makes of it.
  const theme = await admin.call(
    contract.publish,
    publishing(await drafted(admin, { own: ['colours'], colours_dark: { button: '#2f5bd3' } })),
  );
  await admin.call(contract.use, { params: { id: theme.id }, body: { self: true, unit_ids: [] } });
  const dark = await admin.call(setups.compare, wanted(text({ button: '#ffdd00', button_font: '#000000' })));
  expect(dark.units[0]?.problems).toContainEqual({ section: 'brand', name: 'button_font', problem: 'unreadable_dark', about: 'button' });
  expect((await admin.call(setups.compare, wanted(text({ button: '#0b5c3a' })))).units[0]?.problems).toEqual([]);
});
