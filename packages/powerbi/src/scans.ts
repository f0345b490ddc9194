import type { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { scan, scanResult } from './wire/scans.ts';

export type Scan = z.infer<typeof scan>;
export type ScanResult = z.infer<typeof scanResult>;

/**
 * Scans of workspaces with the roles of their datasets (docs/reference/powerbi.md A8). Only for service principals that the tenant's
 * settings let use the read-only admin APIs; others get `not_authorized`. Errors: `PowerBiError`.
 */
export const scanCalls = (call: Caller) => ({
  /** `POST /admin/workspaces/getInfo`. */
  start: (workspaceIds: readonly string[], { signal }: CallOptions = {}): Promise<Scan> =>
    call({
      method: 'POST',
      path: 'admin/workspaces/getInfo',
      query: { datasetSchema: 'True', datasetExpressions: 'True' },
      body: { workspaces: workspaceIds },
      reply: scan,
      signal,
    }),

  /** `GET /admin/workspaces/scanStatus/{id}`: `Succeeded` once the result is there. */
  status: (scanId: string, { signal }: CallOptions = {}): Promise<Scan> =>
    call({ method: 'GET', path: path`admin/workspaces/scanStatus/${scanId}`, reply: scan, signal }),

  /** `GET /admin/workspaces/scanResult/{id}`. */
  result: (scanId: string, { signal }: CallOptions = {}): Promise<ScanResult> =>
    call({ method: 'GET', path: path`admin/workspaces/scanResult/${scanId}`, reply: scanResult, signal }),
});
