/** Texts that differ by their case alone are one value, as in Power BI. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ModelIndex } from './modelIndex.ts';
import { identifier } from './sql.ts';

const isText = (index: ModelIndex, { table, column }: { table: string; column: string }): boolean =>
  index.findColumn(table, column)?.column.type === 'text';

/** Within a column the spelling that comes first stands for all. */
async function unifyColumn(connection: DuckDBConnection, table: string, column: string): Promise<void> {
  const spellings = `SELECT ${column} AS spelling, min(rowid) AS place FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1`;
  const several = `SELECT lower(spelling) AS folded, arg_min(spelling, place) AS first FROM (${spellings}) GROUP BY 1 HAVING count(*) > 1`;
  await connection.run(
    `UPDATE ${table} SET ${column} = known.first FROM (${several}) AS known WHERE lower(${table}.${column}) = known.folded AND ${table}.${column} <> known.first`,
  );
}

/** The many side of a relationship takes the spelling of the one side; says whether anything changed. */
async function alignSides(connection: DuckDBConnection, [many, from]: [string, string], [one, to]: [string, string]): Promise<boolean> {
  const strange = `SELECT DISTINCT ${from} AS spelling FROM ${many} AS m ANTI JOIN ${one} AS o ON m.${from} = o.${to}`;
  const known = `SELECT strange.spelling, min(o.${to}) AS known FROM (${strange}) AS strange JOIN ${one} AS o ON lower(strange.spelling) = lower(o.${to}) GROUP BY 1`;
  const changed = await connection.run(
    `UPDATE ${many} SET ${from} = found.known FROM (${known}) AS found WHERE ${many}.${from} = found.spelling`,
  );
  return changed.rowsChanged > 0;
}

/** Leaves one spelling of every text in the tables of a model, so that groups and relationships need not think of case. */
export async function unifySpellings(connection: DuckDBConnection, schema: string, index: ModelIndex): Promise<void> {
  const named = (table: string): string => `${schema}.${identifier(table).text}`;
  for (const table of index.model.tables) {
    for (const { name, type } of table.columns)
      if (type === 'text') await unifyColumn(connection, named(table.name), identifier(name).text);
  }
  const related = index.model.relationships.filter(({ from, to }) => isText(index, from) && isText(index, to));
  // What leads to a table may itself be led to: again, until all agree.
  for (let changed = true; changed;) {
    changed = false;
    for (const { from, to } of related) {
      const sides = [from, to].map(({ table, column }): [string, string] => [named(table), identifier(column).text]);
      const [many, one] = sides;
      if (many && one && (await alignSides(connection, many, one))) changed = true;
    }
  }
}
