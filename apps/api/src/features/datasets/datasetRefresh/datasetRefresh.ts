/** Refreshing datasets: now, by schedule, and the history. */
import * as contract from '@vitrine/contract/datasets/datasetRefresh.ts';
import type { DatasetRefresh } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, listPage, pageOf } from '#platform/http/list.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';
import { saved } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { listBudgets } from './budgets.ts';
import { refreshLedger } from './ledger.ts';
import { placementOf } from './placement.ts';
import { clockOf, listMine, myHistory, refreshStatus } from './refreshStatus.ts';
import type { Dataset } from '#domain/refreshing/rows.ts';
import {
  budgetOf,
  datasetOf,
  historyOf,
  refreshColumns,
  scheduleColumns,
  scheduleOf,
  shownSchedule,
  usage,
} from '#domain/refreshing/rows.ts';
import type { ScheduleRow } from '#domain/refreshing/rows.ts';
import { nextRuns } from '#domain/refreshing/schedule.rules.ts';
import { askFor } from './scheduledRefresh.jobs.ts';
import { startRefresh } from '#domain/refreshing/startRefresh.ts';

const keptInPanel = 20;
const runsShown = 3;

/** The data set of a report, for calls that need one. */
async function requireDataset(ctx: Context, reportId: string): Promise<Dataset> {
  const [dataset] = await ctx.run(datasetOf(reportId));
  const { dataset_id, ...rest } = found(dataset);
  return dataset_id === null ? fail('refresh_not_possible') : { ...rest, dataset_id };
}

const reportsOf = (datasetId: string, but: string) =>
  sql<{ id: string; title: string }>`
    select id, title from report where dataset_id = ${datasetId} and id <> ${but} order by title_sort, id limit 50`;

