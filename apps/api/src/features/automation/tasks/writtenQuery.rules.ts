/** The query that asks for what was chosen. Names stay names, and what was typed becomes a literal of its type. */
import type { FilterOperator, ModelName, QuestionChoice, QuestionFilter } from '@vitrine/contract/automation/taskQuestions.ts';
import { questionLimits } from '@vitrine/contract/automation/taskQuestions.ts';
import { columnName, valueLiteral } from '#domain/reporting/dax.ts';
import { literalOf } from './variables.rules.ts';

/** The column of the answer that is compared. */
const valueColumn = 'value';

const functions = { sum: 'SUM', average: 'AVERAGE', min: 'MIN', max: 'MAX', count: 'COUNTA', distinct: 'DISTINCTCOUNTNOBLANK' } as const;

const nameOf = ({ table, name }: ModelName): string => columnName({ table, column: name });

type Condition = (column: string, literals: readonly string[], filter: QuestionFilter) => string[];

const compared =
  (sign: string): Condition =>
  (column, [literal = '']) => [`${column} ${sign} ${literal}`];

const conditions: Record<FilterOperator, Condition> = {
  in: (column, literals) => [`${column} IN {${literals.join(', ')}}`],
  not_in: (column, literals) => [`NOT (${column} IN {${literals.join(', ')}})`],
  more: compared('>'),
  at_least: compared('>='),
  less: compared('<'),
  at_most: compared('<='),
  contains: (column, _literals, { values: [words = ''] }) => [`CONTAINSSTRING(${column}, ${valueLiteral(words)})`],
  empty: (column) => [`ISBLANK(${column})`],
  not_empty: (column) => [`NOT ISBLANK(${column})`],
  today: (column) => [`${column} >= TODAY()`, `${column} < TODAY() + 1`],
  last_days: (column, _literals, { values: [days = ''] }) => [`${column} >= TODAY() - ${Number(days)}`, `${column} < TODAY()`],
};

const isCount = (typed: string): boolean => /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= questionLimits.days_to;

/** Null where something that was typed is no value of the column's type. */
function conditionsOf(filter: QuestionFilter): string[] | null {
  const { operator, values, type } = filter;
  const takesText = operator === 'contains';
  if (operator === 'last_days' && !values.every(isCount)) return null;
  const literals = values.map((value) =>
    literalOf({ name: '', type: takesText ? 'text' : operator === 'last_days' ? 'number' : type, value }),
  );
  if (literals.some((literal) => literal === null)) return null;
  return conditions[operator](
    nameOf(filter),
    literals.filter((literal) => literal !== null),
    filter,
  );
}

export type Written = { query: string; column_name: string };

/** The number of the filter that cannot be written, in place of a query. */
export function writtenQuery({ field, aggregation, groups, filters, first }: QuestionChoice): Written | { wrong: number } {
  const written = filters.map(conditionsOf);
  const wrong = written.indexOf(null);
  if (wrong >= 0) return { wrong };
  const value = aggregation === null ? nameOf(field) : `${functions[aggregation]}(${nameOf(field)})`;
  const table =
    groups.length === 0
      ? `ROW("${valueColumn}", ${value})`
      : `SUMMARIZECOLUMNS(${[...groups.map(nameOf), `"${valueColumn}"`, value].join(', ')})`;
  const all = written.flatMap((one) => one ?? []);
  const filtered = all.length === 0 ? table : `CALCULATETABLE(\n  ${[table, ...all].join(',\n  ')}\n)`;
  const order = groups.length === 0 ? '' : `\nORDER BY [${valueColumn}] ${first === 'largest' ? 'DESC' : 'ASC'}`;
  return { query: `EVALUATE\n${filtered}${order}`, column_name: valueColumn };
}
