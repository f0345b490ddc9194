/** Reads a file of data that nobody has described: decides what its columns are, converts them, and says what it understood. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CellSource, ColumnReading, Examples, ReadAs, TableReading } from '../../definitions/dataFile.ts';
import type { ColumnType } from '../../definitions/model.ts';
import { identifier } from '../sql.ts';
import type { CellColumn } from './cells.ts';
import { countCells, literal, loadCells, numbersOf, rowsOf } from './cells.ts';
import type { Decision } from './columnType.ts';
import { decide, habitsOf } from './columnType.ts';
import { valueOf } from './convert.ts';
import { gatherEvidence, matches } from './evidence.ts';
import { formatOf } from './formats.ts';
import { patterns } from './grammar.ts';
import { isIdentifier, isNamedIdentifier } from './identifiers.ts';
import { leaveOut } from './leftOut.ts';

type Chosen = { column: CellColumn; decision: Decision; value: string };

const mostExamples = 5;
const mostText = 80;

const typeOf = (decision: Decision): ColumnType => {
  switch (decision.kind) {
    case 'typed':
      return decision.type;
    case 'number':
      return decision.isWhole ? 'integer' : 'number';
    case 'date':
      return decision.hasTime ? 'datetime' : 'date';
    case 'yes_no':
      return 'boolean';
    case 'text':
  }
  return 'text';
};

const kinds: Record<ColumnType, ReadAs> = {
  text: 'text',
  integer: 'integer',
  number: 'decimal',
  boolean: 'yes_no',
  date: 'date',
  datetime: 'date_time',
};

const readAs = (decision: Decision): ReadAs => {
  if (decision.kind === 'number' && decision.isPercentage) return 'percentage';
  return decision.kind === 'number' && decision.currency ? 'amount' : kinds[typeOf(decision)];
};

/** Cells with something in them that have no value: what nobody can read first, then what people write for nothing. */
const blankedIn = async (connection: DuckDBConnection, { column: { at }, value }: Chosen, count: number): Promise<Examples> => {
  const rows = await rowsOf(
    connection,
    `SELECT line, ${at} FROM cells WHERE ${at} IS NOT NULL AND trim(${at}) <> '' AND (${value}) IS NULL
    ORDER BY ${matches(at, patterns.blank)}, line LIMIT ${mostExamples}`,
  );
  return { count, examples: rows.map(([line, text]) => ({ line: Number(line), text: String(text).trim().slice(0, mostText) })) };
};

type Counts = { filled: number; distinct: number; least: number; most: number };

/** What stands in the converted file, by column. */
const countsOf = async (connection: DuckDBConnection, file: string, chosen: Chosen[]): Promise<Counts[]> => {
  const asked = chosen.map(({ column, decision }) => {
    const name = identifier(column.name).text;
    const range = typeOf(decision) === 'integer' ? `min(${name}), max(${name})` : '0, 0';
    return `count(${name}), approx_count_distinct(${name}), ${range}`;
  });
  const numbers = await numbersOf(connection, `SELECT ${asked.join(', ')} FROM read_parquet(${literal(file)})`);
  return chosen.map((_, index) => {
    const [filled = 0, distinct = 0, least = 0, most = 0] = numbers.slice(index * 4);
    return { filled, distinct, least, most };
  });
};

const isSummed = ({ column: { name }, decision }: Chosen, { filled, distinct, least, most }: Counts): boolean => {
  const type = typeOf(decision);
  if (type === 'integer') return !isIdentifier(name, { count: filled, distinct, least, most });
  return type === 'number' && (readAs(decision) !== 'decimal' || !isNamedIdentifier(name));
};

const readingOf = async (connection: DuckDBConnection, chosen: Chosen, counts: Counts): Promise<ColumnReading> => {
  const { column, decision } = chosen;
  const { at, filled, sqlType } = column;
  // Cells of blanks alone are empty.
  const [spaces = 0] =
    sqlType === 'VARCHAR' && counts.filled < filled ? await numbersOf(connection, `SELECT count_if(trim(${at}) = '') FROM cells`) : [];
  const blanked = decision.kind === 'typed' ? 0 : filled - spaces - counts.filled;
  const summed = isSummed(chosen, counts);
  return {
    name: column.name,
    type: typeOf(decision),
    read_as: readAs(decision),
    order: decision.kind === 'date' && decision.isWritten ? decision.order : null,
    summed,
    format: formatOf(decision, summed),
    distinct: counts.distinct,
    blanked: blanked > 0 ? await blankedIn(connection, chosen, blanked) : { count: 0, examples: [] },
  };
};

/** Reads `source` into the Parquet file `into`, with the types that its columns have. */
export const understandFile = async (connection: DuckDBConnection, source: CellSource, into: string): Promise<TableReading> => {
  const isWorkbook = source.kind === 'lines' && source.isWorkbook;
  const all = await loadCells(connection, source);
  const [lines = 0] = await numbersOf(connection, 'SELECT count(*) FROM cells');
  const left_out = source.kind === 'lines' ? await leaveOut(connection, all, lines) : { count: 0, examples: [] };
  const columns = left_out.count > 0 ? await countCells(connection, all) : all;
  const evidence = await gatherEvidence(connection, columns);
  const habits = habitsOf(evidence, source);
  const chosen = columns.map((column, index): Chosen => {
    const decision = decide(column, evidence[index] ?? { kind: 'text' }, habits, isWorkbook);
    return { column, decision, value: valueOf(column.at, decision, isWorkbook) };
  });
  const values = chosen.map(({ column, value }) => `${value} AS ${identifier(column.name).text}`);
  await connection.run(`COPY (SELECT ${values.join(', ')} FROM cells) TO ${literal(into)} (FORMAT parquet)`);
  const counts = await countsOf(connection, into, chosen);
  const readings: ColumnReading[] = [];
  for (const [index, one] of chosen.entries()) {
    const counted = counts[index];
    if (counted) readings.push(await readingOf(connection, one, counted));
  }
  await connection.run('DROP TABLE cells');
  return { rows: lines - left_out.count, columns: readings, left_out };
};
