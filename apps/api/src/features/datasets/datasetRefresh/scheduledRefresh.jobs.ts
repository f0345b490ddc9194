/** One run of a schedule. Each run adds the job of the next one, so that schedules need not be polled. */
import { sql } from 'kysely';
import { z } from 'zod';
import { settingsNow } from '#domain/access/accessRules.ts';
import { query } from '#platform/database/query.ts';
import type { Statement } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { storedSettings } from '#domain/settings/readTenantSettings.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Clock, Dataset, ScheduleRow } from '#domain/refreshing/rows.ts';
import { scheduleColumns } from '#domain/refreshing/rows.ts';
import { isMissed, nextRuns } from '#domain/refreshing/schedule.rules.ts';
import { countRun } from '#domain/refreshing/scheduleHealth.ts';
import { startRefresh } from '#domain/refreshing/startRefresh.ts';
import { tellKeeperGone } from '#domain/refreshing/publishRefresh.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';

/** While the service fails. */
const retries = 3;

const payload = z.strictObject({ schedule_id: z.guid(), due_at: z.iso.datetime() });

export const scheduledRefresh: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'dataset_refresh.scheduled',
  schema: payload,
  pace: 'service',
  retry: { limit: retries, delay_seconds: 60 },
  waiting: {
    key: 'schedule_id',
    since: (before) => sql`
      select id as schedule_id, to_char(next_run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due_at
      from refresh_schedule where paused is null and next_run_at < ${before}`,
  },
  async work(ctx, { schedule_id, due_at }) {
    const [[schedule], [stored]] = await ctx.run(dueSchedule(schedule_id), storedSettings);
    // The schedule was changed, paused or run since this job was added; its current version has a job of its own.
    if (!schedule || schedule.paused !== null || !isAt(schedule.next_run_at, due_at)) return;
    const clock: Clock = { timezone: settingsNow(found(stored), ctx.now()).timezone, now: ctx.now() };
    if (schedule.owner_gone) await offerHandOver(ctx, schedule);
    await runOnce(ctx, clock, schedule, new Date(due_at));
    const next = nextRuns(schedule, clock.timezone, clock.now, 1)[0];
    await ctx.withTenant(async (tx) => {
      // Whoever saved the schedule meanwhile has asked for its next run.
      const [goesOn] = await tx.run(sql`
        update refresh_schedule set next_run_at = ${next ?? null}
        where id = ${schedule_id} and paused is null and next_run_at = ${due_at} returning id`);
      if (goesOn) for (const statement of askFor(ctx.tenant_id, schedule_id, next)) await tx.run(statement);
    });
  },
});

/** The owner has left: the schedule continues, and the administrators are notified once that somebody has to take it over. */
async function offerHandOver(ctx: JobContext, schedule: Due): Promise<void> {
  await ctx.withTenant(async (tx) => {
    const [[offered], people] = await tx.run(
      sql<{
        id: string;
      }>`update refresh_schedule set hand_over_offered = true where id = ${schedule.id} and not hand_over_offered returning id`,
      unitAdministrators,
    );
    if (!offered) return;
    const person_ids = people.map(({ person_id }) => person_id);
    for (const statement of tellKeeperGone(ctx.tenant_id, person_ids, schedule)) await tx.run(statement);
  });
}

/** Statements that add the job of the next run. However often it is asked for, it runs once. */
export function askFor(tenant_id: string, schedule_id: string, at: Date | undefined): Statement[] {
  if (!at) return [];
  const due_at = at.toISOString();
  return [addJob(scheduledRefresh, tenant_id, { schedule_id, due_at }, { at, key: `${schedule_id} ${due_at}` })];
}

type Due = ScheduleRow & Dataset & { report_id: string | null; report: string | null };

const dueSchedule = (id: string) => sql<Due>`
  select ${scheduleColumns}, s.dataset_workspace_id, to_jsonb(account) as account, shown.id as report_id, shown.title as report
  from refresh_schedule s
  left join lateral (select r.id, r.title from report r where r.dataset_id = s.dataset_id order by r.title_sort limit 1) as shown on true
  join lateral (select ${callingColumns} from reporting_account a where a.id = s.account_id) as account on true
  where s.id = ${id}`;

const isAt = (stored: string | null, due_at: string): boolean => stored !== null && Date.parse(stored) === Date.parse(due_at);

async function runOnce(ctx: JobContext, clock: Clock, schedule: Due, due: Date): Promise<void> {
  const { account, dataset_workspace_id, dataset_id } = schedule;
  if (isMissed(due, clock.now)) {
    const missed = { state: 'missed', reason: 'missed', source: 'schedule', asked_at: due, ended_at: clock.now } as const;
    await ctx.run(
      query
        .insertInto('dataset_refresh')
        .values({ id: uuidv7(), tenant_id: ownTenant, account_id: account.id, dataset_workspace_id, dataset_id, ...missed }),
    );
    return;
  }
  const { row, error } = await startRefresh(
    ctx,
    clock,
    { account, dataset_workspace_id, dataset_id },
    { source: 'schedule', asked_by: null, report_id: null },
  );
  if (error === null) return;
  ctx.log.info({ err: error, refresh_id: row.id }, 'a scheduled refresh did not start');
  // A refresh that was held back says nothing about the dataset.
  if (row.state !== 'failed') return;
  if (ctx.attempt <= retries) throw error;
  await countRun(ctx, schedule, false);
}
