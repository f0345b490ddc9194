/** Each slot of the unit's day of a data set: what the portal started, what the service knows besides, and what schedules will take. */
import type { RefreshLedger } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { Failure } from '#platform/http/fail.ts';
import { found } from '#platform/http/fail.ts';
import type { Taken } from './ledger.rules.ts';
import { ledgerOf, startedOutside } from './ledger.rules.ts';
import { placementOf } from './placement.ts';
import type { Dataset } from '#domain/refreshing/rows.ts';
import { budgetOf, countsOf, dayBegan, scheduleOf, usage } from '#domain/refreshing/rows.ts';
import { clockOf } from './refreshStatus.ts';
import { runsToday } from '#domain/refreshing/schedule.rules.ts';

type Own = Taken & { request_id: string | null; started_at: string | null };

export async function refreshLedger(ctx: Context, dataset: Dataset): Promise<RefreshLedger> {
  const clock = clockOf(ctx);
  const { account, dataset_workspace_id, dataset_id } = dataset;
  const ownToday = sql<Own>`
    select d.source, d.state, d.request_id, d.started_at, coalesce(d.started_at, d.asked_at) as at, d.ended_at,
      (select p.name from person p where p.id = d.asked_by) as by
    from dataset_refresh d where d.dataset_id = ${dataset_id} and ${countsOf(clock, sql`d`)} order by d.asked_at`;
  const [[own, [schedule], [today], [day]], placed, atService] = await Promise.all([
    ctx.run(ownToday, scheduleOf(dataset_id), usage(clock, dataset_id), sql<{ began: string }>`select ${dayBegan(clock)} as began`),
    placementOf(ctx, [dataset]),
    serviceSays(ctx, dataset),
  ]);
  const { limit, on_capacity } = budgetOf(
    clock,
    placed({ account, dataset_workspace_id }),
    today ?? { used: 0, on_capacity: null },
    schedule,
  );
  const upcoming = schedule && schedule.paused === null ? runsToday(schedule, clock.timezone, clock.now) : [];
  const outside = atService ? startedOutside(atService, own, new Date(found(day).began)) : [];
  const taken = [...own.map(({ request_id: _request, started_at: _started, ...slot }) => slot), ...outside];
  return { timezone: clock.timezone, limit, on_capacity, outside_known: atService !== null, ...ledgerOf(taken, upcoming, limit) };
}

/** Null while the service does not answer: then the portal's own refreshes are told alone. */
async function serviceSays({ reporting }: Context, { account, dataset_workspace_id, dataset_id }: Dataset) {
  try {
    return await reporting.refreshes(account, dataset_workspace_id, dataset_id);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
