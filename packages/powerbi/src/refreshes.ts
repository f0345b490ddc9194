import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { asRecord, asText, parseJsonOrNothing } from './json.ts';
import { listOf, maybe } from './lists.ts';

const refresh = z.object({
  requestId: maybe(z.string()),
  /** Scheduled, OnDemand, ViaApi, ViaEnhancedApi and others. */
  refreshType: maybe(z.string()),
  startTime: maybe(z.string()),
  /** Absent while it runs. */
  endTime: maybe(z.string()),
  /** `Unknown` without an end means that it runs. */
  status: z.string(),
  /** JSON as a text: `failureOfRefresh` reads it. */
  serviceExceptionJson: maybe(z.string()),
});
/** A refresh of a dataset (powerbi.md A4). */
export type Refresh = z.infer<typeof refresh>;

/** Why a refresh failed, in the service's words. */
export function failureOfRefresh({ serviceExceptionJson }: Pick<Refresh, 'serviceExceptionJson'>): string | null {
  const told = asRecord(parseJsonOrNothing(serviceExceptionJson ?? ''));
  return asText(told['errorDescription']) ?? asText(told['errorCode']) ?? null;
}

/** Refreshes of a dataset (powerbi.md A4). Errors: `PowerBiError`; `invalid` while another one runs. */
export const refreshCalls = (call: Caller) => ({
  /** `POST /groups/{workspace}/datasets/{id}/refreshes`: accepted, and done minutes later. */
  start: async (workspaceId: string, datasetId: string, options: CallOptions = {}): Promise<void> => {
    await call({
      method: 'POST',
      path: path`groups/${workspaceId}/datasets/${datasetId}/refreshes`,
      body: { notifyOption: 'NoNotification' },
      reply: z.unknown(),
      signal: options.signal,
    });
  },

  /** `GET /groups/{workspace}/datasets/{id}/refreshes`, the newest first; the service keeps 60 or some days. */
  list: (workspaceId: string, datasetId: string, options: CallOptions & { top?: number } = {}): Promise<Refresh[]> =>
    call({
      method: 'GET',
      path: path`groups/${workspaceId}/datasets/${datasetId}/refreshes`,
      query: { $top: options.top },
      reply: listOf(refresh),
      signal: options.signal,
    }),
});
