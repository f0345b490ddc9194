/** What lists of numbers and their files have in common. */
import type { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { isStatementTimeout } from '#platform/database/errors.ts';
import type { ExportColumn } from '#platform/http/exportList.ts';
import { failFields } from '#platform/http/fail.ts';
import { translate } from '#platform/translate.ts';
import type { Period } from './usage.queries.ts';

const dayMs = 86_400_000;
const longestDays = 800;

/** Refuses a period that ends before it begins or is too long to compute. */
export function checkPeriod({ from, until }: Period): void {
  const days = (Date.parse(until) - Date.parse(from)) / dayMs;
  if (days < 0) failFields({ until: 'period_reversed' });
  if (days > longestDays) failFields({ until: `period_too_long:${longestDays}` });
}

/** A period with more openings than can be counted in time is too long, and asking again does not help. */
export const countedInTime = <T>(counting: Promise<T>): Promise<T> =>
  counting.catch((error: unknown) => {
    if (isStatementTimeout(error)) return failFields({ until: 'period_too_full' });
    throw error;
  });

/** Columns of the file: field of the row, and key of the header. */
export const columnsOf = <Row>(
  { request: { locale } }: Context,
  headers: Partial<Record<keyof Row & string, string>>,
): ExportColumn<Row>[] =>
  (Object.entries(headers) as [keyof Row & string, string][]).map(([key, header]) => ({
    key,
    header: translate(locale, `reportUsage:${header}`),
    cell: (row) => row[key] as string | number | null,
  }));

/** Numbers of a year fit into one batch. */
export async function* once<Row>(ctx: Context, rows: ReturnType<typeof sql<Row>>): AsyncGenerator<readonly Row[]> {
  yield await countedInTime(ctx.run(rows));
}
