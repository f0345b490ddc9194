import * as contract from '@vitrine/contract/people/provisioning.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { housekeeping } from '#domain/jobs/housekeeping.ts';
import { openDirectory, sender } from '#test/harness/scim.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit();
  const admin = await unit.person('admin');
  const staff = await world.signIn({ ...(await partner.person()), tenant_id: unit.id });
  return { unit, admin, staff };
}

describe('tokens', () => {
  test('are told once, kept as a hash, and work at once', async () => {
    const { unit, staff } = await scene();
    const made = await staff.call(contract.add, { body: { name: 'Entra', rehearsal: false } });
    expect(made.token).toMatch(/^vitrine_scim_[\da-f]{32}_[\w-]{43}$/);
    const { data, addresses } = await staff.call(contract.tokens, {});
    expect(addresses).toEqual(['https://portal.example/scim/v2']);
    expect(data).toMatchObject([
      { id: made.id, name: 'Entra', last_four: made.token.slice(-4), rehearsal: false, expired: false, last_used_at: null },
    ]);
    expect(Math.round((Date.parse(data[0]?.expires_at ?? '') - Date.now()) / 86_400_000)).toBe(365);
    expect((await sender(world, made.token)('GET', '/Users')).body.totalResults).toBe(1);
    expect((await staff.call(contract.tokens, {})).data[0]?.last_used_at).not.toBeNull();
    const secret = made.token.slice(-43);
    const kept = await world.owner.run(sql`
      select from scim_token k where to_jsonb(k)::text like ${`%${secret}%`} union all select from audit_log a where to_jsonb(a)::text like ${`%${secret}%`}`);
    expect(kept).toEqual([]);
    expect(unit.id).toEqual(expect.any(String));
  });

  test('are two at a time, also when three are made at once; one that is over does not count', async () => {
    const { unit, staff } = await scene();
    const body = { name: 'Token', rehearsal: false };
    const all = await Promise.allSettled([1, 2, 3].map(() => staff.call(contract.add, { body })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await staff.refusal(contract.add, { body })).body.status).toBe('scim_tokens_in_use');
    await world.owner.run(
      sql`update scim_token set expires_at = now() - interval '1 day' where id = (select id from scim_token where tenant_id = ${unit.id} limit 1)`,
    );
    await staff.call(contract.add, { body });
  });

  test.each([29, 731, 1.5])('do not live %s days', async (days) => {
    const { staff } = await scene();
    expect((await staff.refusal(contract.add, { body: { name: 'Token', days } })).status).toBe(422);
  });

  test('are revoked by their name, and the next call is refused', async () => {
    const { staff } = await scene();
    const { id, token } = await staff.call(contract.add, { body: { name: 'Da Matriz' } });
    expect((await staff.refusal(contract.remove, { query: { token_id: id, confirm: 'another' } })).body.errors).toHaveProperty('confirm');
    await staff.call(contract.remove, { query: { token_id: id, confirm: 'DA_MATRIZ' } });
    expect((await sender(world, token)('GET', '/Users')).status).toBe(401);
  });

  test('are changed by their version alone', async () => {
    const { staff } = await scene();
    const { id } = await staff.call(contract.add, { body: { name: 'Um' } });
    await staff.call(contract.update, { body: { token_id: id, name: 'Dois', invites: true, version: 1 } });
    expect((await staff.refusal(contract.update, { body: { token_id: id, name: 'Três', invites: true, version: 1 } })).body.status).toBe(
      'conflict',
    );
    expect((await staff.call(contract.tokens, {})).data).toMatchObject([{ name: 'Dois', invites: true, rehearsal: true }]);
  });

  test('invite new people where they are told to', async () => {
    const { unit } = await scene();
    const [quiet, inviting] = [await openDirectory(world, unit), await openDirectory(world, unit, { invites: true })];
    await quiet.send('POST', '/Users', { userName: 'quieta@convites.example', displayName: 'Quieta' });
    await inviting.send('POST', '/Users', { userName: 'chamada@convites.example', displayName: 'Chamada' });
    await inviting.send('POST', '/Users', { userName: 'parada@convites.example', displayName: 'Parada', active: false });
    await world.runJobs();
    const counts = await Promise.all(
      ['quieta', 'chamada', 'parada'].map(async (who) => (await world.mailsTo(`${who}@convites.example`)).length),
    );
    expect(counts).toEqual([0, 1, 0]);
  });
});

