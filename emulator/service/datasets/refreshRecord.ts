import type { SentEnhancedRefresh, SentRefresh } from '@vitrine/powerbi/wire/refreshes.ts';
import { z } from 'zod';

const enhanced = z.strictObject({
  type: z.enum(['Full', 'ClearValues', 'Calculate', 'DataOnly', 'Automatic', 'Defragment']),
  commitMode: z.enum(['Transactional', 'PartialBatch']),
  objects: z.array(z.strictObject({ table: z.string(), partition: z.string().optional() })),
  retryCount: z.number(),
  timeout_ms: z.number(),
});

/** One run of a refresh. Its outcome is decided at the start, and visible when its duration is over. */
export const refreshRecord = z.strictObject({
  request_id: z.string(),
  type: z.enum(['Scheduled', 'OnDemand', 'ViaApi', 'ViaEnhancedApi']),
  started_at_ms: z.number(),
  ends_at_ms: z.number(),
  failure: z.strictObject({ errorCode: z.string(), errorDescription: z.string() }).optional(),
  cancelled_at_ms: z.number().optional(),
  enhanced: enhanced.optional(),
});
export type RefreshRecord = z.infer<typeof refreshRecord>;

export type RefreshStatus = 'Unknown' | 'Completed' | 'Failed' | 'Cancelled';

/** `Unknown` means that it runs (docs/reference/powerbi.md A4). */
export const statusOf = (refresh: RefreshRecord, now: number): RefreshStatus => {
  if (refresh.cancelled_at_ms !== undefined) return 'Cancelled';
  if (refresh.ends_at_ms > now) return 'Unknown';
  return refresh.failure ? 'Failed' : 'Completed';
};

const time = (ms: number): string => new Date(ms).toISOString();

const outcome = (refresh: RefreshRecord, now: number) => {
  const status = statusOf(refresh, now);
  return {
    status,
    ...(status !== 'Unknown' && { endTime: time(refresh.cancelled_at_ms ?? refresh.ends_at_ms) }),
    ...(status === 'Failed' && refresh.failure && { serviceExceptionJson: JSON.stringify(refresh.failure) }),
  };
};

const attempts = (refresh: RefreshRecord, now: number) => {
  const { endTime, serviceExceptionJson } = outcome(refresh, now);
  return [{ attemptId: 1, startTime: time(refresh.started_at_ms), ...(endTime && { endTime }), type: 'Data', serviceExceptionJson }];
};

/** In the enhanced API's words. */
const extendedStatus: Record<RefreshStatus, string> = {
  Unknown: 'InProgress',
  Completed: 'Completed',
  Failed: 'Failed',
  Cancelled: 'Cancelled',
};

/** A row of the refresh history. */
export const historyRow = (refresh: RefreshRecord, now: number): SentRefresh => ({
  requestId: refresh.request_id,
  id: refresh.request_id,
  refreshType: refresh.type,
  startTime: time(refresh.started_at_ms),
  ...outcome(refresh, now),
  extendedStatus: extendedStatus[statusOf(refresh, now)],
  refreshAttempts: attempts(refresh, now),
});

/** What the enhanced API tells of one of its refreshes; its times lack the Z (docs/reference/powerbi.md A0). */
export const detailRow = (refresh: RefreshRecord, tables: string[], now: number): SentEnhancedRefresh => {
  const { status, endTime } = outcome(refresh, now);
  const objects = refresh.enhanced?.objects.length ? refresh.enhanced.objects : tables.map((table) => ({ table }));
  const failed = status === 'Failed' && refresh.failure;
  return {
    startTime: time(refresh.started_at_ms).slice(0, -1),
    ...(endTime !== undefined && { endTime: endTime.slice(0, -1) }),
    type: refresh.enhanced?.type ?? 'Full',
    commitMode: refresh.enhanced?.commitMode ?? 'Transactional',
    status,
    extendedStatus: extendedStatus[status],
    currentRefreshType: refresh.enhanced?.type ?? 'Full',
    numberOfAttempts: 1,
    objects: objects.map(({ table, ...partition }) => ({ table, partition: table, ...partition, status: extendedStatus[status] })),
    messages: failed ? [{ code: failed.errorCode, message: failed.errorDescription, type: 'Error' }] : [],
    refreshAttempts: attempts(refresh, now),
  };
};
