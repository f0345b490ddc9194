/** What a call says. Its form has a number: a receiver can tell when it changes (docs/webhooks.md). */
import { webhookLimits } from '@vitrine/contract/automation/taskWebhook.ts';
import type { QueryRow } from '#domain/reporting/powerbiCalls.ts';
import type { Due } from '../due.ts';
import type { Value } from '../condition.rules.ts';

const format = 1;
/** A cell and a row are cut, so that a call stays small whatever the query answers. */
const longestCell = 500;
const mostColumns = 50;

export type CallKind = 'fired' | 'recovered' | 'due' | 'test';
export type CallAnswer = { value: Value; rows_found: number; rows: readonly QueryRow[] };

const cell = (value: Value): Value => (typeof value === 'string' ? value.slice(0, longestCell) : value);

const rowOf = (row: QueryRow): QueryRow =>
  Object.fromEntries(
    Object.entries(row)
      .slice(0, mostColumns)
      .map(([column, value]) => [column, cell(value)]),
  );

type About = Pick<Due, 'id' | 'name' | 'report_id' | 'report' | 'column_name' | 'operator' | 'value' | 'value_to' | 'query'> & {
  run_id: string | null;
  due_at: string;
};

/** The bytes that are signed. Without an answer there is no condition; one that is withheld leaves its numbers out. */
export function callBody(
  { id, kind, at }: { id: string; kind: CallKind; at: Date },
  task: About,
  answer: CallAnswer | null,
  withheld: boolean,
): string {
  const { column_name, operator, value, value_to } = task;
  const shown = withheld ? null : answer;
  return JSON.stringify({
    type: `task.${kind}`,
    timestamp: at.toISOString(),
    version: format,
    data: {
      delivery_id: id,
      run_id: task.run_id,
      due_at: new Date(task.due_at).toISOString(),
      task: { id: task.id, name: task.name },
      report: { id: task.report_id, title: task.report },
      condition: task.query === '' ? null : { column: column_name, operator, value, value_to },
      value: cell(shown?.value ?? null),
      rows_found: shown?.rows_found ?? null,
      rows: (shown?.rows ?? []).slice(0, webhookLimits.rows).map(rowOf),
      withheld,
    },
  });
}
