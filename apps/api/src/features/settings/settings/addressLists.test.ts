import { getConfig, keepIpList, updateConfig } from '@vitrine/contract/settings/settings.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const minute = 60_000;

const load = (browser: Browser) => browser.call(getConfig, {});

describe('a list of addresses', () => {
  const here = '198.51.100.7';
  const listOf = (...addresses: string[]) => ({ ip: true, allowed_addresses: addresses.map((address) => ({ address, note: '' })) });

  test('that holds the address of its author is saved at once', async () => {
    const { admin } = await world.unitWithAdmin();
    expect(await admin.call(updateConfig, { body: { ...listOf('198.51.100.0/24'), version: 1 } })).toMatchObject({
      ip: true,
      version: 2,
      warnings: [],
    });
    expect((await load(admin)).version).toBe(2);
  });

  test('is told to the other administrators, by mail too, and to nobody else', async () => {
    const { unit, person, admin } = await world.unitWithAdmin();
    const [other, reader] = [await unit.person('admin'), await unit.person('user')];
    await admin.call(updateConfig, { body: { ...listOf('198.51.100.0/24'), version: 1 } });
    await admin.call(updateConfig, { body: { enable_watermark: true, version: 2 } });
    await world.runJobs();
    const subjects = async ({ email }: { email: string }) => (await world.mailsTo(email)).map(({ subject }) => subject);
    expect(await subjects(other)).toEqual(['As regras de acesso mudaram']);
    for (const somebody of [person, reader]) expect(await subjects(somebody)).toEqual([]);
  });

  test('that excludes its author is not saved, and the warning quotes the address', async () => {
    const { admin } = await world.unitWithAdmin();
    expect(await admin.call(updateConfig, { body: { ...listOf('203.0.113.0/24'), version: 1 } })).toMatchObject({
      ip: false,
      allowed_addresses: null,
      version: 1,
      warnings: [{ word: 'ip_excludes_you', ip: here }],
    });
    expect((await load(admin)).version).toBe(1);
  });

  test('that was confirmed holds for five minutes and then reverts by itself', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const { person, admin } = await world.unitWithAdmin({ settings: listOfInside('198.51.100.0/24') });
    const body = { ...listOf('203.0.113.0/24'), version: 1, confirm_ip: true };
    expect(await admin.call(updateConfig, { body })).toMatchObject({ version: 2, warnings: [{ word: 'ip_on_probation', ip: here }] });
    expect((await admin.refusal(getConfig, {})).body.status).toBe('ip_not_allowed');
    const credentials = { body: { email: person.email, password: person.password } };
    world.setTime(new Date(start + 5 * minute - 1));
    expect((await world.browser().refusal(login, credentials)).body.status).toBe('ip_not_allowed');
    world.setTime(new Date(start + 5 * minute));
    const back = world.browser();
    await back.login(person);
    expect(await load(back)).toMatchObject({ ip: true, allowed_addresses: [{ address: '198.51.100.0/24', note: '' }] });
    await back.call(updateConfig, { body: { enable_watermark: true, version: 2 } });
    expect(await load(back)).toMatchObject({
      allowed_addresses: [{ address: '198.51.100.0/24', note: '' }],
      enable_watermark: true,
      version: 3,
    });
    world.setTime(null);
  });

  test('is kept by somebody who can still work', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const { unit, admin } = await world.unitWithAdmin();
    await admin.call(updateConfig, { body: { ...listOf('203.0.113.0/24'), version: 1, confirm_ip: true } });
    const inside = await world.signIn(await unit.person('admin'), { ip: '203.0.113.9' });
    expect(await inside.call(keepIpList, { body: { version: 2 } })).toMatchObject({ ip: true, version: 3, warnings: [] });
    world.setTime(new Date(start + 10 * minute));
    expect(await load(inside)).toMatchObject({ allowed_addresses: [{ address: '203.0.113.0/24', note: '' }] });
    expect((await world.browser().refusal(login, { body: await credentialsOf(unit) })).body.status).toBe('ip_not_allowed');
    world.setTime(null);
  });

  test('other settings may be saved during the probation without ending it', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const { unit, admin } = await world.unitWithAdmin();
    await admin.call(updateConfig, { body: { ...listOf('203.0.113.0/24'), version: 1, confirm_ip: true } });
    const inside = await world.signIn(await unit.person('admin'), { ip: '203.0.113.9' });
    await inside.call(updateConfig, { body: { enable_watermark: true, version: 2 } });
    world.setTime(new Date(start + 5 * minute));
    expect(await load(inside)).toMatchObject({ ip: false, allowed_addresses: null, enable_watermark: true });
    world.setTime(null);
  });

  test('does not concern whoever is exempt', async () => {
    const partner = await world.partner();
    const unit = await partner.unit();
    const exempt = await world.signIn(await unit.person('admin', { membership: { ip_exempt: true } }));
    expect(await exempt.call(updateConfig, { body: { ...listOf('203.0.113.0/24'), version: 1 } })).toMatchObject({
      version: 2,
      warnings: [],
    });
    const partnerStaff = await world.signIn(await partner.person({ unit }));
    expect(await partnerStaff.call(updateConfig, { body: { ...listOf('203.0.114.0/24'), version: 2 } })).toMatchObject({
      version: 3,
      warnings: [],
    });
  });

  test('that is empty or switched off lets everybody in', async () => {
    const { admin } = await world.unitWithAdmin();
    expect(await admin.call(updateConfig, { body: { ip: true, allowed_addresses: [], version: 1 } })).toMatchObject({
      version: 2,
      warnings: [],
    });
    expect(await admin.call(updateConfig, { body: { ...listOf('203.0.113.0/24'), ip: false, version: 2 } })).toMatchObject({
      version: 3,
      warnings: [],
    });
    expect((await load(admin)).version).toBe(3);
  });

  async function credentialsOf(unit: Awaited<ReturnType<typeof world.unit>>) {
    const { email, password } = await unit.person('user');
    return { email, password };
  }
});

/** As the document of a unit keeps it. */
function listOfInside(...addresses: string[]): Record<string, unknown> {
  return { ip: true, allowed_addresses: addresses.map((address) => ({ address, note: '' })) };
}
