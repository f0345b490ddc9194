import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../harness/database.ts';
import { asOwner } from '../harness/server.ts';
import { reachIn, reviewedReach } from './policies.ts';

const database = await testDatabase();
afterAll(database.close);

/** What is told of a table after a change that is taken back at once. */
async function reachAfter(client: pg.Client, change: string, table: string): Promise<string[]> {
  await client.query(`begin; ${change}`);
  try {
    return await reachIn(client, table);
  } finally {
    await client.query('rollback');
  }
}

test('every role reaches in every table what was reviewed, and nothing else', async () => {
  expect(await asOwner(database.ownerUrl, (client) => reachIn(client))).toEqual(reviewedReach());
});

test.each([
  ['bookmarks open to the partner', 'favourite', "select table_access('favourite', 'portal_partner', 'all', 'true')"],
  ['requests for privacy changed by the partner', 'privacy_request', 'grant update on privacy_request to portal_partner'],
  ['a column of secrets', 'partner_setting', 'grant select (mail_password) on partner_setting to portal_app'],
  ['a table that nobody reviewed', 'forgotten', 'create table forgotten (id int); grant select on forgotten to portal_app'],
  ['a condition that nobody reviewed', 'report', 'create policy p on report for select to portal_app using (title is not null)'],
  ['a policy that narrows', 'report', 'create policy p on report as restrictive for select to portal_app using (true)'],
  [
    'a policy for everybody',
    'session',
    'create policy p on session for select to public using (true); grant select on session to portal_app',
  ],
])('is told when it changes: %s', async (_, table, change) => {
  expect(await asOwner(database.ownerUrl, (client) => reachAfter(client, change, table))).not.toEqual(reviewedReach(table));
});

/** Changes of one policy, table or grant each, made from what there is. */
const everyChange = `
  with policy as (select polname as name, c.relname as table_name, pg_get_expr(polqual, c.oid) as rows, pg_get_expr(polwithcheck, c.oid) as becoming
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'public'::regnamespace),
  portal_table as (select relname as name, relrowsecurity, relforcerowsecurity, relacl from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relrowsecurity)
  select table_name as table, format('drop policy %I on %I', name, table_name) as change from policy
  union all select table_name, format('alter policy %I on %I using (true)', name, table_name) from policy where rows <> 'true'
  union all select table_name, format('alter policy %I on %I with check (true)', name, table_name) from policy where becoming <> 'true'
  union all select name, format('alter table %I disable row level security', name) from portal_table
  union all select name, format('alter table %I no force row level security', name) from portal_table where relforcerowsecurity
  union all select t.name, format('revoke %s on %I from %s', a.privilege_type, t.name, a.grantee::regrole) from portal_table t, aclexplode(t.relacl) a
    where a.grantee::regrole::text in ('portal_app', 'portal_partner', 'portal_operator', 'portal_identity')`;

test('no single policy, grant or switch of row-level security can change unseen', async () => {
  await asOwner(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ table: string; change: string }>(everyChange);
    const unseen: string[] = [];
    for (const { table, change } of rows)
      if ((await reachAfter(client, change, table)).join() === reviewedReach(table).join()) unseen.push(change);
    expect(rows.length).toBeGreaterThan(400);
    expect(unseen).toEqual([]);
  });
}, 300_000);
