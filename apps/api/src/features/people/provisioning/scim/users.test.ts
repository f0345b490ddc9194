/** What of a person follows the directory, and what stays the portal’s. */
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app.ts';
import { openBrowser } from '#test/harness/browser.ts';
import { fresh, newUser, provisionedIn } from '#test/harness/provisioned.ts';
import { enterpriseUrn } from '#test/harness/scim.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
const { existing, logOf, memberOf, scene } = provisionedIn(world);

describe('what follows, and what stays', () => {
  test('what the portal has itself follows', async () => {
    const { id, patch } = await existing();
    await patch([
      { op: 'Replace', path: 'displayName', value: 'Nome Novo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'NOVO.nome@example.org' },
      { op: 'Replace', path: `${enterpriseUrn}:department`, value: 'Compras' },
      { op: 'Add', path: 'preferredLanguage', value: 'en_GB' },
    ]);
    expect(await memberOf(id)).toMatchObject({
      name: 'Nome Novo',
      email: 'novo.nome@example.org',
      department: 'Compras',
      language: 'en-US',
    });
  });

  test('what the directory does not own stays', async () => {
    const { id, directory, unit, patch } = await existing({ [enterpriseUrn]: undefined });
    await world.owner.run(sql`update membership set department = 'Local', role = 'admin' where id = ${id}`);
    await world.owner.run(sql`update person set language = 'es' where id = (select person_id from membership where id = ${id})`);
    await patch([
      { op: 'Replace', path: 'displayName', value: 'Outro Nome' },
      { op: 'Add', path: 'roles', value: [{ value: 'operator' }] },
    ]);
    expect(await memberOf(id)).toEqual(expect.objectContaining({ department: 'Local', role: 'admin', language: 'es', name: 'Outro Nome' }));
    const before = await unit.person('user');
    await world.owner.run(sql`update membership set department = 'Deste' where id = ${before.membership_id}`);
    await directory.send('PATCH', `/Users/${before.membership_id}`, { Operations: [{ op: 'add', path: 'externalId', value: 'e-9' }] });
    expect(await memberOf(before.membership_id ?? '')).toMatchObject({ department: 'Deste', name: before.name });
    expect((await logOf(unit.id)).at(-1)).toMatchObject({ outcome: 'taken_over' });
  });

  test('the account of somebody who belongs to another unit too stays as it is; the state here is ours', async () => {
    const { unit, directory } = await scene();
    const both = await world.join(await (await world.unit()).person('user'), unit);
    const changed = await directory.send('PATCH', `/Users/${both.membership_id}`, {
      Operations: [{ op: 'replace', value: { displayName: 'Renamed', active: false, emails: [{ value: 'stolen@example.org' }] } }],
    });
    expect(changed.status).toBe(200);
    expect(await memberOf(both.membership_id ?? '')).toMatchObject({ name: both.name, email: both.email, state: 'inactive' });
  });

  test('a blocked person stays blocked', async () => {
    const { id, patch } = await existing();
    await world.owner.run(sql`update membership set state = 'blocked' where id = ${id}`);
    expect((await patch([{ op: 'replace', value: { active: true, title: 'X' } }])).status).toBe(200);
    expect(await memberOf(id)).toMatchObject({ state: 'blocked' });
  });

  test('the last administrator stays', async () => {
    const { unit, directory } = await scene();
    const [admin] = await world.owner.run(sql<{ id: string }>`select id from membership where tenant_id = ${unit.id} and role = 'admin'`);
    const refused = await directory.send('PATCH', `/Users/${admin?.id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] });
    expect(refused.status).toBe(403);
    expect((await directory.send('DELETE', `/Users/${admin?.id}`)).status).toBe(403);
    expect(await memberOf(admin?.id ?? '')).toMatchObject({ state: 'active' });
    expect((await logOf(unit.id)).map(({ reason }) => reason)).toEqual(['last_admin', 'last_admin']);
  });
});

test('whoever is deleted is gone for the directory, deactivated here, and the same person when they are created again', async () => {
  const { unit, directory } = await scene();
  const word = fresh();
  const { body } = await directory.send('POST', '/Users', newUser(word));
  expect((await directory.send('DELETE', `/Users/${body.id}`)).status).toBe(204);
  expect((await directory.send('GET', `/Users/${body.id}`)).status).toBe(404);
  expect((await directory.send('DELETE', `/Users/${body.id}`)).status).toBe(404);
  expect(await memberOf(body.id)).toMatchObject({ state: 'deactivated' });
  const again = await directory.send('POST', '/Users', newUser(word, { displayName: 'De Volta' }));
  expect([again.status, again.body.id]).toEqual([201, body.id]);
  expect(await memberOf(body.id)).toMatchObject({ state: 'active', name: 'De Volta' });
  expect((await logOf(unit.id)).map(({ outcome }) => outcome)).toEqual(['created', 'removed', 'revived']);
});

test('people are found by any of their addresses, in any letters, and nobody of another unit is', async () => {
  const [here, there] = [await existing(), await existing()];
  const second = `${fresh()}@example.org`;
  await here.patch([{ op: 'add', path: 'emails', value: [{ value: second, type: 'home' }] }]);
  const found = async ({ directory }: typeof here, filter: string) =>
    (await directory.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.Resources.map(({ id }) => id);
  for (const filter of [
    `emails[type eq "work"].value eq "${here.word.toUpperCase()}@example.com"`,
    `emails[type eq "home" and value eq "${second}"]`,
    `emails.value eq "${second.toUpperCase()}"`,
    `emails eq "${second}" and active eq true`,
  ]) {
    expect(await found(here, filter), filter).toEqual([here.id]);
    expect(await found(there, filter), filter).toEqual([]);
  }
  // The type counts as well, and so does what is no longer theirs.
  expect(await found(here, `emails[type eq "work"].value eq "${second}"`)).toEqual([]);
  await here.patch([{ op: 'remove', path: 'emails[type eq "home"]' }]);
  expect(await found(here, `emails.value eq "${second}"`)).toEqual([]);
});

test('whoever is disabled is out at once on another node as well', async () => {
  const { unit, directory } = await scene();
  const ana = await unit.person('user');
  const here = await world.signIn(ana);
  const second = await buildApp(world.services);
  onTestFinished(() => second.close());
  const there = openBrowser({ app: second, log: world.log }, { host: here.host });
  there.token = here.token;
  for (const [name, value] of here.cookies) there.cookies.set(name, value);
  expect((await there.inject({ url: '/api/home' })).statusCode).toBe(200);
  await directory.send('PATCH', `/Users/${ana.membership_id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] });
  expect([(await there.inject({ url: '/api/home' })).statusCode, (await here.inject({ url: '/api/home' })).statusCode]).toEqual([401, 401]);
});
