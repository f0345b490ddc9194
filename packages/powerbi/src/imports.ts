import { z } from 'zod';
import type { Clock } from './clock.ts';
import { PowerBiError } from './errors.ts';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { importRow } from './wire/imports.ts';
import type { NameConflict } from './wire/imports.ts';

/** A file on its way to a report (docs/reference/powerbi.md A6). */
export type Import = z.infer<typeof importRow>;

export type PublishOptions = CallOptions & {
  /** What happens when the name is there already; `Ignore` makes a second one. */
  nameConflict?: NameConflict | undefined;
};

const boundary = 'vitrine-file-part';

/** One part without a name, as Microsoft's own client sends it. */
const formOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const text = new TextEncoder();
  const head = text.encode(`--${boundary}\r\nContent-Disposition: form-data\r\nContent-Type: application/octet-stream\r\n\r\n`);
  const tail = text.encode(`\r\n--${boundary}--\r\n`);
  const form = new Uint8Array(head.length + bytes.length + tail.length);
  form.set(head);
  form.set(bytes, head.length);
  form.set(tail, head.length + bytes.length);
  return form;
};

/** Publishing files (docs/reference/powerbi.md A6). Errors: `PowerBiError`. */
export const importCalls = (call: Caller, clock: Clock) => {
  const get = (workspaceId: string, importId: string, options: CallOptions = {}): Promise<Import> =>
    call({ method: 'GET', path: path`groups/${workspaceId}/imports/${importId}`, reply: importRow, signal: options.signal });

  return {
    /** `POST /groups/{workspace}/imports`: the id of the import. `name` ends with the kind of the file, up to 1 GB. */
    publish: async (workspaceId: string, name: string, bytes: Uint8Array, options: PublishOptions = {}): Promise<string> => {
      const { id } = await call({
        method: 'POST',
        path: path`groups/${workspaceId}/imports`,
        query: { datasetDisplayName: name, nameConflict: options.nameConflict },
        upload: { bytes: formOf(bytes), content_type: `multipart/form-data; boundary=${boundary}` },
        reply: z.object({ id: z.string() }),
        signal: options.signal,
      });
      return id;
    },

    /** `GET /groups/{workspace}/imports/{id}`. */
    get,

    /**
     * Polls until the import has ended. Throws `PowerBiError` `invalid` with the service's code when it failed,
     * `unavailable` with code `timeout` after `timeoutMs` (10 minutes).
     */
    waitFor: async (
      workspaceId: string,
      importId: string,
      options: CallOptions & { pollMs?: number; timeoutMs?: number } = {},
    ): Promise<Import & { datasets: { id: string; name: string }[]; reports: { id: string; name: string }[] }> => {
      const { pollMs = 2_000, timeoutMs = 10 * 60_000, signal } = options;
      const deadline = clock.now() + timeoutMs;
      const fail = (kind: 'invalid' | 'unavailable', code: string, message: string): never => {
        throw new PowerBiError({ kind, status: null, code, message, request_id: null, retry_after_s: null });
      };
      for (;;) {
        const state = await get(workspaceId, importId, { signal });
        if (state.importState === 'Succeeded') return { ...state, datasets: state.datasets ?? [], reports: state.reports ?? [] };
        if (state.importState === 'Failed')
          fail('invalid', state.error?.code ?? 'import_failed', state.error?.message ?? 'The import failed');
        if (clock.now() + pollMs > deadline) fail('unavailable', 'timeout', 'The import takes too long');
        await clock.sleep(pollMs, signal);
      }
    },
  };
};
