import type { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { answer } from './wire/queries.ts';
import type { QueryRequest, cell, problem } from './wire/queries.ts';

/** The rows of a DAX query by `Table[Column]` and `[Measure]`; with `error` they are not all. */
export type QueryAnswer = { rows: Record<string, z.infer<typeof cell>>[]; error?: z.infer<typeof problem> | undefined };

/**
 * executeQueries (docs/reference/powerbi.md A4): one query, 100,000 rows, 120 calls a minute; not for datasets with row-level security.
 * Errors: `PowerBiError`, `invalid` with the position for DAX that is wrong.
 */
export const queryCalls = (call: Caller) => ({
  /** `POST /groups/{workspace}/datasets/{id}/executeQueries`. Blank cells are left out unless asked for. */
  execute: async (
    workspaceId: string,
    datasetId: string,
    query: string,
    options: CallOptions & { includeNulls?: boolean; impersonatedUserName?: string } = {},
  ): Promise<QueryAnswer> => {
    const { includeNulls = false, impersonatedUserName, signal } = options;
    const request: QueryRequest = {
      queries: [{ query }],
      serializerSettings: { includeNulls },
      ...(impersonatedUserName !== undefined && { impersonatedUserName }),
    };
    const { results, error } = await call({
      method: 'POST',
      path: path`groups/${workspaceId}/datasets/${datasetId}/executeQueries`,
      body: request,
      reply: answer,
      // Reading twice does no harm.
      repeatable: true,
      signal,
    });
    const [result] = results;
    const table = result?.tables?.[0];
    return { rows: table?.rows ?? [], error: table?.error ?? result?.error ?? error };
  },
});
