import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { Directory } from '#test/harness/scim.ts';
import { openDirectory, patchOp } from '#test/harness/scim.ts';
import type { Person } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const core = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const fresh = () => `Grupo ${randomUUID()}`;
const idOf = ({ membership_id }: Person) => membership_id ?? '';

async function scene() {
  const unit = await world.unit();
  await unit.person('admin');
  const people = [await unit.person('user'), await unit.person('user'), await unit.person('user')].map(idOf);
  return { unit, people: people as [string, string, string], directory: await openDirectory(world, unit) };
}

const made = async ({ send }: Directory, members: readonly string[] = [], displayName = fresh()) => {
  const { status, body } = await send('POST', '/Groups', {
    schemas: [core],
    displayName,
    externalId: randomUUID(),
    members: members.map((value) => ({ value })),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

const membersOf = async (id: string) =>
  (await world.owner.run(sql<{ id: string }>`select membership_id as id from user_group_member where group_id = ${id} order by 1`)).map(
    ({ id: member }) => member,
  );
const patch = ({ send }: Directory, id: string, operations: unknown[]) =>
  send('PATCH', `/Groups/${id}`, { schemas: [patchOp], Operations: operations });

test('a group comes without members, is found by its name, and its people come in small patches (Entra)', async () => {
  const { directory, people, unit } = await scene();
  const group = await made(directory);
  const filter = encodeURIComponent(`displayName eq "${group.displayName.toUpperCase()}"`);
  const { body } = await directory.send('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
  expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: group.id }] });
  expect(body.Resources[0]).not.toHaveProperty('members');
  const added = await patch(directory, group.id, [
    {
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: people[0] },
        { $ref: null, value: people[1] },
      ],
    },
  ]);
  expect([added.status, added.body]).toEqual([204, null]);
  expect(await membersOf(group.id)).toEqual([people[0], people[1]].toSorted());
  const [line] = await world.owner.run(sql<{ added: string[]; asked: string }>`
    select added, asked from scim_log where tenant_id = ${unit.id} order by id desc limit 1`);
  expect([line?.asked, line?.added.toSorted()]).toEqual(['members', [people[0], people[1]].toSorted()]);
  const user = await directory.send('GET', `/Users/${people[0]}`);
  expect(user.body.groups).toEqual([
    { value: group.id, display: group.displayName, $ref: `https://portal.example/scim/v2/Groups/${group.id}` },
  ]);
});

describe('somebody leaves', () => {
  test.each<[dialect: string, operation: (id: string) => object]>([
    ['Entra without the flag', (id) => ({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] })],
    ['Entra with the flag', (id) => ({ op: 'remove', path: `members[value eq "${id}"]` })],
    ['Okta', (id) => ({ op: 'remove', path: `members[value eq "${id}"]`, value: null })],
    ['in other letters', (id) => ({ Op: 'REMOVE', Path: 'MEMBERS', Value: [{ Value: id.toUpperCase() }] })],
    ['with the name beside', (id) => ({ op: 'remove', path: 'members', value: [{ value: id, display: 'Whatever' }] })],
  ])('%s', async (_, operation) => {
    const { directory, people } = await scene();
    const group = await made(directory, people);
    const answer = await patch(directory, group.id, [operation(people[1])]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(204);
    expect(await membersOf(group.id)).toEqual([people[0], people[2]].toSorted());
    // Again it changes nothing, and is no error.
    expect((await patch(directory, group.id, [operation(people[1])])).status).toBe(204);
    expect(await membersOf(group.id)).toHaveLength(2);
  });

  test('all, without a value', async () => {
    const { directory, people } = await scene();
    const group = await made(directory, people);
    await patch(directory, group.id, [{ op: 'remove', path: 'members' }]);
    expect(await membersOf(group.id)).toEqual([]);
  });
});

