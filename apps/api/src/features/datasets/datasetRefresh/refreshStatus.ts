/** How old a report's data are, and whether the caller may refresh them now: for one report or a list. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/datasets/datasetRefresh.ts';
import type { DatasetRefresh, MyRefresh, RefreshStatus } from '@vitrine/contract/datasets/datasetRefresh.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail, found } from '#platform/http/fail.ts';
import type { ListAnswer } from '#platform/http/list.ts';
import { every, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import type { ReadableReport } from '#domain/reportAccess/readable.ts';
import { decideOn, isOfService } from '#domain/reportAccess/readable.ts';
import { isVisible, manages } from '#domain/reportAccess/visible.ts';
import type { Placed } from './placement.ts';
import { placementOf } from './placement.ts';
import type { Clock, ScheduleRow } from '#domain/refreshing/rows.ts';
import { budgetOf, capacityAtLastRefresh, columnsFor, historyOf, scheduleColumns, usedToday } from '#domain/refreshing/rows.ts';
import { coolDownMs } from '#domain/refreshing/schedule.rules.ts';

type Last = Pick<DatasetRefresh, 'id' | 'state' | 'reason' | 'asked_at' | 'ended_at'>;

/** What is known of a data set. */
type Facts = {
  success: Last | null;
  failure: Last | null;
  running: Last | null;
  /** When the caller asked last. */
  own_asked_at: string | null;
  schedule: ScheduleRow | null;
  used: number;
  on_capacity: boolean | null;
};

const keptInHistory = 20;

export const clockOf = ({ actor, now }: Pick<Context, 'actor' | 'now'>): Clock => ({ timezone: actor.timezone, now: now() });

function factsOf(ctx: Context, dataset: RawBuilder<unknown>): RawBuilder<unknown> {
  const last = (states: string[]) => sql`(select to_jsonb(x) from (
    select d.id, d.state, d.reason, d.asked_at, d.ended_at from dataset_refresh d
    where d.dataset_id = ${dataset} and d.state = any (${states}) order by d.asked_at desc limit 1) as x)`;
  return sql`
    ${last(['completed'])} as success, ${last(['failed'])} as failure, ${last(['queued', 'running'])} as running,
    (select d.asked_at from dataset_refresh d
      where d.dataset_id = ${dataset} and d.asked_by = ${ctx.actor.person_id} and d.source = 'person' and d.state not in ('blocked', 'missed')
      order by d.asked_at desc limit 1) as own_asked_at,
    (select to_jsonb(x) from (select ${scheduleColumns} from refresh_schedule s where s.dataset_id = ${dataset}) as x) as schedule,
    ${usedToday(clockOf(ctx), dataset)} as used,
    ${capacityAtLastRefresh(dataset)} as on_capacity`;
}

const factsOfOne = (ctx: Context, datasetId: string) => sql<Facts>`select ${factsOf(ctx, sql`${datasetId}::uuid`)}`;

const nothing: RefreshStatus = {
  last_success_at: null,
  failed: null,
  running: null,
  next_run_at: null,
  budget: null,
  can_refresh: false,
  why_not: 'no_dataset',
  again_at: null,
};

export async function refreshStatus(ctx: Context, reportId: string): Promise<RefreshStatus> {
  const { report } = await decideOn(ctx, reportId);
  if (report.dataset_id === null || !isOfService(report)) return nothing;
  const [[facts], placed] = await Promise.all([ctx.run(factsOfOne(ctx, report.dataset_id)), placedFor(ctx, report)]);
  return statusFrom(ctx, found(facts), placed);
}

/** Who may not refresh is shown no budget, and the service is not asked for one. */
async function placedFor(ctx: Context, { account, dataset_workspace_id, workspace_id }: ReadableReport): Promise<boolean | null> {
  if (!holds(ctx.actor, 'dataset_refresh', 'use')) return null;
  const place = { account, dataset_workspace_id: dataset_workspace_id ?? workspace_id };
  return (await placementOf(ctx, [place]))(place);
}

