/** All datasets of the unit by account: refreshes left today, owner of the schedule, last result. */
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/datasets/datasetRefresh.ts';
import { sql } from 'kysely';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import type { Context } from '#domain/serving/context.ts';
import { clockOf } from './refreshStatus.ts';
import type { ScheduleRow } from '#domain/refreshing/rows.ts';
import type { Placed } from './placement.ts';
import { placementOf } from './placement.ts';
import { budgetOf, capacityAtLastRefresh, refreshColumns, scheduleColumns, shownSchedule, usedToday } from '#domain/refreshing/rows.ts';

type Budgets = Answer<typeof contract.budgets>;
type Row = Pick<Budgets['data'][number], 'account_id' | 'account_name' | 'dataset_id' | 'reports' | 'last'> &
  Placed & {
    used: number;
    on_capacity: boolean | null;
    schedule: ScheduleRow | null;
  };

/** Limit of the list, which people read without paging. */
const limit = 200;

export async function listBudgets(ctx: Context): Promise<Budgets> {
  const clock = clockOf(ctx);
  const rows = await ctx.run(sql<Row>`
    select found.account_id, a.name as account_name, to_jsonb(account) as account, found.dataset_workspace_id, found.dataset_id, found.reports,
      ${usedToday(clock, sql`found.dataset_id`)} as used,
      ${capacityAtLastRefresh(sql`found.dataset_id`)} as on_capacity,
      (select to_jsonb(x) from (select ${scheduleColumns} from refresh_schedule s where s.dataset_id = found.dataset_id) as x) as schedule,
      (select to_jsonb(x) from (
        select ${refreshColumns} from dataset_refresh d where d.dataset_id = found.dataset_id order by d.asked_at desc limit 1
      ) as x) as last
    from (
      select r.account_id, min(coalesce(r.dataset_workspace_id, r.workspace_id)::text)::uuid as dataset_workspace_id, r.dataset_id, jsonb_agg(jsonb_build_object('id', r.id, 'title', r.title) order by r.title_sort) as reports
      from report r where r.dataset_id is not null group by r.account_id, r.dataset_id
    ) as found
    join reporting_account a on a.id = found.account_id
    join lateral (select ${callingColumns} from reporting_account a where a.id = found.account_id) as account on true
    order by search_text(a.name), found.reports -> 0 ->> 'title', found.dataset_id limit ${sql.lit(limit)}`);
  const placed = await placementOf(ctx, rows);
  return {
    timezone: clock.timezone,
    data: rows.map(({ used, on_capacity, schedule, account, dataset_workspace_id, ...row }) => ({
      ...row,
      budget: budgetOf(clock, placed({ account, dataset_workspace_id }), { used, on_capacity }, schedule ?? undefined),
      schedule: schedule && shownSchedule(schedule),
    })),
  };
}
