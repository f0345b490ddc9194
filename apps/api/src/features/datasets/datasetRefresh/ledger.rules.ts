/** The refreshes of a day as a ledger: each of its slots was taken, is kept for a schedule, or is free. */
import type { RefreshLedger } from '@vitrine/contract/datasets/datasetRefresh.ts';

type Slot = RefreshLedger['slots'][number];
export type Taken = Omit<Slot, 'number' | 'use' | 'beyond'>;

/** From this share of the limit on somebody is warned. */
const warnedFrom = 0.8;
/** Clocks differ. */
const skewMs = 60_000;

type AtService = {
  request_id: string | null;
  started_at: string | null;
  ended_at: string | null;
  state: 'running' | 'completed' | 'failed' | 'cancelled';
};
type Own = { request_id: string | null; started_at: string | null };

/** Refreshes of the service since the day began that are none of the portal's own: somebody started them in Power BI itself. */
export function startedOutside(atService: readonly AtService[], own: readonly Own[], since: Date): Taken[] {
  const isOwn = ({ request_id, started_at }: AtService & { started_at: string }) =>
    own.some((one) =>
      one.request_id !== null && request_id !== null
        ? one.request_id === request_id
        : one.started_at !== null && Math.abs(Date.parse(one.started_at) - Date.parse(started_at)) <= skewMs,
    );
  return atService.flatMap(({ started_at, ...refresh }) => {
    if (started_at === null || Date.parse(started_at) < since.getTime() || isOwn({ ...refresh, started_at })) return [];
    return [{ source: 'outside', by: null, at: started_at, ended_at: refresh.ended_at, state: refresh.state }];
  });
}

/** Numbers the slots by time. What exceeds the limit is told as such: it will be refused, or is more than the service promises. */
export function ledgerOf(
  taken: readonly Taken[],
  upcoming: readonly Date[],
  limit: number,
): Pick<RefreshLedger, 'slots' | 'used' | 'reserved' | 'free' | 'warning'> {
  const inOrder = taken.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const kept = upcoming.map((at) => ({ source: 'schedule' as const, by: null, at: at.toISOString(), ended_at: null, state: null }));
  const slots: Slot[] = [
    ...inOrder.map((slot) => ({ ...slot, use: 'taken' as const })),
    ...kept.map((slot) => ({ ...slot, use: 'reserved' as const })),
  ].map((slot, index) => ({ ...slot, number: index + 1, beyond: index >= limit }));
  const [used, reserved] = [inOrder.length, kept.length];
  const free = Math.max(0, limit - used - reserved);
  return {
    slots,
    used,
    reserved,
    free,
    warning: used >= limit ? 'spent' : used + reserved > limit ? 'short' : used + reserved >= limit * warnedFrom ? 'tight' : null,
  };
}
