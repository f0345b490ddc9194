import { readFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asOwner } from '../harness/server.ts';
import { testDatabase } from '../harness/database.ts';
import { exceptions } from './exceptions.ts';
import { findingsIn, findingsOn } from './invariants.ts';
import { notes, scratchDatabase } from './scratch.ts';

const loginOf = (url: string) => decodeURIComponent(new URL(url).username);

/** The tables that docs/security.md names under the heading. */
async function documentedTables(heading: string): Promise<string[]> {
  const text = await readFile(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
  const [, after = ''] = text.split(heading);
  const [, table = ''] = after.split('\n\n');
  return [...table.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name ?? '').sort();
}

describe('the migrated database', async () => {
  const { ownerUrl, url, close } = await testDatabase();
  const notForced = await asOwner(ownerUrl, (client) =>
    client.query<{ name: string }>(
      "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relforcerowsecurity",
    ),
  );
  const findings = await findingsIn(ownerUrl, loginOf(url));
  await close();

  test('breaks no rule without a written reason', () => {
    expect(findings.filter(({ rule, object }) => exceptions[rule]?.[object] === undefined)).toEqual([]);
  });

  test('has the tables that do not force their policies on the owner in the security model, and no others', async () => {
    expect(await documentedTables('does not bind the owner of')).toEqual(notForced.rows.map(({ name }) => name).sort());
  });

  test('needs every exception that is written down', () => {
    const found = new Set(findings.map(({ rule, object }) => `${rule} ${object}`));
    const written = Object.entries(exceptions).flatMap(([rule, objects]) => Object.keys(objects).map((object) => `${rule} ${object}`));
    expect(written.filter((exception) => !found.has(exception))).toEqual([]);
  });
});

/** A table as it should be, but for what a test changes. */
const good = `
  create table thing (tenant_id uuid not null, id uuid not null, name text, note_id uuid, primary key (tenant_id, id));
  select tenant_table('thing', 'write');`;

test.each<[rule: string, object: string, problem: string, offence: string]>([
  ['tenant', 'loose', 'has no tenant_id that is never null', 'create table loose (id uuid primary key)'],
  ['tenant', 'loose', 'has no tenant_id that is never null', 'create table loose (id uuid primary key, tenant_id uuid)'],
  ['security', 'thing', 'does not enable row-level security', `${good} alter table thing disable row level security`],
  ['force', 'thing', 'does not force row-level security on its owner', `${good} alter table thing no force row level security`],
  [
    'owner',
    'thing',
    'belongs to portal_app',
    `${good} reset role; grant create on schema public to portal_app; alter table thing owner to portal_app`,
  ],
  ['command', 'thing', 'lets portal_identity select without a policy for it', `${good} grant select on thing to portal_identity`],
  ['command', 'thing', 'lets portal_identity update without a policy for it', `${good} grant update (name) on thing to portal_identity`],
  ['policy', 'thing.all_of_it', 'is for public', `${good} create policy all_of_it on thing using (true)`],
  [
    'policy',
    'thing.too_wide',
    "opens a tenant's table to portal_app in its own way",
    `${good} create policy too_wide on thing for select to portal_app using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid) or name = 'shared')`,
  ],
  [
    'policy',
    'thing.unchecked',
    "opens a tenant's table to portal_app in its own way",
    `${good} create policy unchecked on thing to portal_app using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))`,
  ],
  [
    'policy',
    'thing.portal_identity_select',
    "opens a tenant's table to portal_identity in its own way",
    `${good} select identity_access('thing', 'select')`,
  ],
  [
    'policy',
    'loose.portal_app_select',
    'opens a table of the platform to portal_app',
    "create table loose (); select table_access('loose', 'portal_app', 'select', 'true')",
  ],
  [
    'key',
    'thing',
    'has no primary key that begins with tenant_id',
    `${good} alter table thing drop constraint thing_pkey; alter table thing add primary key (id, tenant_id)`,
  ],
  ['key', 'loose', 'has no primary key', 'create table loose (id uuid)'],
  ['unique', 'thing_name_key', 'is unique across tenants of thing', `${good} alter table thing add unique (name)`],
  ['unique', 'thing_lower_idx', 'is unique across tenants of thing', `${good} create unique index on thing (lower(name))`],
  ['index', 'thing_name_tenant_id_idx', 'does not begin with tenant_id', `${good} create index on thing (name, tenant_id)`],
  [
    'reference',
    'thing_note_id_fkey',
    "thing may refer to another tenant's note",
    `${good} alter table note add unique (id); alter table thing add foreign key (note_id) references note (id)`,
  ],
  [
    'reference',
    'crossed',
    "thing may refer to another tenant's note",
    `${good} alter table thing add constraint crossed foreign key (note_id, tenant_id) references note (tenant_id, id)`,
  ],
  [
    'reference',
    'loose_tenant_id_note_id_fkey',
    "loose of the platform refers to the tenant's note",
    'create table loose (tenant_id uuid, note_id uuid, foreign key (tenant_id, note_id) references note)',
  ],
  [
    'reference',
    'thing_tenant_id_note_id_fkey',
    'a removal in note would clear the tenant_id of thing',
    `${good} alter table thing add foreign key (tenant_id, note_id) references note on delete set null`,
  ],
  ['privilege', 'thing', 'grants SELECT to public', `${good} grant select on thing to public`],
  ['privilege', 'thing', 'grants TRUNCATE to portal_app', `${good} grant truncate on thing to portal_app`],
  ['privilege', 'thing', 'grants SELECT to vitrine_test_login', `${good} grant select on thing to vitrine_test_login`],
  [
    'privilege',
    'open',
    'may be called by everybody',
    'create function open() returns int language sql return 1; grant execute on function open to public',
  ],
  ['privilege', 'public', 'is open to everybody', 'reset role; grant usage on schema public to public'],
  [
    'role',
    'vitrine_test_login',
    'owns mine',
    'reset role; grant create on schema public to vitrine_test_login; create table mine (); alter table mine owner to vitrine_test_login',
  ],
  ['view', 'seen', 'does not run with the rights of who reads it', 'create view seen as select * from note'],
  ['view', 'kept', 'keeps rows of every tenant', 'create materialized view kept as select * from note'],
  ['definer', 'mighty', 'runs with the rights of its owner', 'create function mighty() returns int language sql security definer return 1'],
  [
    'path',
    'mighty',
    'runs with the rights of its owner on the search path of its caller',
    'create function mighty() returns int language sql security definer return 1',
  ],
  [
    'type',
    'thing.name',
    'is of type mood',
    `create type mood as enum ('good'); ${good} alter table thing alter column name type mood using null`,
  ],
  ['type', 'thing.name', 'is of type numeric(10,2)', `${good} alter table thing alter column name type numeric(10, 2) using 0`],
  ['jobs', 'thing', 'is open to the worker of jobs', `${good} grant select on thing to portal_jobs`],
  [
    'jobs',
    'job',
    'lets portal_app select',
    'reset role; create schema if not exists jobs; create table if not exists jobs.job (); grant select on jobs.job to portal_app',
  ],
  ['sequence', 'numbers', 'counts across tenants', 'create sequence numbers'],
])('the rule %s finds that %s %s', async (rule, object, problem, offence) => {
  const { ownerUrl, url, close } = await scratchDatabase(`${notes};\n${offence}`);
  onTestFinished(close);
  expect(await findingsIn(ownerUrl, loginOf(url))).toContainEqual({ rule, object, problem });
});

test('finds nothing in tables as they should be', async () => {
  const { ownerUrl, url, close } = await scratchDatabase(`${notes};\n${good}
    create view seen with (security_invoker = true) as select * from note;
    create function careful() returns int language sql security definer set search_path = public, pg_temp return 1;
    alter table thing add foreign key (tenant_id, note_id) references note on delete set null (note_id);`);
  onTestFinished(close);
  const own = (await findingsIn(ownerUrl, loginOf(url))).filter(({ object }) => /^(thing|seen|note_reader)/.test(object));
  expect(own).toEqual([]);
});

test('the rule role finds rights of a role beyond its grants', async () => {
  const { ownerUrl, url, close } = await scratchDatabase(notes);
  onTestFinished(close);
  const login = loginOf(url);
  // Roles belong to every database of the server: what is wrong with one is looked at inside a transaction that is undone.
  const found = await asOwner(ownerUrl, async (client) => {
    await client.query('begin');
    await client.query(
      `alter role portal_app bypassrls; grant portal_owner to portal_app; grant portal_owner to ${login}; alter role ${login} inherit`,
    );
    return findingsOn(client, login);
  });
  expect(found.filter(({ rule }) => rule === 'role')).toEqual([
    { rule: 'role', object: 'portal_app', problem: 'has rights beyond its grants' },
    { rule: 'role', object: 'portal_app', problem: 'is a member of portal_owner' },
    { rule: 'role', object: login, problem: 'is a member of portal_owner' },
    { rule: 'role', object: login, problem: 'may do something by itself' },
  ]);
});
