import * as contract from '@vitrine/contract/features/customFields.ts';
import * as users from '@vitrine/contract/features/users.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/harness/browser.ts';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const names = async (browser: Browser) => (await browser.call(contract.list, {})).data.map(({ name }) => name);

test('options belong to the types that are chosen from, and to no other', async () => {
  const { admin } = await world.unitWithAdmin();
  const problem = async (type: contract.CustomFieldType, options: string[]) =>
    Object.keys((await admin.refusal(contract.add, { body: { name: `x ${type}`, type, options } })).body.errors ?? {});
  expect(await problem('select', [])).toEqual(['options']);
  expect(await problem('radio', ['a', 'A'])).toEqual(['options']);
  expect(await problem('text', ['a'])).toEqual(['options']);
});

test('a unit has thirty fields at most, five of them searchable', async () => {
  const { admin } = await world.unitWithAdmin();
  for (let index = 0; index < 30; index++)
    await admin.call(contract.add, { body: { name: `Campo ${index}`, type: 'text', searchable: index < 5 } });
  expect(Object.keys((await admin.refusal(contract.add, { body: { name: 'Mais um', type: 'text' } })).body.errors ?? {})).toEqual(['name']);
  const [last] = (await admin.call(contract.list, { query: { q: 'Campo 29' } })).data;
  const refused = await admin.refusal(contract.update, {
    params: { id: last?.id ?? '' },
    body: { name: 'Campo 29', searchable: true, version: 1 },
  });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['searchable']);
});

test('a global field is in every unit of the partner, also in the next one, and only the partner changes it', async () => {
  const partner = await world.partner();
  const [one, two] = [await partner.unit(), await partner.unit()];
  const stranger = (await world.unitWithAdmin()).admin;
  const master = await world.signIn(await partner.person({ unit: one }));
  const [admin, other] = [await world.signIn(await one.person('admin')), await world.signIn(await two.person('admin'))];
  expect((await admin.refusal(contract.add, { body: { name: 'Global', type: 'text', is_global: true } })).status).toBe(403);
  const field = await master.call(contract.add, { body: { name: 'Matrícula', type: 'text', is_global: true } });
  for (const browser of [admin, other, await world.signIn(await (await partner.unit()).person('admin'))])
    expect(await names(browser)).toEqual(['Matrícula']);
  expect(await names(stranger)).toEqual([]);
  const params = { id: field.id };
  expect(await master.call(contract.get, { params })).toMatchObject({ name: 'Matrícula', can: { edit: true } });
  expect((await stranger.refusal(contract.get, { params })).status).toBe(404);
  expect((await other.refusal(contract.remove, { params })).status).toBe(403);
  expect((await other.refusal(contract.update, { params, body: { name: 'Outro', version: 1 } })).status).toBe(403);
  await master.call(contract.update, { params, body: { name: 'Registro', version: 1 } });
  expect(await names(other)).toEqual(['Registro']);
  await other.call(users.add, { body: { name: 'x', email: 'global@example.com', custom: { [field.id]: '7' } } });
  await master.call(contract.remove, { params });
  expect(await names(other)).toEqual([]);
  expect((await other.call(users.list, { query: { q: 'global@' } })).data[0]?.custom).toEqual({});
});

test('a field out of use keeps its values and is asked for by nobody', async () => {
  const { admin } = await world.unitWithAdmin();
  const field = await admin.call(contract.add, { body: { name: 'Cargo', type: 'text', required: true } });
  await admin.call(users.add, { body: { name: 'x', email: 'off1@example.com', custom: { [field.id]: 'Chefe' } } });
  await admin.call(contract.update, { params: { id: field.id }, body: { name: 'Cargo', required: true, active: false, version: 1 } });
  await admin.call(users.add, { body: { name: 'y', email: 'off2@example.com' } });
  expect((await admin.call(contract.list, {})).data[0]).toMatchObject({ active: false, value_count: 1 });
});
