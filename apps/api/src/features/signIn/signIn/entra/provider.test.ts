/** A provider that lies in what no sign-in at the local Entra can show: discovery, keys, groups, and what is kept of its tokens. */
import { begin, finish } from '@vitrine/contract/signIn/entra.ts';
import { logout } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openOidcProvider } from '#test/harness/oidcProvider.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const [client_id, home] = [uuidv7(), uuidv7()];
let provider = await openOidcProvider({ client_id, directory_id: home });

/** A portal that knows nothing of the provider yet: what discovery said is kept for an hour. */
async function open(changes: Parameters<typeof provider.behave>[0] = {}) {
  provider.behave(changes);
  const { address: entra } = provider;
  const world = await openWorld({
    environment: { reporting: { entra, powerbi: entra, arm: entra }, signInApplication: { client_id, client_secret: 'secret' } },
  });
  const host = `u${uuidv7().slice(-12)}.example`;
  const unit = await world.unit({ host });
  const id = uuidv7();
  const row = { tenant_id: unit.id, id, name: 'Directory', directory_id: home, email_domains: ['mail.example'], first_time: true };
  await world.owner.run(query.insertInto('entra_directory').values(row));
  const browser = world.browser({ host });
  const start = async () => provider.expect((await browser.call(begin, { body: { directory: id } })).url);
  return { world, unit, browser, start, directory: id };
}

beforeEach(async () => {
  await provider.close();
  provider = await openOidcProvider({ client_id, directory_id: home });
});
afterAll(() => provider.close());

const known = { email: 'ana@mail.example', xms_edov: true, name: 'Ana' };

test('O10: a directory whose discovery names another issuer is refused before anybody is sent there', async () => {
  const { world, browser, directory } = await open({ issuer: 'https://evil.example/v2.0' });
  const refusal = await browser.refusal(begin, { body: { directory } });
  expect(refusal.body.status).toBe('error_authentication');
  const [row] = await world.owner.run(sql<{ made: number }>`select count(*)::int as made from entra_sign_in`);
  expect(row?.made).toBe(0);
  await world.close();
});

test.each([
  ['are not there', { status: 404, body: '{}' }, 'entra_unreachable'],
  ['are ten megabytes', { status: 200, body: JSON.stringify({ keys: [], filler: 'x'.repeat(10_000_000) }) }, 'entra_unreachable'],
  ['are none', { status: 200, body: '{"keys":[]}' }, 'error_authentication'],
])('O10: nobody comes in when the keys %s', async (_what, keys, word) => {
  const { world, browser, start } = await open({ keys, claims: known });
  expect((await browser.refusal(finish, { body: await start() })).body.status).toBe(word);
  await world.close();
});

test('O10: however many come with a key that nobody knows, the keys are asked for once a minute at most', async () => {
  const { world, browser, start } = await open({ claims: known });
  await browser.call(finish, { body: await start() });
  provider.behave({ claims: known, kid: 'unknown' });
  for (let tries = 0; tries < 5; tries += 1)
    expect((await browser.refusal(finish, { body: await start() })).body.status).toBe('error_authentication');
  expect(provider.calls.filter((call) => call === 'keys')).toHaveLength(1);
  await world.close();
});

test('O5: a provider that promises its name in the answer and leaves it out is refused, and no token is asked for', async () => {
  const { world, browser, start } = await open({ metadata: { authorization_response_iss_parameter_supported: true }, claims: known });
  expect((await browser.refusal(finish, { body: await start() })).body.status).toBe('error_authentication');
  expect(provider.calls).not.toContain('token');
  await world.close();
});

test('O8: the directory of private accounts is no home, whatever the token says besides', async () => {
  const { world, browser, start } = await open({ claims: { ...known, tid: '9188040d-6c67-4c5b-b112-36a304b66dad' } });
  expect((await browser.refusal(finish, { body: await start() })).body.status).toBe('error_authentication');
  await world.close();
});

test('O12: groups and roles of a token make nobody more than a reader where the unit maps none', async () => {
  const { world, browser, unit, start } = await open({ claims: { ...known, groups: [uuidv7()], roles: ['admin'], wids: [uuidv7()] } });
  const group = { tenant_id: unit.id, id: uuidv7() };
  await world.owner.run(query.insertInto('user_group').values({ ...group, name: 'Group' }));
  const signedIn = await browser.call(finish, { body: await start() });
  expect(signedIn.user.role).toBe('user');
  const members = await world.owner.run(query.selectFrom('user_group_member').select('group_id').where('tenant_id', '=', unit.id));
  expect(members).toEqual([]);
  await world.close();
});

test.each([
  ['says where to ask for more', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'groups' } } }],
  ['only says that there are some', { hasgroups: true }],
  ['has no list', { groups: 'a-text' }],
])('O12: nothing of a token that %s is believed: everything stays as it is, nobody is asked, and the log says so', async (_what, more) => {
  const heads = uuidv7();
  const { world, browser, unit, start, directory } = await open({ claims: { ...known, groups: [heads], ...more } });
  await world.owner.run(
    query.insertInto('entra_group').values({ tenant_id: unit.id, entra_directory_id: directory, value: heads, name: 'Heads' }),
  );
  const { user } = await browser.call(finish, { body: await start() });
  expect(user.role).toBe('user');
  expect(provider.calls).not.toContain('groups');
  const told = await world.owner.run(
    query.selectFrom('audit_log').select(['person_id', 'tenant_id']).where('action', '=', 'entra_identity.groups_unread'),
  );
  expect(told).toEqual([{ person_id: user.id, tenant_id: unit.id }]);
  await world.close();
});

test('O13: no row of any table and no line of the log has a token of the provider', async () => {
  const { world, browser, start } = await open({ claims: known });
  await browser.call(finish, { body: await start() });
  const tables = await world.owner.run(
    sql<{ name: string }>`select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  expect(tables.length).toBeGreaterThan(50);
  const holding: string[] = [];
  for (const { name } of tables) {
    const rows = await world.owner.run(sql`select 1 from ${sql.table(name)} t where t::text ~ 'eyJ|secret-access|secret-refresh' limit 1`);
    if (rows.length > 0) holding.push(name);
  }
  expect(holding).toEqual([]);
  expect(world.log.filter((line) => /eyJ|secret-(access|refresh)/.test(line))).toEqual([]);
  await world.close();
});

test('O11: leaving the portal asks the provider nothing, and the next sign-in asks who it is', async () => {
  const { world, browser, start, directory } = await open({ claims: known });
  browser.token = (await browser.call(finish, { body: await start() })).token;
  const before = provider.calls.length;
  await browser.call(logout, {});
  expect(provider.calls).toHaveLength(before);
  const asked = new URL((await browser.call(begin, { body: { directory } })).url).searchParams;
  expect(asked.get('prompt')).toBe('select_account');
  await world.close();
});
