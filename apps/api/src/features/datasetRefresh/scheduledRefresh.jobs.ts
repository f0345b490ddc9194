/** One run of a schedule. Each run asks for the next one, so that nobody has to look through all schedules. */
import { sql } from 'kysely';
import { z } from 'zod';
import { settingsNow } from '../../core/accessRules.ts';
import { query } from '../../core/database/query.ts';
import type { Statement } from '../../core/database/query.ts';
import { found } from '../../core/fail.ts';
import { addJob } from '../../core/jobs/addJob.ts';
import type { JobContext, UnitJob } from '../../core/jobs/defineJob.ts';
import { defineJob } from '../../core/jobs/defineJob.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { unitAdministrators } from '../../core/people/unitAdministrators.ts';
import { storedSettings } from '../../core/readUnitSettings.ts';
import { uuidv7 } from '../../core/uuid.ts';
import type { Clock, Dataset, ScheduleRow } from './rows.ts';
import { scheduleColumns } from './rows.ts';
import { isMissed, nextRuns } from './schedule.rules.ts';
import { countRun } from './scheduleHealth.ts';
import { startRefresh } from './startRefresh.ts';
import { tellKeeperGone } from './tellRefresh.ts';
import { callingColumns } from '../../core/reportingAccount.ts';

const payload = z.strictObject({ schedule_id: z.guid(), due_at: z.iso.datetime() });

export const scheduledRefresh: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'dataset_refresh.scheduled',
  schema: payload,
  pace: 'slow',
  retry: { limit: 3, delay_seconds: 60 },
  async work(ctx, { schedule_id, due_at }) {
    const [[schedule], [stored]] = await ctx.run(dueSchedule(schedule_id), storedSettings);
    // Changed, stopped or done since this run was asked for: whatever holds now has asked for a run of its own.
    if (!schedule || schedule.paused !== null || !isAt(schedule.next_run_at, due_at)) return;
    const clock: Clock = { timezone: settingsNow(found(stored), ctx.now()).timezone, now: ctx.now() };
    if (schedule.owner_gone) await offerHandOver(ctx, schedule);
    await runOnce(ctx, clock, schedule, new Date(due_at));
    const next = nextRuns(schedule, clock.timezone, clock.now, 1)[0];
    await ctx.run(
      sql`update refresh_schedule set next_run_at = ${next ?? null} where id = ${schedule_id} and paused is null`,
      ...askFor(ctx.tenant_id, schedule_id, next),
    );
  },
});

/** Its keeper has left: it goes on, and the administrators hear once that somebody has to take it over. */
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

/** Statements that ask for a run at its time. */
export function askFor(tenant_id: string, schedule_id: string, at: Date | undefined): Statement[] {
  if (!at) return [];
  const due_at = at.toISOString();
  return [addJob(scheduledRefresh, tenant_id, { schedule_id, due_at }, { at })];
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
  // What the portal itself held back says nothing about the data set.
  if (row.state === 'failed') await countRun(ctx, schedule, false);
}
