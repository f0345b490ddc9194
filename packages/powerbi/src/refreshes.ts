import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { parseJsonOrNothing } from './json.ts';
import { refreshFailure } from './wire/errors.ts';
import { listOf } from './wire/shapes.ts';
import { refresh } from './wire/refreshes.ts';

/** A refresh of a dataset (docs/reference/powerbi.md A4). */
export type Refresh = z.infer<typeof refresh>;

/** Why a refresh failed, in the service's words. */
export function failureOfRefresh({ serviceExceptionJson }: Pick<Refresh, 'serviceExceptionJson'>): string | null {
  const { errorDescription, errorCode } = refreshFailure.parse(parseJsonOrNothing(serviceExceptionJson ?? ''));
  return errorDescription ?? errorCode ?? null;
}

/** Refreshes of a dataset (docs/reference/powerbi.md A4). Errors: `PowerBiError`; `invalid` while another one runs. */
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
