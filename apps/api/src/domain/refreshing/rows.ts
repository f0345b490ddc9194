/** What is stored about data sets and their refreshes, as statements. */
import type { DatasetRefresh, RefreshBudget, RefreshSchedule } from '@vitrine/contract/datasets/datasetRefresh.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import { dailyLimit, runsLeftToday } from './schedule.rules.ts';

/** The data set of a report. */
export type Dataset = { account: ReportingAccount; dataset_workspace_id: string; dataset_id: string };

/** The current time and the unit's time zone. */
export type Clock = { timezone: string; now: Date };

/** No row: the report is not there. Without a data set `dataset_id` is null. */
export const datasetOf = (reportId: string): RawBuilder<Dataset | (Dataset & { dataset_id: null })> => sql<Dataset>`
  select to_jsonb(account) as account, coalesce(r.dataset_workspace_id, r.workspace_id) as dataset_workspace_id, r.dataset_id
  from report r left join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where r.id = ${reportId}`;

/** A refresh `d`; the requester is named if `named` is true. */
const columnsNaming = (named: RawBuilder<unknown>) => sql`
  d.id, d.state, d.source, d.reason, d.asked_at, d.started_at, d.ended_at,
  (select p.name from person p where p.id = d.asked_by and ${named}) as asked_by_name`;

export const refreshColumns: RawBuilder<unknown> = columnsNaming(sql`true`);

/** The same for readers, who only see their own name. */
export const columnsFor = (personId: string): RawBuilder<unknown> => columnsNaming(sql`p.id = ${personId}`);

export const historyOf = (datasetId: string, limit: number, columns = refreshColumns): RawBuilder<DatasetRefresh> => sql<DatasetRefresh>`
  select ${columns} from dataset_refresh d where d.dataset_id = ${datasetId} order by d.asked_at desc limit ${sql.lit(limit)}`;

export const refreshRow = (id: string): RawBuilder<DatasetRefresh> =>
  sql<DatasetRefresh>`select ${refreshColumns} from dataset_refresh d where d.id = ${id}`;

export type ScheduleRow = Omit<RefreshSchedule, 'active'> & { dataset_id: string; on_capacity: boolean };

/** The owner of a schedule must be an active administrator of the unit or partner staff. */
export const scheduleColumns = sql`
  s.id, s.dataset_id, s.on_capacity, s.days, s.times, s.paused, s.failures, s.owner_id, s.next_run_at, s.version,
  coalesce((select p.name from person p where p.id = s.owner_id), '') as owner_name,
  not exists (select from membership m where m.person_id = s.owner_id and m.state = 'active' and m.role = 'admin')
    and exists (select from membership m where m.person_id = s.owner_id) as owner_gone`;

export const scheduleOf = (datasetId: string): RawBuilder<ScheduleRow> =>
  sql<ScheduleRow>`select ${scheduleColumns} from refresh_schedule s where s.dataset_id = ${datasetId}`;

export function shownSchedule({ dataset_id: _dataset, on_capacity: _capacity, ...row }: ScheduleRow): RefreshSchedule {
  return { ...row, active: row.paused === null };
}

/** When the unit's day began. */
export const dayBegan = ({ timezone, now }: Clock): RawBuilder<unknown> =>
  sql`(date_trunc('day', ${now}::timestamptz at time zone ${timezone}) at time zone ${timezone})`;

/** Condition on a refresh: of the unit's day, and counted, because the service started it. */
export const countsOf = (clock: Clock, of: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  ${of}.state not in ('blocked', 'missed') and (${of}.state <> 'failed' or ${of}.started_at is not null) and ${of}.asked_at >= ${dayBegan(clock)}`;

export const usedToday = (clock: Clock, datasetId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select count(*) from dataset_refresh used where used.dataset_id = ${datasetId} and ${countsOf(clock, sql`used`)})`;

/** Whether the workspace was on a capacity when the service was last asked for a refresh. */
export const capacityAtLastRefresh = (datasetId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select d.on_capacity from dataset_refresh d where d.dataset_id = ${datasetId} and d.started_at is not null order by d.asked_at desc limit 1)`;

export const usage = (clock: Clock, datasetId: string): RawBuilder<{ used: number; on_capacity: boolean | null }> => sql<{
  used: number;
  on_capacity: boolean | null;
}>`
  select ${usedToday(clock, sql`${datasetId}::uuid`)} as used,
    ${capacityAtLastRefresh(sql`${datasetId}::uuid`)} as on_capacity`;

/** Refreshes left today. `placed` is what the service says of the workspace now, null where it does not; then what was known last holds. */
export function budgetOf(
  clock: Clock,
  placed: boolean | null,
  { used, on_capacity }: { used: number; on_capacity: boolean | null },
  schedule: Pick<ScheduleRow, 'days' | 'times' | 'paused' | 'on_capacity'> | undefined,
): RefreshBudget {
  const known = placed ?? on_capacity ?? schedule?.on_capacity ?? false;
  const reserved = schedule && schedule.paused === null ? runsLeftToday(schedule, clock.timezone, clock.now) : 0;
  return { used, reserved, limit: dailyLimit(known), on_capacity: known };
}
