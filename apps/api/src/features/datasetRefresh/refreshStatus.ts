/** How fresh a report's data are, and whether the caller may have them refreshed now. */
import type { DatasetRefresh, RefreshStatus } from '@vitrine/contract/features/datasetRefresh.ts';
import { sql } from 'kysely';
import { holds } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import { decideOn } from '../../core/reportAccess/readable.ts';
import { manages } from '../../core/reportAccess/visible.ts';
import type { Clock } from './rows.ts';
import { budgetOf, refreshColumns, scheduleOf, usage } from './rows.ts';
import { coolDownMs } from './schedule.rules.ts';

type Last = Pick<DatasetRefresh, 'id' | 'state' | 'reason' | 'asked_at' | 'ended_at'>;

export const clockOf = ({ actor, now }: Pick<Context, 'actor' | 'now'>): Clock => ({ timezone: actor.timezone, now: now() });

const lastOf = (datasetId: string, states: string[]) => sql<Last>`
  select ${refreshColumns} from dataset_refresh d where d.dataset_id = ${datasetId} and d.state = any (${states}) order by d.asked_at desc limit 1`;

const ownLast = (datasetId: string, personId: string) => sql<{ asked_at: string }>`
  select asked_at from dataset_refresh
  where dataset_id = ${datasetId} and asked_by = ${personId} and source = 'person' and state not in ('blocked', 'missed')
  order by asked_at desc limit 1`;

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
  const { dataset_id } = report;
  if (dataset_id === null) return nothing;
  const clock = clockOf(ctx);
  const [[success], [failure], [running], [own], [schedule], [today]] = await ctx.run(
    lastOf(dataset_id, ['completed']),
    lastOf(dataset_id, ['failed']),
    lastOf(dataset_id, ['queued', 'running']),
    ownLast(dataset_id, ctx.actor.person_id),
    scheduleOf(dataset_id),
    usage(clock, dataset_id),
  );
  const budget = budgetOf(clock, today ?? { used: 0, on_capacity: null }, schedule);
  const again = manages(ctx) || !own ? null : new Date(Date.parse(own.asked_at) + coolDownMs);
  const again_at = again && again > clock.now ? again.toISOString() : null;
  const mayAsk = holds(ctx.actor, 'dataset_refresh', 'use');
  // What the schedule needs today is not for readers to take; who keeps schedules may.
  const spoken = budget.used + (manages(ctx) ? 0 : budget.reserved);
  const spent = spoken >= budget.limit && !budget.on_capacity;
  const why_not = mayAsk ? reasonNot({ running: running !== undefined, again_at, spent }) : 'forbidden';
  const failed = failure && (!success || failure.asked_at > success.asked_at) ? failure : undefined;
  return {
    last_success_at: success?.ended_at ?? null,
    failed: failed ? { at: failed.ended_at ?? failed.asked_at, reason: manages(ctx) ? failed.reason : null } : null,
    running: running ? { id: running.id, state: running.state === 'queued' ? 'queued' : 'running', asked_at: running.asked_at } : null,
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
