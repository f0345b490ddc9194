import type { z } from 'zod';
import type { Clock } from './clock.ts';
import { PowerBiError } from './errors.ts';
import type { CallOptions, Caller } from './http.ts';
import { path, readReply } from './http.ts';
import { retryAfterSeconds } from './retryAfter.ts';
import { exported } from './wire/exports.ts';
import type { ExportFormat, exportRequest, paginatedExportRequest } from './wire/exports.ts';

/** A report on its way to a file (docs/reference/powerbi.md A3). */
export type Export = z.infer<typeof exported>;

/** What a paginated report takes. */
type PaginatedExportRequest = z.input<typeof paginatedExportRequest>;
export type PowerBiExportRequest = Omit<z.input<typeof exportRequest>, 'format'> & { format: ExportFormat };
export type ExportRequest = PowerBiExportRequest | PaginatedExportRequest;

export type ExportWaitOptions = CallOptions & {
  /** Told after every poll. */
  onProgress?: ((state: Export) => void) | undefined;
  /** Wait between polls when the service names none; 2 seconds unless told. */
  pollMs?: number | undefined;
  /** 10 minutes unless told. */
  timeoutMs?: number | undefined;
};

const failed = (state: Export, code: string, message: string, retry_after_s: number | null): PowerBiError =>
  new PowerBiError({ kind: 'unavailable', status: null, code, message: `${message} (${state.id})`, request_id: null, retry_after_s });

/** Reports as files (docs/reference/powerbi.md A3). Errors: `PowerBiError`. */
export const exportCalls = (call: Caller, clock: Clock) => {
  const reportPath = (workspaceId: string, reportId: string): string => path`groups/${workspaceId}/reports/${reportId}`;

  const poll = async (workspaceId: string, reportId: string, exportId: string, options: CallOptions) => {
    const at = `${reportPath(workspaceId, reportId)}/${path`exports/${exportId}`}`;
    const reply = await call.raw({ method: 'GET', path: at, signal: options.signal });
    return { state: readReply(reply, exported), retry_after_s: retryAfterSeconds(reply.headers.get('retry-after'), clock.now()) };
  };

  return {
    /** `POST …/ExportTo`: accepted, and done later. `throttled` when the queue of the capacity is full. */
    start: (workspaceId: string, reportId: string, request: ExportRequest, options: CallOptions = {}): Promise<Export> =>
      call({
        method: 'POST',
        path: `${reportPath(workspaceId, reportId)}/ExportTo`,
        body: request,
        reply: exported,
        signal: options.signal,
      }),

    /** `GET …/exports/{id}`: how far it is. */
    get: async (workspaceId: string, reportId: string, exportId: string, options: CallOptions = {}): Promise<Export> =>
      (await poll(workspaceId, reportId, exportId, options)).state,

    /**
     * Polls until the export has succeeded, at the pace that the service asks for. Throws `PowerBiError` `unavailable` with
     * code `export_busy` (a fresh export may work after `retry_after_s`), `export_failed` (it will not), or `timeout`.
     */
    waitFor: async (workspaceId: string, reportId: string, exportId: string, options: ExportWaitOptions = {}): Promise<Export> => {
      const { pollMs = 2_000, timeoutMs = 10 * 60_000, onProgress, signal } = options;
      const deadline = clock.now() + timeoutMs;
      for (;;) {
        const { state, retry_after_s } = await poll(workspaceId, reportId, exportId, { signal });
        onProgress?.(state);
        if (state.status === 'Succeeded') return state;
        if (state.status === 'Failed') {
          if (retry_after_s === null) throw failed(state, 'export_failed', 'The export failed', null);
          throw failed(state, 'export_busy', 'The service was too busy for the export', retry_after_s);
        }
        const wait = retry_after_s === null ? pollMs : Math.min(retry_after_s, 60) * 1000;
        if (clock.now() + wait > deadline) throw failed(state, 'timeout', 'The export takes too long', null);
        await clock.sleep(wait, signal);
      }
    },

    /** `GET …/exports/{id}/file`: the bytes of a finished export, for 24 hours. */
    file: async (workspaceId: string, reportId: string, exportId: string, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> => {
      const at = `${reportPath(workspaceId, reportId)}/${path`exports/${exportId}`}/file`;
      const reply = await call.raw({ method: 'GET', path: at, binary: true, signal: options.signal });
      return reply.bytes ?? new Uint8Array();
    },
  };
};
