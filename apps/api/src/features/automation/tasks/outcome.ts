import type { NoticeTable } from '#domain/notifications/noticeTable.ts';
import type { Value } from './condition.rules.ts';

/** What became of a run, before it is written down. */
export type Outcome =
  | { state: 'answered'; value: Value; rows_found: number; table: NoticeTable }
  | { state: 'done' }
  | { state: 'mailed' }
  | { state: 'skipped'; reason: string }
  | { state: 'failed'; reason: string; detail: string | null };
