/** What groups of a directory give and take at each arrival, and how an administrator maps them. */
import * as contract from '@vitrine/contract/signIn/entra.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { uuidv7 } from '#platform/database/uuid.ts';
import { query } from '#platform/database/query.ts';
import { isServed } from '#test/harness/sessions.ts';
import { openEntraWorld } from '#test/harness/entra.ts';

const { world, somebody, groupOf, trusting, link, signIn, refused, close } = await openEntraWorld();
afterAll(close);

type Directory = Awaited<ReturnType<typeof trusting>>;

/** A member who is linked to the directory. */
async function linked(directory: Directory) {
  const member = await directory.unit.person('user');
  const one = somebody(`${uuidv7().slice(-12)}@elsewhere.example`);
  await link(directory, member.membership_id, one);
  return { member, one };
}

const maps = ({ id, unit }: Directory, value: string, group_id: string | null) =>
  world.owner.run(query.insertInto('entra_group').values({ tenant_id: unit.id, entra_directory_id: id, value, name: 'Mapped', group_id }));

async function userGroup({ unit }: Directory, name: string): Promise<string> {
  const id = uuidv7();
  await world.owner.run(query.insertInto('user_group').values({ tenant_id: unit.id, id, name }));
  return id;
}

async function stateOf(membership_id: string | null) {
  const [row] = await world.owner.run(sql<{ role: string; groups: string[] }>`
    select m.role, array(select g.name from user_group_member gm join user_group g on g.id = gm.group_id where gm.membership_id = m.id order by g.name) as groups
    from membership m where m.id = ${membership_id}`);
  return row;
}

test('groups of the directory give what the unit maps, take it when they are no longer named, and touch nothing else', async () => {
  const directory = await trusting();
  await directory.unit.person('admin');
  const { member, one } = await linked(directory);
  const [sales, clinic, own] = [
    await userGroup(directory, 'Vendas'),
    await userGroup(directory, 'Clínica'),
    await userGroup(directory, 'Minha'),
  ];
  const [sellers, nurses, heads] = [groupOf(one), groupOf(), groupOf(one)];
  await maps(directory, sellers.id, sales);
  await maps(directory, nurses.id, clinic);
  await maps(directory, heads.id, null);
  await world.owner.run(
    sql`insert into user_group_member (tenant_id, group_id, membership_id) values (${directory.unit.id}, ${own}, ${member.membership_id})`,
  );
  const { signedIn, browser } = await signIn(directory, one);
  expect(signedIn.user.role).toBe('admin');
  expect(await stateOf(member.membership_id)).toEqual({ role: 'admin', groups: ['Minha', 'Vendas'] });
  [sellers, heads].forEach((group) => group.members.splice(0));
  nurses.members.push(one.object_id);
  const { signedIn: again } = await signIn(directory, one);
  expect(again.user.role).toBe('user');
  expect(await stateOf(member.membership_id)).toEqual({ role: 'user', groups: ['Clínica', 'Minha'] });
  expect(await isServed(browser)).toBe(false);
  const lines = await world.owner.run(sql<{ role: string }>`
    select after->>'role' as role from audit_log
    where object_type = 'membership' and object_id = ${member.membership_id} and before->>'role' <> after->>'role' order by id`);
  expect(lines.map(({ role }) => role)).toEqual(['admin', 'user']);
});

test('a mapping of another unit, of another directory, gives nothing', async () => {
  const [directory, other] = [await trusting(), await trusting()];
  const { member, one } = await linked(directory);
  const heads = groupOf(one);
  await maps(other, heads.id, null);
  expect((await signIn(directory, one)).signedIn.user.role).toBe('user');
  expect(await stateOf(member.membership_id)).toEqual({ role: 'user', groups: [] });
});

test('whoever is administrator by the portal stays it, and the last one who has a password does, whoever made them one', async () => {
  const directory = await trusting();
  const boss = await directory.unit.person('admin');
  const mine = somebody('boss@elsewhere.example');
  await link(directory, boss.membership_id, mine);
  const { member, one } = await linked(directory);
  const heads = groupOf(one);
  await maps(directory, heads.id, null);
  expect((await signIn(directory, mine)).signedIn.user.role).toBe('admin');
  expect((await signIn(directory, one)).signedIn.user.role).toBe('admin');
  await world.owner.run(sql`update membership set role = 'user' where id = ${boss.membership_id}`);
  heads.members.splice(0);
  expect((await signIn(directory, one)).signedIn.user.role).toBe('admin');
  await world.owner.run(sql`update membership set role = 'admin' where id = ${boss.membership_id}`);
  expect((await signIn(directory, one)).signedIn.user.role).toBe('user');
  expect(await stateOf(member.membership_id)).toEqual({ role: 'user', groups: [] });
});

test('staff of a partner gets nothing by a directory', async () => {
  const directory = await trusting();
  const { member, one } = await linked(directory);
  await maps(directory, groupOf(one).id, null);
  await world.owner.run(
    sql`insert into staff (person_id, role, partner_id) values (${member.id}, 'partner', ${directory.unit.partner_id})`,
  );
  expect((await refused(directory, one)).status).toBe(403);
  expect(await stateOf(member.membership_id)).toEqual({ role: 'user', groups: [] });
});

test('whoever is in more groups than a token holds keeps what they have', async () => {
  const directory = await trusting();
  const { member, one } = await linked(directory);
  const sales = await userGroup(directory, 'Vendas');
  const sellers = groupOf(one);
  await maps(directory, sellers.id, sales);
  await signIn(directory, one);
  sellers.members.splice(0);
  for (let count = 0; count < 201; count += 1) groupOf(one);
  await signIn(directory, one);
  expect(await stateOf(member.membership_id)).toEqual({ role: 'user', groups: ['Vendas'] });
});

test('an administrator maps groups by their number, renames and takes away; what is no number, or a group of another unit, is refused', async () => {
  const directory = await trusting();
  const sales = await userGroup(directory, 'Vendas');
  const admin = await world.signIn(await directory.unit.person('admin'));
  const value = uuidv7();
  const whom = { name: 'Directory', email_domains: [], active: true, first_time: false, guests: false };
  const save = (version: number, groups: { value: string; name: string; user_group_id: string | null }[]) => ({
    params: { id: directory.id },
    body: { ...whom, version, groups },
  });
  const shown = async () => (await admin.call(contract.list, {})).directories[0]?.groups;
  const [selling, heading] = [
    { value, name: 'Selling', user_group_id: sales },
    { value, name: 'Heads', user_group_id: null },
  ];
  await admin.call(contract.update, save(1, [{ ...selling, value: value.toUpperCase() }, heading]));
  expect(await shown()).toEqual([heading, selling]);
  await admin.call(contract.update, save(2, [{ ...selling, name: 'Sales' }]));
  expect(await shown()).toEqual([{ ...selling, name: 'Sales' }]);
  expect((await admin.refusal(contract.update, save(3, [{ ...selling, value: 'sellers' }]))).status).toBe(422);
  const foreign = await userGroup(await trusting(), 'Elsewhere');
  expect((await admin.refusal(contract.update, save(3, [{ ...selling, user_group_id: foreign }]))).status).toBe(404);
  expect(await shown()).toEqual([{ ...selling, name: 'Sales' }]);
  const lines = await world.owner.run(
    sql<{
      actions: string[];
    }>`select array_agg(action order by at, id) as actions from audit_log where tenant_id = ${directory.unit.id} and object_type = 'entra_group'`,
  );
  expect(lines[0]?.actions).toHaveLength(4);
});
