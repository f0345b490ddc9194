import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path, readReply } from './http.ts';
import { enhancedRefresh } from './wire/refreshes.ts';
import type { enhancedRefreshRequest } from './wire/refreshes.ts';

/** Enhanced refresh, on a capacity only (docs/reference/powerbi.md A4). */
export type EnhancedRefreshRequest = z.input<typeof enhancedRefreshRequest>;
export type EnhancedRefresh = z.infer<typeof enhancedRefresh>;

const nothing = z.unknown().transform(() => undefined);

/** Refreshes that can be watched one by one and cancelled (docs/reference/powerbi.md A4). Errors: `PowerBiError`. */
export const enhancedRefreshCalls = (call: Caller) => {
  const refreshes = (workspaceId: string, datasetId: string) => path`groups/${workspaceId}/datasets/${datasetId}/refreshes`;

  return {
    /** `POST /groups/{workspace}/datasets/{id}/refreshes`: the id of the refresh, from the answer's headers. */
    start: async (
      workspaceId: string,
      datasetId: string,
      request: EnhancedRefreshRequest & { type: NonNullable<EnhancedRefreshRequest['type']> },
      options: CallOptions = {},
    ): Promise<string> => {
      const reply = await call.raw({ method: 'POST', path: refreshes(workspaceId, datasetId), body: request, signal: options.signal });
      const last = reply.headers.get('location')?.split('?')[0]?.split('/').at(-1);
      return last ?? reply.headers.get('x-ms-request-id') ?? '';
    },

    /** `GET …/refreshes/{id}`: 202 while it runs, 200 when it is over. */
    get: async (
      workspaceId: string,
      datasetId: string,
      refreshId: string,
      options: CallOptions = {},
    ): Promise<EnhancedRefresh & { running: boolean }> => {
      const at = `${refreshes(workspaceId, datasetId)}/${path`${refreshId}`}`;
      const reply = await call.raw({ method: 'GET', path: at, signal: options.signal });
      return { ...readReply(reply, enhancedRefresh), running: reply.status === 202 };
    },

    /** `DELETE …/refreshes/{id}`. `invalid` when it is over already. */
    cancel: (workspaceId: string, datasetId: string, refreshId: string, options: CallOptions = {}): Promise<void> =>
      call({
        method: 'DELETE',
        path: `${refreshes(workspaceId, datasetId)}/${path`${refreshId}`}`,
        reply: nothing,
        signal: options.signal,
      }),
  };
};
