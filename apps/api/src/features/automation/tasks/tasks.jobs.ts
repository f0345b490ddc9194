/**
 * The clock of tasks: when a minute begins, what is due in each unit is claimed, gets a run, a job for it, and its next time, all in one
 * transaction. What is claimed by one process is passed over by the others, and a run is known by its task and time: none is lost, none
 * runs twice.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { addJobs } from '#domain/jobs/addJob.ts';
import type { PlatformJobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { isMissed } from '#domain/refreshing/schedule.rules.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { Failure } from '#platform/http/fail.ts';
import type { Statement } from '#platform/database/query.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { beginRun } from './beginRun.ts';
import { noticesAtOnce, runNotices } from './notices.jobs.ts';
import { failureOf } from './outcome.ts';
import { settleRun } from './settleRun.ts';
import { transient } from './transient.ts';
import { work } from './workOfTask.ts';
import type { Times } from './trigger.rules.ts';
import { nextRuns } from './trigger.rules.ts';

const batch = 500;
/** Units whose tasks are claimed at the same time; the process has six connections for jobs. */
const unitsAtOnce = 3;
/** Tries after the first one, a minute later, and two and four. */
const retries = 3;

const payload = z.strictObject({ run_id: z.guid() });

export const runTask: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'task.run_now',
  schema: payload,
  pace: 'service',
  retry: { limit: retries, delay_seconds: 60 },
  waiting: {
    key: 'run_id',
    since: (before) => sql`select id as run_id from task_run where state in ('queued', 'running') and due_at < ${before}`,
  },
  async work(ctx, { run_id }) {
    const due = await beginRun(ctx, run_id);
    if (!due) return;
    try {
      const outcome = await work(ctx, due);
      if (outcome !== null) await settleRun(ctx, due, outcome);
    } catch (error) {
      if (!(error instanceof Failure) || (transient(error) && ctx.attempt <= retries)) throw error;
      await settleRun(ctx, due, failureOf(error));
    }
  },
  /** The portal itself failed: whoever waits for the run is told that it did not work. */
  async gaveUp(ctx, { run_id }, error) {
    const due = await beginRun(ctx, run_id);
    if (due) await settleRun(ctx, due, failureOf(error));
  },
});

type Claimed = {
  id: string;
  task_id: string;
  kind: string;
  next_run_at: string;
  paused: string | null;
  days: number[];
  from_time: string;
  until_time: string;
} & Omit<Times, 'from' | 'until'>;

const dueTriggers = (now: Date) => sql<Claimed>`
  select g.id, g.task_id, g.next_run_at, t.kind, t.paused, g.frequency, g.days, g.day_of_month, g.times, g.every_minutes, g.from_time, g.until_time, g.expires_on
  from task_trigger g join task t on t.id = g.task_id
  where g.next_run_at <= ${now} order by g.next_run_at, g.id limit ${sql.lit(batch)} for update of g skip locked`;

type Queued = { id: string; task_id: string };
type Run = { id: string; task_id: string; due_at: string };

/** Those that nobody was there for within an hour are written down as left out. */
const newRuns = (runs: readonly Run[], missed: boolean, now: Date) => sql<Queued>`
  insert into task_run (tenant_id, id, task_id, due_at, state, reason, ended_at)
  select ${ownTenant}, n.id, n.task_id, n.due_at, ${missed ? 'skipped' : 'queued'}, ${missed ? 'missed' : null}, ${missed ? now : null}::timestamptz
  from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as n (id uuid, task_id uuid, due_at timestamptz)
  on conflict (tenant_id, task_id, due_at) do nothing returning id, task_id`;

/** What asks nobody runs many at once, everything else by itself. */
function jobsOf(tenant_id: string, queued: readonly Queued[], notices: ReadonlySet<string>): Statement[] {
  const ids = queued.filter(({ task_id }) => notices.has(task_id)).map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / noticesAtOnce) }, (_, n) =>
    ids.slice(n * noticesAtOnce, (n + 1) * noticesAtOnce),
  );
  const together = parts.map((run_ids) => ({ key: String(run_ids[0]), payload: { run_ids } }));
  const alone = queued.filter(({ task_id }) => !notices.has(task_id)).map(({ id }) => ({ key: id, payload: { run_id: id } }));
  return [
    ...(together.length > 0 ? [addJobs(runNotices, tenant_id, together)] : []),
    ...(alone.length > 0 ? [addJobs(runTask, tenant_id, alone)] : []),
  ];
}

/** The number of triggers that were claimed. */
async function claim(ctx: PlatformJobContext, tenant_id: string, now: Date): Promise<number> {
  const unit = ctx.unit(tenant_id);
  const { timezone } = await readTenantSettings({ ...unit, now: ctx.now });
  return unit.withTenant(async (tx) => {
    const due = await tx.run(dueTriggers(now));
    if (due.length === 0) return 0;
    const runs = due.flatMap(({ task_id, next_run_at, paused }) =>
      paused === null ? [{ id: uuidv7(), task_id, due_at: new Date(next_run_at).toISOString() }] : [],
    );
    const are = (missed: boolean) => runs.filter(({ due_at }) => isMissed(new Date(due_at), now) === missed);
    const [, queued] = await tx.run(
      newRuns(are(true), true, now),
      newRuns(are(false), false, now),
      sql`update task_trigger g set next_run_at = n.next_run_at, last_sent_at = g.next_run_at
          from jsonb_to_recordset(${JSON.stringify(nextOf(due, timezone, now))}::jsonb) as n (id uuid, next_run_at timestamptz)
          where g.id = n.id`,
    );
    for (const statement of jobsOf(tenant_id, queued, new Set(due.filter(({ kind }) => kind === 'notice').map(({ task_id }) => task_id))))
      await tx.run(statement);
    return due.length;
  });
}

/** When each is due next; those that are due together mostly have the same schedule, whose next time is looked for once. */
function nextOf(due: readonly Claimed[], timezone: string, now: Date): { id: string; next_run_at: string | null }[] {
  const found = new Map<string, string | null>();
  return due.map(({ id, paused, frequency, days, day_of_month, times, every_minutes, from_time, until_time, expires_on }) => {
    if (paused !== null) return { id, next_run_at: null };
    const schedule: Times = { frequency, days, day_of_month, times, every_minutes, from: from_time, until: until_time, expires_on };
    const key = JSON.stringify(schedule);
    if (!found.has(key)) found.set(key, nextRuns(schedule, timezone, now, 1)[0]?.toISOString() ?? null);
    return { id, next_run_at: found.get(key) ?? null };
  });
}

export const claimTasks = definePlatformJob({
  name: 'tasks.claim',
  schema: z.strictObject({ minute: z.iso.datetime().optional() }),
  everyMinute: (minute) => ({ minute: minute.toISOString() }),
  async work(ctx, { minute }) {
    // The clock of the process that does it may be behind that of the one that asked for it.
    const now = new Date(Math.max(ctx.now().getTime(), minute === undefined ? 0 : Date.parse(minute)));
    const units = await ctx.identity.run(sql<{ tenant_id: string }>`
      select distinct g.tenant_id from task_trigger g join tenant t on t.id = g.tenant_id
      where g.next_run_at <= ${now} and t.state <> 'closed' order by 1`);
    const claimAll = async ({ tenant_id }: { tenant_id: string }) => {
      while ((await claim(ctx, tenant_id, now)) === batch);
    };
    const shares = Array.from({ length: unitsAtOnce }, (_, n) => units.filter((_unit, place) => place % unitsAtOnce === n));
    const ends = await Promise.allSettled(shares.map((share) => eachByItself(ctx, share, claimAll)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  },
});
