/** What the operator says after signing in: to whom, once for each version, and who may write it. */
import * as contract from '@vitrine/contract/settings/platformWelcome.ts';
import * as settings from '@vitrine/contract/settings/settings.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const operator = await world.signIn(await world.operator());
const unit = await world.unit();
const own = await world.unit({ settings: { message_ptbr: 'Da unidade' } });

const texts = { message_ptbr: 'Bem-vindo ao portal', message_en: 'Welcome to the portal', message_es: null, message_ptpt: null };

test('everybody reads it once, until it is changed; a unit that says something says that', async () => {
  const reader = await world.signIn(await unit.person('user'));
  const elsewhere = await world.signIn(await own.person('user'));
  expect((await reader.call(settings.getConfig, {})).welcome_due).toBeNull();
  const { version } = await operator.call(contract.get, {});
  const saved = await operator.call(contract.save, { body: { ...texts, version } });
  expect(saved).toEqual({ ...texts, version: version + 1 });

  const first = await reader.call(settings.getConfig, {});
  expect([first.welcome_message, first.welcome_due]).toEqual([texts, expect.any(String)]);
  await reader.call(settings.welcomeSeen, { body: { version: first.welcome_due ?? '' } });
  expect((await reader.call(settings.getConfig, {})).welcome_due).toBeNull();
  expect((await elsewhere.call(settings.getConfig, {})).welcome_message.message_ptbr).toBe('Da unidade');

  await operator.call(contract.save, { body: { ...texts, message_en: 'Welcome', version: saved.version } });
  expect((await reader.call(settings.getConfig, {})).welcome_due).not.toBeNull();
});

test('nobody but the operator reads or writes it here, and nobody overwrites what somebody else saved', async () => {
  const { version } = await operator.call(contract.get, {});
  const partner = await world.partner();
  for (const person of [await unit.person('admin'), await partner.person({ unit: await partner.unit() })]) {
    const browser = await world.signIn(person);
    expect((await browser.refusal(contract.get, {})).status).toBe(403);
    expect((await browser.refusal(contract.save, { body: { ...texts, version } })).status).toBe(403);
  }
  await expect(operator.call(contract.save, { body: { ...texts, version: version - 1 } })).rejects.toThrow('409 conflict');
  expect((await operator.refusal(contract.save, { body: { ...texts, message_es: 'x'.repeat(2001), version } })).status).toBe(422);
});