/** Reports that the caller may refresh, by title. */
export async function listMine(ctx: Context, wanted: Input<typeof contract.mine>['query']): Promise<ListAnswer<MyRefresh>> {
  const matching = every(
    isVisible(ctx),
    sql`r.dataset_id is not null`,
    wanted.q === '' ? undefined : sql`r.id in (select hit.id from search_report(${wanted.q}) hit)`,
  );
  const order = orderBy(wanted.sort, { title: sql`r.title_sort` }, sql`r.id`);
  const rows = sql<Facts & Placed & Pick<MyRefresh, 'id' | 'title' | 'group_name'>>`
    select r.id, r.title, g.name as group_name, to_jsonb(account) as account, coalesce(r.dataset_workspace_id, r.workspace_id) as dataset_workspace_id,
      ${factsOf(ctx, sql`r.dataset_id`)}
    from (select r.* from report r where ${matching} ${order} ${pageOf(wanted)}) as r join report_group g on g.id = r.group_id
      join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true ${order}`;
  const { data, meta } = await listPage(ctx, wanted, rows, sql`select from report r where ${matching}`);
  const placed = await placementOf(ctx, data);
  return {
    data: data.map(({ id, title, group_name, ...row }) => ({ id, title, group_name, ...statusFrom(ctx, row, placed(row)) })),
    meta,
  };
}

/** The same for one report with its history. A report that is not in the list is a 404. */
export async function myHistory(ctx: Context, reportId: string): Promise<Answer<typeof contract.myHistory>> {
  const { report } = await decideOn(ctx, reportId);
  const { id, title, group_name, dataset_id } = report;
  if (dataset_id === null || !isOfService(report)) return fail('not_found');
  const [[[facts], history], placed] = await Promise.all([
    ctx.run(factsOfOne(ctx, dataset_id), historyOf(dataset_id, keptInHistory, columnsFor(ctx.actor.person_id))),
    placedFor(ctx, report),
  ]);
  return { id, title, group_name, ...statusFrom(ctx, found(facts), placed), history };
}

/** Until when the caller waits after an own refresh; null: no longer, or never because they manage. */
function waitsUntil(ctx: Context, own_asked_at: string | null): string | null {
  if (own_asked_at === null || manages(ctx)) return null;
  const again = new Date(Date.parse(own_asked_at) + coolDownMs);
  return again > ctx.now() ? again.toISOString() : null;
}

/** Refreshes reserved for today's schedule are not available to readers, only to people who manage schedules. */
function isSpent(ctx: Context, budget: NonNullable<RefreshStatus['budget']>): boolean {
  const spoken = budget.used + (manages(ctx) ? 0 : budget.reserved);
  return spoken >= budget.limit && !budget.on_capacity;
}

/** The last failure, unless a refresh has succeeded since. Its reason is for those who can do something about it. */
function failedSince(success: Last | null, failure: Last | null, tellsReason: boolean): RefreshStatus['failed'] {
  if (!failure || (success && failure.asked_at <= success.asked_at)) return null;
  return { at: failure.ended_at ?? failure.asked_at, reason: tellsReason ? failure.reason : null };
}

const runningNow = (running: Last | null): RefreshStatus['running'] =>
  running && { id: running.id, state: running.state === 'queued' ? 'queued' : 'running', asked_at: running.asked_at };

function statusFrom(
  ctx: Context,
  { success, failure, running, own_asked_at, schedule, used, on_capacity }: Facts,
  placed: boolean | null,
): RefreshStatus {
  const budget = budgetOf(clockOf(ctx), placed, { used, on_capacity }, schedule ?? undefined);
  const mayAsk = holds(ctx.actor, 'dataset_refresh', 'use');
  const again_at = waitsUntil(ctx, own_asked_at);
  const why_not = mayAsk ? reasonNot({ running: running !== null, again_at, spent: isSpent(ctx, budget) }) : 'forbidden';
  return {
    last_success_at: success?.ended_at ?? null,
    failed: failedSince(success, failure, manages(ctx) || mayAsk),
    running: runningNow(running),
    next_run_at: schedule?.next_run_at ?? null,
    budget: mayAsk ? budget : null,
    can_refresh: why_not === null,
    why_not,
    again_at,
  };
}

function reasonNot(facts: { running: boolean; again_at: string | null; spent: boolean }): RefreshStatus['why_not'] {
  if (facts.running) return 'running';
  if (facts.again_at !== null) return 'cooldown';
  return facts.spent ? 'budget' : null;
}
