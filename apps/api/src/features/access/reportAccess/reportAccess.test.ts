import * as contract from '@vitrine/contract/access/reportAccess.ts';
import { expect, test } from 'vitest';
import { grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import type { Unit } from '#test/harness/population.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();

async function scene() {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  return { unit, admin, report: await publish(admin) };
}

async function userGroup(unit: Unit, name: string): Promise<string> {
  const id = uuidv7();
  await world.owner.run(query.insertInto('user_group').values({ tenant_id: unit.id, id, name }));
  return id;
}

const params = ({ id }: { id: string }) => ({ params: { id } });

test('assigns a report to a person, a group and the whole unit, with filters, roles and an end', async () => {
  const { unit, admin, report } = await scene();
  const person = await unit.person('user');
  const group = await userGroup(unit, 'Regional');
  const filters = [{ table: 'Loja', column: 'Região', values: ['Sul', 7, true] }];
  const toPerson = await grant(admin, report, { to: 'membership', to_id: person.membership_id, filters, ends_on: '2099-01-31' });
  expect(toPerson).toMatchObject({
    to: 'membership',
    to_id: person.membership_id,
    to_name: person.name,
    to_email: person.email,
    filters,
    rls_roles: [],
    ends_on: '2099-01-31',
    version: 1,
  });
  const toGroup = await grant(admin, report, { to: 'user_group', to_id: group, rls_roles: ['Região Sul'], rls_username: 'sul' });
  expect(toGroup).toMatchObject({ to_name: 'Regional', to_email: null, rls_roles: ['Região Sul'], rls_username: 'sul', ends_on: null });
  const toUnit = await grant(admin, report, { to: 'unit' });
  expect(toUnit).toMatchObject({ to: 'unit', to_id: null, to_name: unit.name });
  expect((await admin.call(contract.list, params(report))).data).toEqual([toUnit, toGroup, toPerson]);
});

test('assigns once to everybody', async () => {
  const { unit, admin, report } = await scene();
  const { membership_id: to_id } = await unit.person('user');
  for (const to of [
    { to: 'membership', to_id },
    { to: 'user_group', to_id: await userGroup(unit, 'Regional') },
    { to: 'unit', to_id: null },
  ] as const) {
    await grant(admin, report, to);
    await expect(grant(admin, report, to)).rejects.toMatchObject({ status: 422 });
  }
});

test('needs to know to whom, and to nobody for the whole unit', async () => {
  const { admin, report } = await scene();
  for (const to of [
    { to: 'membership', to_id: null },
    { to: 'unit', to_id: uuidv7() },
  ] as const) {
    await expect(grant(admin, report, to)).rejects.toMatchObject({ status: 422, body: { errors: { to_id: [expect.any(String)] } } });
  }
});

test('people and groups of another unit are not there, and no other unit’s report is assigned', async () => {
  const { admin, report } = await scene();
  const other = await scene();
  const stranger = await other.unit.person('user');
  await expect(grant(admin, report, { to: 'membership', to_id: stranger.membership_id })).rejects.toMatchObject({ status: 404 });
  await expect(grant(admin, report, { to: 'user_group', to_id: await userGroup(other.unit, 'x') })).rejects.toMatchObject({ status: 404 });
  await expect(grant(admin, other.report, { to: 'unit' })).rejects.toMatchObject({ status: 404 });
  expect((await admin.refusal(contract.list, params(other.report))).status).toBe(404);
});

test('a column is filtered once', async () => {
  const { admin, report } = await scene();
  const filter = { table: 'Loja', column: 'Região', values: ['Sul'] };
  await expect(grant(admin, report, { to: 'unit', filters: [filter, filter] })).rejects.toMatchObject({
    status: 422,
    body: { errors: { filters: [expect.any(String)] } },
  });
});

test('takes only roles and names that the service takes', async () => {
  const { admin, report } = await scene();
  for (const rls_roles of [['a,b'], ['x'.repeat(51)], Array.from({ length: 51 }, (_, index) => `r${index}`), ['']]) {
    await expect(grant(admin, report, { to: 'unit', rls_roles })).rejects.toMatchObject({ status: 422 });
  }
  await expect(grant(admin, report, { to: 'unit', rls_username: 'two words' })).rejects.toMatchObject({ status: 422 });
});

test('changes an assignment unless somebody else was faster', async () => {
  const { admin, report } = await scene();
  const { id } = await grant(admin, report, { to: 'unit' });
  const body = { filters: [], rls_roles: ['Região Norte'], rls_username: null, ends_on: null, version: 1 };
  const at = { params: { id: report.id, grant_id: id } };
  expect(await admin.call(contract.update, { ...at, body })).toMatchObject({ rls_roles: ['Região Norte'], version: 2 });
  expect((await admin.refusal(contract.update, { ...at, body })).body.status).toBe('conflict');
});

test('an assignment is reached through its own report only, and taken back once', async () => {
  const { admin, report } = await scene();
  const { id } = await grant(admin, report, { to: 'unit' });
  const another = await publish(admin);
  expect((await admin.refusal(contract.remove, { params: { id: another.id, grant_id: id } })).status).toBe(404);
  await admin.call(contract.remove, { params: { id: report.id, grant_id: id } });
  expect((await admin.refusal(contract.remove, { params: { id: report.id, grant_id: id } })).status).toBe(404);
  expect((await admin.call(contract.list, params(report))).data).toEqual([]);
});

test('finds people by name or e-mail and groups by name, without accents, and only those not assigned yet', async () => {
  const { unit, admin, report } = await scene();
  const person = await unit.person('user', { person: { name: 'José Araújo', email: `jose.${uuidv7()}@example.com` } });
  const gone = await unit.person('user', { person: { name: 'José Silva' }, membership: { state: 'deactivated' } });
  const group = await userGroup(unit, 'Joséfinos');
  const find = async (q: string) => (await admin.call(contract.candidates, { ...params(report), query: { q } })).data;
  expect(await find('JOSE')).toEqual([
    { to: 'user_group', to_id: group, name: 'Joséfinos', email: null },
    { to: 'membership', to_id: person.membership_id, name: person.name, email: person.email },
  ]);
  expect((await find(person.email)).map(({ to_id }) => to_id)).toEqual([person.membership_id]);
  expect((await find('')).map(({ to_id }) => to_id)).not.toContain(gone.membership_id);
  await grant(admin, report, { to: 'membership', to_id: person.membership_id });
  expect((await find('araujo')).map(({ to_id }) => to_id)).toEqual([]);
});

test('readers neither see nor make assignments', async () => {
  const { unit, report } = await scene();
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(contract.list, params(report))).status).toBe(403);
  await expect(grant(reader, report, { to: 'unit' })).rejects.toMatchObject({ status: 403 });
});
