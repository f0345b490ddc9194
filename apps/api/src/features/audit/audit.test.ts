import type { Answer } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/features/audit.ts';
import * as groups from '@vitrine/contract/features/userGroups.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
const partner = await world.partner();
const unit = await partner.unit();
const person = await unit.person('admin');
const admin = await world.signIn(person, { ip: '203.0.113.9' });
const other = await world.signIn(await (await world.unit()).person('admin'));
afterAll(world.close);

const body = (name: string) => ({
  name,
  description: '',
  ends_on: null,
  home_page: null,
  refresh_datasets: false,
  create_notifications: false,
  is_default: false,
});

test('tells who did what, from where, before and after', async () => {
  const { id, version } = await admin.call(groups.add, { body: body('Norte') });
  await admin.call(groups.update, { params: { id }, body: { ...body('Sul'), version } });
  const { data } = await admin.call(contract.list, { query: { object_id: id } });
  expect(data.map(({ action }) => action)).toEqual(
    ['user_group.update', 'user_group.add'].map((action) => expect.stringContaining(action.split('.')[0] ?? '')),
  );
  expect(data[0]).toMatchObject({
    actor: { email: person.email },
    person: null,
    object_type: 'user_group',
    ip: '203.0.113.9',
    before: { name: 'Norte' },
    after: { name: 'Sul' },
  });
});

test('is found by words, by person, by kind and by time', async () => {
  await admin.call(groups.add, { body: body('Buscado') });
  const count = async (query: object) => (await admin.call(contract.list, { query })).meta.total;
  expect(await count({ q: 'user_group' })).toBeGreaterThan(0);
  expect(await count({ q: person.email })).toBeGreaterThan(0);
  expect(await count({ q: 'nada-disso' })).toBe(0);
  expect(await count({ q: 'GRUPO de usuários' })).toBe(await count({ object_type: 'user_group' }));
  expect(await count({ q: 'criou' })).toBeGreaterThan(0);
  const inEnglish = await admin.inject({ method: 'GET', url: '/api/audit?q=user+group', headers: { lang: 'en-US' } });
  expect(inEnglish.json<Answer<typeof contract.list>>().meta.total).toBe(await count({ object_type: 'user_group' }));
  expect(await count({ kind: 'sign_in' })).toBe(0);
  expect(await count({ kind: 'change', days: '1' })).toBeGreaterThan(0);
  world.setTime(new Date(Date.now() + 3 * 86_400_000));
  const later = await world.signIn(person);
  expect((await later.call(contract.list, { query: { days: '1' } })).meta.total).toBe(0);
  world.setTime(null);
});

test('readers see their own lines, other units none of it, the operator the platform', async () => {
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.call(contract.list, {})).data).toEqual([]);
  expect((await other.call(contract.list, { query: { q: 'user_group' } })).data).toEqual([]);
  const operator = await world.signIn(await world.operator());
  const seen = (await operator.call(contract.list, {})).data;
  const ofPlatform = ['partner', 'partner_setting', 'platform_setting', 'tenant', 'domain', 'staff'];
  expect(seen.filter(({ object_type }) => !ofPlatform.includes(object_type))).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
});

test("names a partner's person who acted in the unit", async () => {
  const master = await partner.person({ unit });
  await (await world.signIn(master)).call(groups.add, { body: body('Do parceiro') });
  expect((await admin.call(contract.list, { query: { actor_id: master.id } })).data[0]?.actor?.name).toBe(master.name);
});

test('is taken away as CSV, formulas neutralised', async () => {
  await admin.call(groups.add, { body: body('=HYPERLINK("x")') });
  const response = await admin.inject({ method: 'GET', url: '/api/audit/export?format=csv' });
  expect(response.headers['content-type']).toContain('text/csv');
  expect(response.body.split('\n').length).toBeGreaterThan(2);
  expect(response.body).toContain(person.email);
  expect(response.body).toContain('Grupo de usuários');
  expect(response.body).not.toContain('user_group.add');
});
