/** Everything that the page of operations shows, in one round trip and a name. Nothing of it reads a table that grows with use. */
import type { Operations } from '@vitrine/contract/organisation/operations.ts';
import { failedShown, viewDays } from '@vitrine/contract/organisation/operations.ts';
import { sql } from 'kysely';
import { readRestored } from '#domain/people/restored.ts';
import { silentSeconds } from '#domain/operations/node.ts';
import { countQueues, everyQueue } from '#domain/operations/queues.ts';
import type { Context } from '#domain/serving/context.ts';
import { readErasures } from '#domain/people/erasures.ts';
import { countErasures, hereAgain } from '#domain/people/secondLook.ts';
import { secretEndsSoon, todayOf } from '#domain/waiting/conditions.ts';
import type { Today } from '#domain/waiting/conditions.ts';
import { found } from '#platform/http/fail.ts';
import { wakingChannel } from '#platform/jobs/queues.ts';
import { failureKind, shownError } from './failure.rules.ts';

type Failed = Omit<Operations['failed'][number], 'unit' | 'reason' | 'error'> & {
  unit_id: string | null;
  unit_name: string | null;
  message: string | null;
};

const failedJobs = sql<Failed>`select * from failed_jobs(${sql.lit(failedShown)})`;

const shownJob = ({ unit_id, unit_name, message, ...job }: Failed): Operations['failed'][number] => ({
  ...job,
  unit: unit_id === null ? null : { id: unit_id, name: unit_name ?? '' },
  reason: failureKind(message),
  error: shownError(message),
});

type Node = Operations['nodes'][number];

/** Who was silent for a minute has ended without a word. */
const nodes = (now: Date) => sql<Node>`
  select id, host, process, started_at, seen_at, memory_bytes::float8 as memory_bytes, open_pages, waiting_for_database, log_level
  from portal_node where seen_at >= ${now}::timestamptz - make_interval(secs => ${sql.lit(silentSeconds)}) order by host, started_at, id`;

type Switched = { level: NonNullable<Operations['log']>['level']; until: string; by_id: string | null };

const logSwitch = (now: Date) => sql<Switched>`
  select log_level as level, log_level_until as until, log_level_by as by_id from platform_setting where log_level_until > ${now}`;

/** The operator's scope sees no names of its own people. */
async function shownSwitch(ctx: Context, switched: Switched | undefined): Promise<Operations['log']> {
  if (!switched) return null;
  const { level, until, by_id } = switched;
  const [person] = await ctx.identity.run(sql<{ name: string }>`select name from person where id = ${by_id}`);
  return { level, until, by: person?.name ?? null };
}

/** A node that takes jobs listens for them, on one connection. */
const workingNodes = sql<{ count: number }>`
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name = ${`vitrine listening to ${wakingChannel}`}`;

const accounts = (at: Today) => sql<Operations['accounts']>`
  select count(*) filter (where state = 'well')::int as well, count(*) filter (where state = 'ending')::int as ending,
    count(*) filter (where state = 'failing')::int as failing, count(*) filter (where state = 'ended')::int as ended
  from (
    select case
      when a.secret_expires_on < ${at.today}::date then 'ended'
      when (select d.state from dataset_refresh d where d.tenant_id = a.tenant_id and d.account_id = a.id and d.state in ('completed', 'failed')
        order by d.asked_at desc limit 1) = 'failed' then 'failing'
      when ${secretEndsSoon(at)} then 'ending'
      else 'well' end as state
    from reporting_account a) as told`;

type Table = Operations['database']['tables'][number] & { all_bytes: number };

/** Sizes are those of files, rows those that the database last estimated: no table is read. */
const tables = sql<Table>`
  with sized as (
    select case when n.nspname = 'public' then whole.relname::text else n.nspname || '.' || whole.relname end as name,
      n.nspname !~ '^pg_|^information_schema$' as ours, sum(pg_total_relation_size(c.oid)) as bytes, sum(nullif(c.reltuples, -1))::bigint as rows
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    join pg_class whole on whole.oid = coalesce(i.inhparent, c.oid) join pg_namespace n on n.oid = whole.relnamespace
    where c.relkind in ('r', 'm') and n.nspname !~ '^pg_(toast|temp)' group by n.nspname, whole.relname)
  select name, bytes::float8 as bytes, rows::float8 as rows, (select sum(bytes) from sized)::float8 as all_bytes
  from sized where ours order by sized.bytes desc, name limit 10`;

const units = ({ today }: Today) => sql<Operations['units'][number]>`
  select t.id, t.name, z.bytes::float8 as bytes, z.log_lines::float8 as log_lines, coalesce(s.used, 0) as seats,
    coalesce((select sum(d.views) from usage_day d where d.tenant_id = t.id and d.day > ${today}::date - ${sql.lit(viewDays)}), 0)::int as views
  from unit_size z join tenant t on t.id = z.tenant_id left join unit_seats s on s.tenant_id = t.id
  order by z.bytes desc, t.id limit 10`;

/** A file that cannot be read is told in its place, and keeps nothing else from being seen; the doctor says what to mend. */
async function lookAtErasures({ identity, environment: { dataDirectory }, log }: Context): Promise<Operations['erasures']> {
  try {
    const written = await readErasures(dataDirectory);
    const again = await hereAgain(identity, written);
    return { written: countErasures(written), again: countErasures(again), restored: await readRestored(dataDirectory) };
  } catch (error) {
    log.error({ err: error }, 'what was erased cannot be read');
    return null;
  }
}

/** For the operator alone. */
export async function readOperations(ctx: Context): Promise<Operations> {
  const at = todayOf(ctx);
  const now = ctx.now();
  const [[counted, failed, [working], [health], sizes, largest, there, [switched]], replica] = await Promise.all([
    ctx.operator().run(countQueues, failedJobs, workingNodes, accounts(at), tables, units(at), nodes(now), logSwitch(now)),
    ctx.replicaState(),
  ]);
  const queues = everyQueue(counted);
  const mail = queues.find(({ queue }) => queue === 'mail');
  return {
    asked_at: now.toISOString(),
    nodes: there,
    log: await shownSwitch(ctx, switched),
    working_nodes: found(working).count,
    queues,
    failed: failed.map(shownJob),
    failed_count: queues.reduce((sum, queue) => sum + queue.failed, 0),
    mails: { waiting: (mail?.waiting ?? 0) + (mail?.later ?? 0), failed_day: mail?.failed_day ?? 0 },
    accounts: found(health),
    database: { bytes: sizes[0]?.all_bytes ?? 0, tables: sizes },
    replica,
    units: largest,
    erasures: await lookAtErasures(ctx),
  };
}
