/** Which data files belong together: one looks up rows of another by a column that both have. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnReading, TableReading } from '../definitions/dataFile.ts';
import { readerOf } from './loadModel.ts';
import { identifier } from './sql.ts';
import { sqlTypes } from './sqlTypes.ts';

export type DataTable = Pick<TableReading, 'rows' | 'columns'> & { table: string; file: string };
/** Many rows of `from` lead to one row of `to`. */
export type Relation = { from: { table: string; column: string }; to: { table: string; column: string } };

/** So many of the values that are looked up must be there. */
const leastKnown = 0.9;
const keyTypes = new Set<ColumnReading['type']>(['text', 'integer', 'date']);

const sourceOf = ({ file }: DataTable): string => `${readerOf(file)}('${file.replaceAll("'", "''")}')`;
const valueOf = ({ name, type }: ColumnReading): string => {
  const value = `CAST(${identifier(name).text} AS ${sqlTypes[type]})`;
  // Texts that differ by their case alone will be one value.
  return type === 'text' ? `lower(${value})` : value;
};

const isTrue = async (connection: DuckDBConnection, statement: string): Promise<boolean> =>
  (await connection.runAndReadAll(`SELECT ${statement}`)).getRowsJS()[0]?.[0] === true;

/** Every row has a value, and none has that of another. */
const isUnique = (connection: DuckDBConnection, table: DataTable, column: ColumnReading): Promise<boolean> =>
  isTrue(connection, `count(*) > 1 AND count(DISTINCT ${valueOf(column)}) = count(*) FROM ${sourceOf(table)}`);

const isLookedUp = (connection: DuckDBConnection, from: [DataTable, ColumnReading], to: [DataTable, ColumnReading]): Promise<boolean> => {
  const [used, known] = [from, to].map(([table, column]) => `SELECT DISTINCT ${valueOf(column)} AS v FROM ${sourceOf(table)}`);
  const share = `avg(CASE WHEN known.v IS NULL THEN 0 ELSE 1 END)`;
  return isTrue(
    connection,
    `coalesce(${share} >= ${leastKnown}, false) FROM (${used}) used LEFT JOIN (${known}) known USING (v) WHERE used.v IS NOT NULL`,
  );
};

/** The tables that a table leads to. */
export const leadsTo = (relations: Relation[], table: string): string[] => {
  const direct = relations.filter(({ from }) => from.table === table).map(({ to }) => to.table);
  return [...direct, ...direct.flatMap((next) => leadsTo(relations, next))];
};

/** Columns of the same name and type, unique in one file alone, whose values the other file uses. */
export const relateFiles = async (connection: DuckDBConnection, tables: DataTable[]): Promise<Relation[]> => {
  const relations: Relation[] = [];
  for (const to of tables) {
    for (const key of to.columns.filter(({ type, distinct }) => keyTypes.has(type) && distinct >= to.rows * 0.8)) {
      const twins = tables.flatMap((from) =>
        from.columns
          .filter(({ name, type }) => from !== to && type === key.type && name.toLowerCase() === key.name.toLowerCase())
          .map((column) => [from, column] as const),
      );
      if (twins.length === 0 || !(await isUnique(connection, to, key))) continue;
      for (const [from, column] of twins) {
        // One way between two tables: a second one would leave open which is meant.
        const isTied = leadsTo(relations, from.table).includes(to.table) || leadsTo(relations, to.table).includes(from.table);
        if (isTied || (await isUnique(connection, from, column))) continue;
        if (await isLookedUp(connection, [from, column], [to, key]))
          relations.push({ from: { table: from.table, column: column.name }, to: { table: to.table, column: key.name } });
      }
    }
  }
  return relations;
};