test('members come and go in one call, twice is once, and replaced are all (Okta)', async () => {
  const { directory, people } = await scene();
  const group = await made(directory, [people[0]]);
  await patch(directory, group.id, [
    { op: 'remove', path: `members[value eq "${people[0]}"]` },
    { op: 'add', path: 'members', value: [{ value: people[1] }, { value: people[1] }, { value: people[2] }] },
  ]);
  expect(await membersOf(group.id)).toEqual([people[1], people[2]].toSorted());
  await patch(directory, group.id, [{ op: 'replace', path: 'members', value: [{ value: people[0] }] }]);
  expect(await membersOf(group.id)).toEqual([people[0]]);
  const put = await directory.send('PUT', `/Groups/${group.id}`, {
    displayName: 'Só Dois',
    members: [{ value: people[1] }, { value: people[2] }],
  });
  expect([put.status, put.body.displayName, put.body.members.length]).toEqual([200, 'Só Dois', 2]);
});

test('renamed without a path, with the id repeated (Okta)', async () => {
  const { directory, people } = await scene();
  const group = await made(directory, people);
  const renamed = await patch(directory, group.id, [{ op: 'replace', value: { id: group.id, displayName: 'Renomeado' } }]);
  expect(renamed.status).toBe(204);
  expect((await directory.send('GET', `/Groups/${group.id}`)).body).toMatchObject({
    displayName: 'Renomeado',
    externalId: group.externalId,
  });
  expect(await membersOf(group.id)).toHaveLength(3);
});

test('groups of the unit itself are none of the directory’s: neither seen nor changed, and their names are taken', async () => {
  const { directory, unit } = await scene();
  const [own] = await world.owner.run(sql<{ id: string }>`
    insert into user_group (tenant_id, id, name) values (${unit.id}, uuid_v7(), 'Diretoria Local') returning id`);
  expect((await directory.send('GET', '/Groups')).body).toMatchObject({ totalResults: 0, Resources: [] });
  for (const [method, body] of [
    ['GET'],
    ['PUT', { displayName: 'x' }],
    ['PATCH', { Operations: [{ op: 'replace', value: { displayName: 'x' } }] }],
    ['DELETE'],
  ] as const)
    expect((await directory.send(method, `/Groups/${own?.id}`, body)).status).toBe(404);
  const taken = await directory.send('POST', '/Groups', { displayName: 'DIRETORIA local' });
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
});

test('nobody of another unit becomes a member, and no group of another unit is reached', async () => {
  const [here, there] = [await scene(), await scene()];
  const group = await made(here.directory, here.people);
  for (const member of [there.people[0], group.id, 'x', randomUUID()]) {
    const refused = await patch(here.directory, group.id, [
      { op: 'remove', path: 'members' },
      { op: 'add', path: 'members', value: [{ value: member }] },
    ]);
    expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue']);
  }
  expect(await membersOf(group.id)).toHaveLength(3);
  const foreign = await made(there.directory, there.people);
  for (const [method, body] of [
    ['GET'],
    ['PUT', { displayName: 'x' }],
    ['PATCH', { Operations: [{ op: 'remove', path: 'members' }] }],
    ['DELETE'],
  ] as const)
    expect((await here.directory.send(method, `/Groups/${foreign.id}`, body)).status).toBe(404);
  for (const [method, body] of [
    ['GET'],
    ['PUT', { userName: 'x@example.com' }],
    ['PATCH', { Operations: [{ op: 'replace', value: { active: false } }] }],
    ['DELETE'],
  ] as const)
    expect((await here.directory.send(method, `/Users/${there.people[0]}`, body)).status).toBe(404);
  expect(await membersOf(foreign.id)).toHaveLength(3);
  const [state] = await world.owner.run(sql<{ state: string }>`select state from membership where id = ${there.people[0]}`);
  expect(state?.state).toBe('active');
});

test('a group that is deleted is gone, and its people stay', async () => {
  const { directory, people } = await scene();
  const group = await made(directory, people);
  expect((await directory.send('DELETE', `/Groups/${group.id}`)).status).toBe(204);
  expect((await directory.send('GET', `/Groups/${group.id}`)).status).toBe(404);
  expect((await directory.send('GET', `/Users/${people[0]}`)).body).not.toHaveProperty('groups');
});
