import * as contract from '@vitrine/contract/people/customFields.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

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

test('an option that people have is removed only after being told how many, and then from them as well', async () => {
  const { admin } = await world.unitWithAdmin();
  const add = async (name: string, type: contract.CustomFieldType) =>
    admin.call(contract.add, { body: { name, type, options: ['Azul', 'Verde', 'Cinza'] } });
  const [one, many] = [await add('Cor', 'select'), await add('Cores', 'checkbox')];
  let counter = 0;
  const person = async (custom: Record<string, string | string[]>) =>
    admin.call(users.add, { body: { name: 'x', email: `opcao${++counter}@example.com`, custom } });
  const people = [
    await person({ [one.id]: 'Azul', [many.id]: ['Azul', 'Verde'] }),
    await person({ [one.id]: 'Verde', [many.id]: ['Azul'] }),
    await person({ [one.id]: 'Azul' }),
  ];
  const body = (name: string, options: string[], clear_values = false) => ({ name, options, clear_values, version: 1 });
  const refused = await admin.refusal(contract.update, { params: { id: one.id }, body: body('Cor', ['Verde']) });
  expect([refused.status, refused.body.status, refused.body.message]).toEqual([
    409,
    'option_in_use',
    '2 usuários têm o que foi retirado (Azul, Cinza). Retirar assim mesmo e apagar esses valores?',
  ]);
  // Nobody has it: nothing to ask.
  await admin.call(contract.update, { params: { id: many.id }, body: body('Cores', ['Azul', 'Verde']) });
  await admin.call(contract.update, { params: { id: one.id }, body: body('Cor', ['Verde'], true) });
  await admin.call(contract.update, { params: { id: many.id }, body: { ...body('Cores', ['Verde'], true), version: 2 } });
  const kept = [];
  for (const { id } of people) kept.push((await admin.call(users.get, { params: { id } })).custom);
  expect(kept).toEqual([{ [many.id]: ['Verde'] }, { [one.id]: 'Verde' }, {}]);
});

test('a removal that came too late takes nothing from anybody', async () => {
  const { admin } = await world.unitWithAdmin();
  const field = await admin.call(contract.add, { body: { name: 'Cor', type: 'radio', options: ['Azul', 'Verde'] } });
  const { id } = await admin.call(users.add, { body: { name: 'x', email: 'opcaotarde@example.com', custom: { [field.id]: 'Azul' } } });
  const body = { name: 'Cor', options: ['Verde'], clear_values: true, version: 7 };
  expect((await admin.refusal(contract.update, { params: { id: field.id }, body })).body.status).toBe('conflict');
  expect((await admin.call(users.get, { params: { id } })).custom).toEqual({ [field.id]: 'Azul' });
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
  const partnerStaff = await world.signIn(await partner.person({ unit: one }));
  const [admin, other] = [await world.signIn(await one.person('admin')), await world.signIn(await two.person('admin'))];
  expect((await admin.call(contract.list, {})).can).toEqual({ add: true, add_global: false });
  expect((await partnerStaff.call(contract.list, {})).can).toEqual({ add: true, add_global: true });
  expect((await admin.refusal(contract.add, { body: { name: 'Global', type: 'text', is_global: true } })).status).toBe(403);
  const field = await partnerStaff.call(contract.add, { body: { name: 'Matrícula', type: 'text', is_global: true } });
  for (const browser of [admin, other, await world.signIn(await (await partner.unit()).person('admin'))])
    expect(await names(browser)).toEqual(['Matrícula']);
  expect(await names(stranger)).toEqual([]);
  const params = { id: field.id };
  expect(await partnerStaff.call(contract.get, { params })).toMatchObject({ name: 'Matrícula', can: { edit: true } });
  expect((await stranger.refusal(contract.get, { params })).status).toBe(404);
  expect((await other.refusal(contract.remove, { params })).status).toBe(403);
  expect((await other.refusal(contract.update, { params, body: { name: 'Outro', version: 1 } })).status).toBe(403);
  await partnerStaff.call(contract.update, { params, body: { name: 'Registro', version: 1 } });
  expect(await names(other)).toEqual(['Registro']);
  await other.call(users.add, { body: { name: 'x', email: 'global@example.com', custom: { [field.id]: '7' } } });
  await partnerStaff.call(contract.remove, { params });
  expect(await names(other)).toEqual([]);
  expect((await other.call(users.list, { query: { q: 'global@' } })).data[0]?.custom).toEqual({});
});

test('a unit’s administrator is told that a global field is not theirs to change, nor to add', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const [partnerStaff, admin] = [await world.signIn(await partner.person({ unit })), await world.signIn(await unit.person('admin'))];
  const global = await partnerStaff.call(contract.add, { body: { name: 'Matrícula', type: 'text', is_global: true } });
  const own = await admin.call(contract.add, { body: { name: 'Cargo', type: 'text' } });
  const mayOf = async (browser: Browser) =>
    Object.fromEntries((await browser.call(contract.list, {})).data.map(({ id, can }) => [id, can]));
  const [yes, no] = [
    { edit: true, remove: true },
    { edit: false, remove: false },
  ];
  expect(await mayOf(admin)).toEqual({ [global.id]: no, [own.id]: yes });
  expect(await mayOf(partnerStaff)).toEqual({ [global.id]: yes, [own.id]: yes });
  expect((await admin.call(contract.get, { params: { id: global.id } })).can).toEqual(no);

  // Refused before anything else is looked at: how many there are is not an administrator's concern.
  const { global: most } = contract.customFieldLimits;
  for (let count = 1; count < most; count++)
    await partnerStaff.call(contract.add, { body: { name: `Global ${count}`, type: 'text', is_global: true } });
  const another = { body: { name: 'Mais um', type: 'text', is_global: true } } as const;
  expect((await partnerStaff.refusal(contract.add, another)).status).toBe(422);
  expect((await admin.refusal(contract.add, another)).status).toBe(403);
});

test('a field out of use keeps its values and is asked for by nobody', async () => {
  const { admin } = await world.unitWithAdmin();
  const field = await admin.call(contract.add, { body: { name: 'Cargo', type: 'text', required: true } });
  await admin.call(users.add, { body: { name: 'x', email: 'off1@example.com', custom: { [field.id]: 'Chefe' } } });
  await admin.call(contract.update, { params: { id: field.id }, body: { name: 'Cargo', required: true, active: false, version: 1 } });
  await admin.call(users.add, { body: { name: 'y', email: 'off2@example.com' } });
  expect((await admin.call(contract.list, {})).data[0]).toMatchObject({ active: false, value_count: 1 });
});