describe('a rehearsal', () => {
  test('answers as if everything were done, changes nothing, shows what would, and becomes real', async () => {
    const { unit, admin, staff } = await scene();
    const there = await unit.person('user');
    const { id: token_id, token } = await staff.call(contract.add, { body: { name: 'Entra' } });
    const send = sender(world, token);
    const rows = () =>
      world.owner.run(sql`
        select (select jsonb_agg(to_jsonb(m) order by m.id) from membership m where m.tenant_id = ${unit.id}) as members,
          (select jsonb_agg(to_jsonb(p) order by p.id) from person p join membership m on m.person_id = p.id where m.tenant_id = ${unit.id}) as people,
          (select count(*) from user_group where tenant_id = ${unit.id}) as groups, (select count(*) from scim_user where tenant_id = ${unit.id}) as provisioned`);
    const before = await rows();
    const new1 = await send('POST', '/Users', { userName: 'nova@ensaio.example', displayName: 'Nova', externalId: 'n1' });
    expect(new1.status).toBe(201);
    const { id } = new1.body;
    expect((await send('GET', `/Users?filter=${encodeURIComponent('userName eq "NOVA@ensaio.example"')}`)).body.Resources).toMatchObject([
      { id, externalId: 'n1' },
    ]);
    expect((await send('POST', '/Users', { userName: 'nova@ensaio.example' })).status).toBe(409);
    expect(
      (await send('PATCH', `/Users/${id}`, { Operations: [{ op: 'Replace', path: 'displayName', value: 'Nova Mesmo' }] })).body.displayName,
    ).toBe('Nova Mesmo');
    expect(
      (await send('PATCH', `/Users/${there.membership_id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] })).body
        .active,
    ).toBe(false);
    expect(
      (await send('PATCH', `/Users/${admin.membership_id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] })).status,
    ).toBe(403);
    const group = await send('POST', '/Groups', { displayName: 'Ensaiados' });
    expect(
      (await send('PATCH', `/Groups/${group.body.id}`, { Operations: [{ op: 'Add', path: 'members', value: [{ value: id }] }] })).status,
    ).toBe(204);
    expect((await send('GET', `/Groups/${group.body.id}`)).body.members).toMatchObject([{ value: id, display: 'Nova Mesmo' }]);
    expect((await send('GET', `/Users/${id}`)).body.groups).toMatchObject([{ value: group.body.id }]);
    expect((await send('GET', '/Users')).body.totalResults).toBe(3);
    expect(await rows()).toEqual(before);
    const other = await openDirectory(world, unit);
    expect((await other.send('GET', `/Users/${id}`)).status).toBe(404);
    // Somebody who is made and then changed is one who is new.
    expect((await staff.call(contract.tokens, {})).data[0]?.rehearsed).toEqual({ created: 2, changed: 0, disabled: 1, refused: 2 });
    const groups = await staff.call(contract.log, { query: { kind: 'group' } });
    expect(groups.data[0]).toMatchObject({ asked: 'members', added: ['Nova Mesmo'], added_count: 1 });
    const { data } = await staff.call(contract.log, { query: { rehearsal: 'yes', outcome: 'disabled' } });
    expect(data).toMatchObject([{ object_id: there.membership_id, changes: [{ field: 'active', before: 'true', after: 'false' }] }]);

    await staff.call(contract.setRehearsal, { body: { token_id, rehearsal: false } });
    expect((await send('GET', `/Users/${id}`)).status).toBe(404);
    const real = await send('POST', '/Users', { userName: 'nova@ensaio.example', displayName: 'Nova', externalId: 'n1' });
    expect(real.status).toBe(201);
    expect(await world.owner.run(sql`select from membership where id = ${real.body.id}`)).toHaveLength(1);
  });

  test('runs out of seats as the real thing would', async () => {
    const { unit, staff } = await scene();
    await world.owner.run(sql`update tenant set user_limit = 2 where id = ${unit.id}`);
    const send = sender(world, (await staff.call(contract.add, { body: { name: 'Entra' } })).token);
    const made = await send('POST', '/Users', { userName: 'a@vagas.example' });
    expect(made.status).toBe(201);
    expect((await send('POST', '/Users', { userName: 'b@vagas.example' })).status).toBe(403);
    await send('PATCH', `/Users/${made.body.id}`, { Operations: [{ op: 'replace', value: { active: false } }] });
    expect((await send('POST', '/Users', { userName: 'b@vagas.example' })).status).toBe(201);
    expect((await send('PATCH', `/Users/${made.body.id}`, { Operations: [{ op: 'replace', value: { active: true } }] })).status).toBe(403);
    await send('DELETE', `/Users/${made.body.id}`);
    expect((await send('GET', `/Users/${made.body.id}`)).status).toBe(404);
    expect(await world.owner.run(sql`select from notification where tenant_id = ${unit.id}`)).toEqual([]);
  });

  test('counts each person once, by what it comes to in the end', async () => {
    const { unit, staff } = await scene();
    const [back, gone, taken] = [await unit.person('user'), await unit.person('user'), await unit.person('user')];
    const send = sender(world, (await staff.call(contract.add, { body: { name: 'Entra' } })).token);
    const say = ({ membership_id }: typeof back, value: object) =>
      send('PATCH', `/Users/${membership_id}`, { Operations: [{ op: 'replace', value }] });
    await say(back, { active: false });
    await say(back, { active: true });
    await say(gone, { displayName: 'Outro Nome' });
    await say(gone, { active: false });
    await say(taken, { externalId: 't1' });
    expect((await staff.call(contract.tokens, {})).data[0]?.rehearsed).toEqual({ created: 0, changed: 2, disabled: 1, refused: 0 });
  });

  test('begins anew when it is asked for again', async () => {
    const { unit, staff } = await scene();
    const { id, token } = await staff.call(contract.add, { body: { name: 'Entra' } });
    const send = sender(world, token);
    await send('POST', '/Users', { userName: 'um@denovo.example' });
    await staff.call(contract.setRehearsal, { body: { token_id: id, rehearsal: true } });
    expect((await send('GET', '/Users')).body.totalResults).toBe(1);
    expect((await staff.call(contract.tokens, {})).data[0]?.rehearsed).toEqual({ created: 0, changed: 0, disabled: 0, refused: 0 });
    expect(unit.id).toEqual(expect.any(String));
  });
});

