import { Failure } from '#platform/http/fail.ts';
import type { QueryRow } from '#domain/reporting/powerbiCalls.ts';
import type { Value } from './condition.rules.ts';

/** What became of a run, before it is written down. */
export type Outcome =
  | { state: 'answered'; value: Value; rows_found: number; rows: readonly QueryRow[] }
  | { state: 'done' }
  | { state: 'mailed' }
  | { state: 'skipped'; reason: string }
  | { state: 'failed'; reason: string; detail: string | null };

export const failureOf = (error: unknown): Outcome => ({
  state: 'failed',
  reason: error instanceof Failure ? error.word : 'unexpected',
  detail: error instanceof Failure ? String(error.values['reason'] ?? '').slice(0, 500) || null : null,
});
