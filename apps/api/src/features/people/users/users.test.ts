import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as contract from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { addUser, freshAddress, listedNames } from '#test/harness/users.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

test('a new person has every field of the form, and none of another unit', async () => {
  const { admin } = await world.unitWithAdmin();
  const group = await admin.call(userGroups.add, { body: { name: 'Vendas' } });
  const fields = {
    name: ' Márcia Água ',
    email: 'MARCIA.Agua@example.com',
    phone: '+55 (11) 98888-7777',
    role: 'admin' as const,
    department: 'Compras',
    language: 'es' as const,
    authentication_level: 'app' as const,
    support_agent: true,
    allow_remote_access: true,
    create_notifications: true,
    refresh_datasets: true,
    wake_capacities: true,
    ignore_auto_block: true,
    ip_exempt: true,
    hidden_menu: ['catalogs' as const, 'playlists' as const],
    block_on: '2031-01-01',
    delete_on: '2031-02-01',
  };
  const made = await admin.call(contract.add, { body: { ...fields, user_group_ids: [group.id] } });
  expect(made).toMatchObject({
    ...fields,
    name: 'Márcia Água',
    email: 'marcia.agua@example.com',
    phone: '+5511988887777',
    groups: [{ id: group.id, name: 'Vendas' }],
    state: 'active',
    own: false,
    can: { edit: true, remove: true },
    default_password: null,
    last_access: null,
  });
  const { default_password: _told, ...user } = made;
  expect(await admin.call(contract.get, { params: { id: made.id } })).toEqual(user);
});