test('the log tells each person’s story, is searched by name and mail, and forgets after 90 days', async () => {
  const { unit, staff } = await scene();
  const directory = await openDirectory(world, unit);
  const made = await directory.send('POST', '/Users', { userName: 'vilma@historia.example', displayName: 'Vilma Prado' });
  await directory.send('POST', '/Users', { userName: 'outro@historia.example', displayName: 'Outro Nome' });
  await directory.send('POST', '/Users', { userName: 'vilma@historia.example', displayName: 'Vilma Segunda' });
  await directory.send('POST', '/Groups', { displayName: 'Equipe', members: [{ value: made.body.id }] });
  const lines = async (query: object) => (await staff.call(contract.log, { query })).data;
  expect(await lines({ q: 'vilma' })).toMatchObject([
    { kind: 'group', asked: 'create', outcome: 'created', added: ['Vilma Prado'], added_count: 1 },
    { kind: 'user', name: 'Vilma Segunda', outcome: 'refused', reason: 'user_name_taken', detail: 'Another user has this userName.' },
    { kind: 'user', name: 'Vilma Prado', outcome: 'created', object_id: made.body.id },
  ]);
  expect(await lines({ q: 'outro@historia' })).toHaveLength(1);
  expect(await lines({ outcome: 'refused' })).toHaveLength(1);
  expect(await lines({ kind: 'group' })).toHaveLength(1);
  expect(await lines({ object_id: made.body.id })).toHaveLength(2);
  await world.owner.run(sql`update scim_log set at = now() - interval '91 days' where tenant_id = ${unit.id} and outcome = 'refused'`);
  await world.runJobs(housekeeping);
  expect(await lines({})).toHaveLength(3);
});

