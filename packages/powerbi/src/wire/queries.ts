/** executeQueries: what is asked and answered (docs/reference/powerbi.md A4). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const problem = z.object({ code: maybe(z.string()), message: maybe(z.string()) });

export const answer = z.object({
  results: z
    .array(
      z.object({
        tables: maybe(z.array(z.object({ rows: z.array(z.record(z.string(), cell)), error: maybe(problem) }))),
        error: maybe(problem),
      }),
    )
    .min(1),
  error: maybe(problem),
});
export type SentQueryAnswer = Sent<typeof answer>;

/** `POST …/executeQueries`. Blank cells are left out unless asked for. */
export const queryRequest = z.object({
  queries: z.array(z.object({ query: z.string().min(1) })).length(1, 'takes one query'),
  serializerSettings: z.object({ includeNulls: z.boolean().default(false) }).nullish(),
  impersonatedUserName: z.string().nullish(),
});
export type QueryRequest = z.input<typeof queryRequest>;
