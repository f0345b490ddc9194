/** A query that asks the same question once for each of some days: what it would have answered then. */
import type { ModelName } from '@vitrine/contract/automation/taskQuestions.ts';
import { columnName } from '#domain/reporting/dax.ts';
import { parts } from './variables.rules.ts';

/** The column of the answer that says the day, counted from the first one. */
export const dayColumn = '[@day]';

export type Days = { from: string; count: number };
/** `choose_date`: nothing in it tells one day from another; `not_by_day`: it cannot be asked about another day than today. */
export type ByDay = { query: string } | { gap: 'choose_date' | 'not_by_day' };

/** The query with blanks in place of texts, names and comments, so that only words of the language are left. */
const bared = (query: string): string =>
  query.replaceAll(parts, (part: string, name: string | undefined) => (name === undefined ? ' '.repeat(part.length) : part));

/** Of the text what lies between commas that stand in no parentheses. */
function listIn(text: string): string[] {
  const bare = bared(text);
  const items: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < bare.length; at++) {
    const letter = bare.charAt(at);
    if ('({'.includes(letter)) depth++;
    else if (')}'.includes(letter)) depth--;
    else if (letter === ',' && depth === 0) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...items, text.slice(start)];
}

/** `[a] DESC, [b]` as TOPN wants it. */
const orderOf = (order: string): string =>
  listIn(order)
    .map((item) => {
      const direction = /\b(asc|desc)\s*$/i.exec(bared(item));
      return `${item.slice(0, direction?.index)}\n, ${direction?.[1]?.toUpperCase() ?? 'ASC'}`;
    })
    .join(', ');

const clock = /\b(?:utc)?today\s*\(\s*\)/gi;

function atDay(text: string): { text: string; looksAtClock: boolean } {
  const found = [...bared(text).matchAll(clock)];
  const filled = found.reduceRight((rest, { index, 0: { length } }) => `${rest.slice(0, index)}__day${rest.slice(index + length)}`, text);
  return { text: filled, looksAtClock: found.length > 0 };
}

/**
 * `TODAY()` becomes the day that is asked about. A query that does not look at the clock is asked about the rows of that day, by a column
 * of dates. What is defined before it is worked out once and for all days, so it may name nothing of a day.
 */
export function queryByDay(query: string, { from, count }: Days, column: ModelName | null): ByDay {
  const bare = bared(query);
  const [evaluate, ...more] = [...bare.matchAll(/\bevaluate\b/gi)];
  if (!evaluate || more.length > 0) return { gap: 'not_by_day' };
  const begins = evaluate.index + evaluate[0].length;
  const [before, after] = [bare.slice(0, evaluate.index), bare.slice(begins)];
  if (/\bvar\b|\b(?:utc)?(?:today|now)\s*\(/i.test(before) || /\b(?:utc)?now\s*\(|\bstart\s+at\b/i.test(after))
    return { gap: 'not_by_day' };
  const { text, looksAtClock } = atDay(query.slice(begins));
  if (!looksAtClock && column === null) return { gap: 'choose_date' };
  const order = /\border\s+by\b/i.exec(bared(text));
  const table = text.slice(0, order?.index);
  const first = order ? `TOPN(1, ${table}\n, ${orderOf(text.slice(order.index + order[0].length))})` : table;
  const [year, month, date] = from.split('-').map(Number);
  const name = column === null ? '' : columnName({ table: column.table, column: column.name });
  const rows = looksAtClock ? first : `CALCULATETABLE(${first}\n, ${name} >= __day, ${name} < __day + 1)`;
  return {
    query: `${query.slice(0, evaluate.index)}EVALUATE GENERATE(
  SELECTCOLUMNS(GENERATESERIES(0, ${count - 1}), "@day", [Value]),
  VAR __day = DATE(${year}, ${month}, ${date}) + ${dayColumn}
  RETURN ${rows}
)
ORDER BY ${dayColumn}`,
  };
}