export function datasetRefresh(serve: Serve): void {
  serve(contract.status, (ctx, { params }) => refreshStatus(ctx, params.id));
  serve(contract.mine, (ctx, { query: wanted }) => listMine(ctx, wanted));
  serve(contract.myHistory, (ctx, { params }) => myHistory(ctx, params.id));

  serve(contract.start, async (ctx, { params }) => {
    await decideOn(ctx, params.id);
    const { can_refresh, why_not, again_at } = await refreshStatus(ctx, params.id);
    if (!can_refresh) refuse(why_not, again_at, ctx.now());
    const dataset = await requireDataset(ctx, params.id);
    const asked = { source: 'person', asked_by: ctx.actor.person_id, report_id: params.id } as const;
    const { row, error } = await startRefresh(ctx, clockOf(ctx), dataset, asked);
    if (error !== null) throw error;
    return row;
  });

  serve(contract.get, async (ctx, { params }) => {
    const clock = clockOf(ctx);
    const [dataset] = await ctx.run(datasetOf(params.id));
    const { dataset_id, ...place } = found(dataset);
    if (dataset_id === null) {
      return { timezone: clock.timezone, dataset_id, shared_with: [], schedule: null, next_runs: [], budget: null, history: [] };
    }
    const [[shared_with, [schedule], [today], history], placed] = await Promise.all([
      ctx.run(reportsOf(dataset_id, params.id), scheduleOf(dataset_id), usage(clock, dataset_id), historyOf(dataset_id, keptInPanel)),
      placementOf(ctx, [place]),
    ]);
    const runs = schedule?.paused === null ? nextRuns(schedule, clock.timezone, clock.now, runsShown) : [];
    return {
      timezone: clock.timezone,
      dataset_id,
      shared_with,
      schedule: schedule ? shownSchedule(schedule) : null,
      next_runs: runs.map((run) => run.toISOString()),
      budget: budgetOf(clock, placed(place), today ?? { used: 0, on_capacity: null }, schedule),
      history,
    };
  });

  serve(contract.saveSchedule, async (ctx, { params, body: { version, active, ...times } }) => {
    const { account, dataset_workspace_id, dataset_id } = await requireDataset(ctx, params.id);
    const on_capacity = await ctx.reporting.onCapacity(account, dataset_workspace_id);
    const clock = clockOf(ctx);
    const next = active ? nextRuns(times, clock.timezone, clock.now, 1)[0] : undefined;
    const values = {
      ...times,
      on_capacity,
      account_id: account.id,
      dataset_workspace_id,
      paused: active ? null : ('person' as const),
      failures: 0,
      owner_id: ctx.actor.person_id,
      hand_over_offered: false,
      next_run_at: next ?? null,
    };
    const id = uuidv7();
    const save =
      version === 0
        ? query
            .insertInto('refresh_schedule')
            .values({ ...values, id, tenant_id: ownTenant, dataset_id })
            .onConflict((conflict) => conflict.doNothing())
            .returning('id')
        : query
            .updateTable('refresh_schedule')
            .set({ ...values, version: version + 1 })
            .where('dataset_id', '=', dataset_id)
            .where('version', '=', version)
            .returning('id');
    const [changed, row] = await ctx.withTenant(async (tx) => {
      const [written, [now]] = await tx.run(save, scheduleOf(dataset_id));
      const [ask] = written[0] ? askFor(account.tenant_id, written[0].id, next) : [];
      if (ask) await tx.run(ask);
      return [written, now] as const;
    });
    return shownSchedule(saved(changed, row));
  });

  serve(contract.removeSchedule, async (ctx, { params }) => {
    const { dataset_id } = await requireDataset(ctx, params.id);
    const [removed] = await ctx.run(query.deleteFrom('refresh_schedule').where('dataset_id', '=', dataset_id).returning('id'));
    found(removed);
  });

  serve(contract.takeOver, async (ctx, { params }) => {
    const { timezone, now } = clockOf(ctx);
    const byId = sql<ScheduleRow>`select ${scheduleColumns} from refresh_schedule s where s.id = ${params.schedule_id}`;
    const [before] = await ctx.run(byId);
    const runs = found(before).paused === 'person' ? [] : nextRuns(found(before), timezone, now, 1);
    const take = sql`
      update refresh_schedule set owner_id = ${ctx.actor.person_id}, hand_over_offered = false, failures = 0, next_run_at = ${runs[0] ?? null}, version = version + 1,
        paused = case when paused = 'failures' then null else paused end
      where id = ${params.schedule_id}`;
    const [, [row]] = await ctx.run(take, byId, ...askFor(ctx.actor.tenant_id ?? fail('not_found_companies'), params.schedule_id, runs[0]));
    return shownSchedule(found(row));
  });

  serve(contract.history, async (ctx, { query: wanted }) => {
    const matching = every(
      wanted.state === undefined ? undefined : sql`d.state = ${wanted.state}`,
      wanted.q === ''
        ? undefined
        : sql`d.dataset_id in (select r.dataset_id from report r where r.id in (select found.id from search_report(${wanted.q}) found))`,
    );
    const direction = wanted.sort === 'asked_at' ? sql`desc` : sql`asc`;
    const rows = sql<DatasetRefresh & { dataset_id: string; account_name: string; reports: { id: string; title: string }[] }>`
      select ${refreshColumns}, d.dataset_id, a.name as account_name,
        coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'title', r.title) order by r.title_sort) from report r where r.dataset_id = d.dataset_id), '[]') as reports
      from dataset_refresh d join reporting_account a on a.id = d.account_id
      where ${matching} order by d.asked_at ${direction}, d.id ${direction} ${pageOf(wanted)}`;
    return listPage(ctx, wanted, rows, sql`select from dataset_refresh d where ${matching}`);
  });

  serve(contract.ledger, async (ctx, { params }) => refreshLedger(ctx, await requireDataset(ctx, params.id)));

  serve(contract.budgets, (ctx) => listBudgets(ctx));
}

function refuse(why: contract.RefreshStatus['why_not'], again_at: string | null, now: Date): never {
  if (why === 'running') fail('refresh_running');
  if (why === 'budget') fail('refresh_budget_spent');
  if (why === 'cooldown') {
    const retry_after = Math.ceil((Date.parse(again_at ?? '') - now.getTime()) / 1000);
    fail('refresh_too_soon', {}, { retry_after });
  }
  return fail(why === 'forbidden' ? 'forbidden' : 'refresh_not_possible');
}
