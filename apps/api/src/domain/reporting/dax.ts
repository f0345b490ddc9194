/** Names and values as they stand in a DAX query. Whatever was typed stays a name or a value. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';

export type ModelColumn = Pick<ColumnFilter, 'table' | 'column'>;

export const columnName = ({ table, column }: ModelColumn): string => `'${table.replaceAll("'", "''")}'[${column.replaceAll(']', ']]')}]`;

/** In DAX a text ends at a quotation mark alone, and two of them are one. */
const textLiteral = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A value as it is written: a text stays one, whatever stands in it. */
export function valueLiteral(value: ColumnFilter['values'][number]): string {
  if (typeof value === 'boolean') return value ? 'TRUE()' : 'FALSE()';
  if (typeof value === 'string') return textLiteral(value);
  // DAX has no exponents.
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** The condition that a filter is. */
export const condition = (filter: ColumnFilter): string => `${columnName(filter)} IN {${filter.values.map(valueLiteral).join(', ')}}`;

/** A condition on a column of any type: its value holds the words, in upper or lower case. */
export const holdsWords = (column: ModelColumn, words: string): string =>
  `FIND(UPPER(${textLiteral(words)}), UPPER(${columnName(column)} & ""), 1, 0) > 0`;