test('e-mail and phone are unique in the platform, and the field says so', async () => {
  const [{ admin }, { admin: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const made = await addUser(admin, { phone: '+5511900001111' });
  const email = await other.refusal(contract.add, { body: { name: 'x', email: made.email } });
  expect([email.status, email.body.errors]).toEqual([422, { email: ['O campo E-mail repete um valor que já existe.'] }]);
  const phone = await other.refusal(contract.add, { body: { name: 'x', email: freshAddress(), phone: '+55 11 90000-1111' } });
  expect(Object.keys(phone.body.errors ?? {})).toEqual(['phone']);
  expect((await other.refusal(contract.add, { body: { name: 'x', email: freshAddress(), phone: '11 90000' } })).status).toBe(422);
});

test('who was deactivated here comes back when it is agreed, with what the form says, and takes a seat', async () => {
  const { admin } = await world.unitWithAdmin({ tenant: { user_limit: 3 } });
  const gone = await addUser(admin, { department: 'TI', role: 'admin' });
  await admin.call(contract.setState, { params: { id: gone.id }, body: { state: 'deactivated' } });
  const body = { name: 'Ana Nova', email: gone.email, department: 'Compras' };
  const asked = await admin.refusal(contract.add, { body });
  expect([asked.status, asked.body.status]).toEqual([409, 'user_deactivated_here']);
  expect(asked.body.message).toContain(gone.name);
  const back = await admin.call(contract.add, { body: { ...body, reactivate: true, access: 'default_password' } });
  expect(back).toMatchObject({
    id: gone.id,
    person_id: gone.person_id,
    name: 'Ana Nova',
    state: 'active',
    role: 'user',
    department: 'Compras',
  });
  expect(back.default_password).toBeNull();
  await addUser(admin);
  await admin.call(contract.setState, { params: { id: gone.id }, body: { state: 'deactivated' } });
  await addUser(admin);
  const full = await admin.refusal(contract.add, { body: { ...body, reactivate: true } });
  expect(full.body.status).toBe('unit_user_limit_reached');
});

test('who is deactivated in another unit is offered nowhere else, and who belongs to another unit keeps name and password', async () => {
  const [{ admin, unit }, { admin: other, unit: second }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const gone = await addUser(other);
  await other.call(contract.setState, { params: { id: gone.id }, body: { state: 'deactivated' } });
  const elsewhere = await admin.refusal(contract.add, { body: { name: 'x', email: gone.email, reactivate: true } });
  expect([elsewhere.status, Object.keys(elsewhere.body.errors ?? {})]).toEqual([422, ['email']]);
  const both = await unit.person('user');
  await world.join(both, second, 'user');
  const [member] = (await admin.call(contract.list, { query: { q: both.email } })).data;
  await admin.call(contract.setState, { params: { id: member?.id ?? '' }, body: { state: 'deactivated' } });
  const back = await admin.call(contract.add, {
    body: { name: 'Outro Nome', email: both.email, reactivate: true, access: 'default_password' },
  });
  expect(back).toMatchObject({ name: both.name, state: 'active', default_password: null });
});

test('erasing asks for the name, keeps the rows of the log, and leaves nothing that tells who it was', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const made = await addUser(admin, { name: 'Íris do Vale', phone: '+5511933334444', department: 'TI' });
  const params = { id: made.id };
  expect((await admin.refusal(contract.erase, { params, query: { confirm: 'IRIS_DO_VALE' } })).status).toBe(422);
  await admin.call(contract.erase, { params, query: { confirm: 'ÍRIS_DO_VALE' } });
  const [person] = await world.owner.run(
    sql<{
      text: string;
    }>`select to_jsonb(p)::text || to_jsonb(m)::text as text from person p join membership m on m.person_id = p.id where p.id = ${made.person_id}`,
  );
  for (const trace of ['Íris', 'iris do vale', made.email, '5511933334444', '"TI"']) expect(person?.text).not.toContain(trace);
  expect(await listedNames(admin, { state: 'deactivated' })).toEqual([expect.stringMatching(/^Usuário /)]);
  const [log] = await world.owner.run(
    sql<{ lines: number }>`select count(*) as lines from audit_log where tenant_id = ${unit.id} and action = 'user.erase'`,
  );
  expect(log?.lines).toBeGreaterThan(0);
});

test('the same for many: those named, or everybody who is found; oneself is left out', async () => {
  const { admin } = await world.unitWithAdmin();
  const people = [await addUser(admin, { department: 'TI' }), await addUser(admin, { department: 'TI' }), await addUser(admin)];
  const group = await admin.call(userGroups.add, { body: { name: 'Todos' } });
  const ids = people.slice(0, 2).map(({ id }) => id);
  expect(await admin.call(contract.bulk, { body: { action: 'blocked', membership_ids: ids } })).toMatchObject({ changed: 2, skipped: 0 });
  expect(await admin.call(contract.bulk, { body: { action: 'active', found: { q: '', department: 'TI' } } })).toMatchObject({
    changed: 2,
    skipped: 0,
  });
  expect(await admin.call(contract.bulk, { body: { action: 'inactive', found: { q: '' } } })).toMatchObject({ changed: 3, skipped: 1 });
  expect(await admin.call(contract.bulk, { body: { action: 'add_to_group', membership_ids: ids, to_group: group.id } })).toMatchObject({
    changed: 2,
    skipped: 0,
  });
  expect((await admin.call(userGroups.get, { params: { id: group.id } })).member_count).toBe(2);
});

test('what was done to many is taken back call by call: everybody is again what they were', async () => {
  const { admin } = await world.unitWithAdmin();
  const [first, second] = [await addUser(admin), await addUser(admin)];
  const ids = [first.id, second.id];
  const stateOf = async (id: string) => (await admin.call(contract.get, { params: { id } })).state;
  await admin.call(contract.setState, { params: { id: second.id }, body: { state: 'blocked' } });
  const { changed, undo = [] } = await admin.call(contract.bulk, { body: { action: 'inactive', membership_ids: ids } });
  expect([changed, await stateOf(first.id), await stateOf(second.id)]).toEqual([2, 'inactive', 'inactive']);
  for (const body of undo) await admin.call(contract.bulk, { body });
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['active', 'blocked']);

  const group = await admin.call(userGroups.add, { body: { name: 'Todos' } });
  await admin.call(userGroups.addMembers, { params: { id: group.id }, body: { membership_ids: [first.id] } });
  const joined = await admin.call(contract.bulk, { body: { action: 'add_to_group', membership_ids: ids, to_group: group.id } });
  for (const body of joined.undo ?? []) await admin.call(contract.bulk, { body });
  const left = await admin.call(userGroups.members, { params: { id: group.id } });
  expect(left.data.map(({ id }) => id)).toEqual([first.id]);

  expect((await admin.call(contract.bulk, { body: { action: 'logout', membership_ids: ids } })).undo).toBeUndefined();
  const nothing = await admin.call(contract.bulk, { body: { action: 'active', membership_ids: [first.id] } });
  expect(nothing).toEqual({ changed: 0, skipped: 1 });
});

test('nobody silently overwrites what somebody else saved', async () => {
  const { admin } = await world.unitWithAdmin();
  const { id, name, email } = await addUser(admin);
  await admin.call(contract.update, { params: { id }, body: { name, email, department: 'A', version: 1 } });
  expect((await admin.refusal(contract.update, { params: { id }, body: { name, email, department: 'B', version: 1 } })).status).toBe(409);
});

test('readers and the operator have no such screen', async () => {
  const { unit } = await world.unitWithAdmin();
  const reader = await world.signIn(await unit.person('user'));
  const operator = await world.signIn(await world.operator());
  for (const browser of [reader, operator]) {
    expect((await browser.refusal(contract.list, {})).status).toBe(403);
    expect((await browser.refusal(contract.add, { body: { name: 'x', email: freshAddress() } })).status).toBe(403);
  }
});

test('what people of the unit mostly have after the @ is told to its administrators, and nothing of other units', async () => {
  const [{ admin, unit }, { admin: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const domain = `d${unit.id}.example`;
  for (const name of ['Ana', 'Bia', 'Caio']) await addUser(admin, { name, email: `${name}@${domain}` });
  await addUser(admin, { email: `one@e${unit.id}.example` });
  expect((await admin.call(contract.mailDomains, {})).data).toEqual([domain]);
  expect((await other.call(contract.mailDomains, {})).data).toEqual([]);
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(contract.mailDomains, {})).status).toBe(403);
});
