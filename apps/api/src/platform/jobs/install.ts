/** Creates or upgrades the tables of pg-boss in the schema `jobs` during migration, so that no worker has to own anything. */
import type pg from 'pg';
import { paces, queueSettings } from './queues.ts';

/** What the exactly pinned version of pg-boss works with (`pgboss.schema` in its package.json); a test holds it to that. */
export const bossSchemaVersion = 43;

/**
 * A row of `jobs.job` names its unit in its data: a scope adds work for whom it may act, and reads, changes and removes
 * nothing. The worker's role sees all of it and no other table of ours.
 */
const access = `
  grant select, insert, update, delete on all tables in schema jobs to portal_jobs;
  grant execute on all functions in schema jobs to portal_jobs;
  grant insert on jobs.job to portal_app, portal_partner, portal_operator, portal_identity;
  alter table jobs.job enable row level security;
  create policy worker on jobs.job to portal_jobs using (true) with check (true);
  create policy own_unit on jobs.job for insert to portal_app
    with check ((data ->> 'tenant_id')::uuid = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
  create policy own_units on jobs.job for insert to portal_partner
    with check ((data ->> 'tenant_id')::uuid = any ((select public.partner_tenants())::uuid[]));
  create policy platform on jobs.job for insert to portal_operator, portal_identity with check (true);
`;

/** Runs within `migrate`, which holds its lock. A queue that exists already stays as it is. */
export async function installJobs(client: pg.Client): Promise<void> {
  const installed = await installedVersion(client);
  await client.query('set role portal_owner');
  if (installed !== bossSchemaVersion) await installVersion(client, installed);
  for (const pace of paces) await client.query('select jobs.create_queue($1, $2)', [pace, queueSettings]);
  await indexUnfinished(client);
  await client.query('reset role');
}

/** Jobs that are done are kept for a week and are nearly all of them: who looks at the others does not read those. */
async function indexUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(`select to_regclass('jobs.job_unfinished') is not null as known`);
  if (rows[0]?.known) return;
  await client.query(
    `create index job_unfinished on jobs.job (state, completed_on) where state in ('created', 'retry', 'active', 'failed')`,
  );
}

async function installVersion(client: pg.Client, installed: number | null): Promise<void> {
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss');
  if (installed === null) {
    await client.query(getConstructionPlans('jobs', { createSchema: false }));
    await client.query(access);
  } else {
    await client.query(getMigrationPlans('jobs', installed));
    await client.query('grant select, insert, update, delete on all tables in schema jobs to portal_jobs');
    await client.query('grant execute on all functions in schema jobs to portal_jobs');
  }
}

async function installedVersion(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ known: boolean }>(`select to_regclass('jobs.version') is not null as known`);
  if (!rows[0]?.known) return null;
  const versions = await client.query<{ version: number }>('select version from jobs.version');
  return versions.rows[0]?.version ?? null;
}