describe('what a directory owns is not changed by hand', () => {
  async function provisioned() {
    const { unit, staff } = await scene();
    const directory = await openDirectory(world, unit);
    const word = unit.id.slice(-8);
    const { body } = await directory.send('POST', '/Users', {
      userName: `posse-${word}@example.com`,
      displayName: 'Da Diretoria',
      preferredLanguage: 'es',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Finanças' },
    });
    const user = await staff.call(users.get, { params: { id: body.id } });
    return { unit, staff, directory, user };
  }
  const bodyOf = (user: users.User, more: object) => ({
    ...Object.fromEntries(Object.entries(user).filter(([name]) => name in users.userInput.shape)),
    user_group_ids: user.groups.map(({ id }) => id),
    version: user.version,
    ...more,
  });

  test('name, e-mail, language and department are refused with the reason; role and rights are ours', async () => {
    const { staff, user } = await provisioned();
    expect(user.directory_fields.toSorted()).toEqual(['department', 'email', 'language', 'name']);
    for (const [field, value] of Object.entries({ name: 'Outro', email: 'outro@posse.example', language: 'pt-BR', department: 'Vendas' })) {
      const refused = await staff.refusal(users.update, { params: { id: user.id }, body: bodyOf(user, { [field]: value }) as never });
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]]);
    }
    const saved = await staff.call(users.update, {
      params: { id: user.id },
      body: bodyOf(user, { role: 'admin', refresh_datasets: true }) as never,
    });
    expect(saved).toMatchObject({ role: 'admin', refresh_datasets: true, name: 'Da Diretoria' });
  });

  test('nobody is put into its groups or taken out by hand, and saving a person leaves them where they are', async () => {
    const { staff, directory, user } = await provisioned();
    const group = (await directory.send('POST', '/Groups', { displayName: 'Do Diretório', members: [{ value: user.id }] })).body.id;
    const [shown] = (await staff.call(userGroups.list, { query: {} })).data;
    expect(shown).toMatchObject({ id: group, by_directory: true });
    const params = { id: group };
    expect((await staff.refusal(userGroups.addMembers, { params, body: { membership_ids: [user.id], ends_on: null } })).body.status).toBe(
      'group_of_directory',
    );
    expect((await staff.refusal(userGroups.removeMember, { params: { id: group, membership_id: user.id } })).body.status).toBe(
      'group_of_directory',
    );
    const now = await staff.call(users.get, { params: { id: user.id } });
    await staff.call(users.update, { params: { id: user.id }, body: bodyOf(now, { user_group_ids: [] }) as never });
    expect((await staff.call(userGroups.members, { params, query: {} })).data).toHaveLength(1);
  });
});

test('whoever is erased leaves nothing in what the directory sent', async () => {
  const { unit, staff } = await scene();
  const directory = await openDirectory(world, unit);
  const { body } = await directory.send('POST', '/Users', {
    userName: 'apagada@adeus.example',
    displayName: 'Zuleica Adeus',
    title: 'Diretora',
  });
  await directory.send('PATCH', `/Users/${body.id}`, { Operations: [{ op: 'replace', value: { title: 'Presidente' } }] });
  await directory.send('POST', '/Users', { userName: 'apagada@adeus.example', displayName: 'Zuleica Adeus' });
  await staff.call(users.erase, { params: { id: body.id }, query: { confirm: 'Zuleica Adeus' } });
  const left = await world.owner.run(sql`
    select from scim_user s where to_jsonb(s)::text ilike '%adeus%' union all select from scim_log l where to_jsonb(l)::text ilike '%adeus%'
    union all select from scim_rehearsal h where to_jsonb(h)::text ilike '%adeus%'`);
  expect(left).toEqual([]);
});
