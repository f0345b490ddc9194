/** Loads the tables of a model into the database, with the types and the guarantees that the model promises. */
import { findPackageJSON } from 'node:module';
import { basename, dirname, extname, resolve, sep } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { GeneratedTable } from './generators/generatedTable.ts';
import { generators } from './generators/generators.ts';
import { loadGenerated } from './generators/loadGenerated.ts';
import type { ModelIndex, Table } from './modelIndex.ts';
import { sqlTypes } from './sqlTypes.ts';
import { unifySpellings } from './spelling.ts';
import { identifier } from './sql.ts';

const readers: Record<string, string> = {
  '.csv': 'read_csv',
  '.tsv': 'read_csv',
  '.json': 'read_json_auto',
  '.parquet': 'read_parquet',
};

/** The table function that reads a file, by the ending of its name. */
export function readerOf(file: string): string {
  const reader = readers[extname(file).toLowerCase()];
  if (!reader) throw new Error(`the file ${basename(file)} is of no kind that can be read`);
  return reader;
}

/** A file below a directory; a path that leads out of it is refused. */
function fileBelow(directory: string, path: string): string {
  const file = resolve(directory, path);
  if (!file.startsWith(`${resolve(directory)}${sep}`)) throw new Error(`the file ${path} is not below its directory`);
  return file;
}

function packageFile(path: string): string {
  const name = path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
  const manifest = findPackageJSON(name, import.meta.url);
  if (!manifest) throw new Error(`the package ${name} is not installed`);
  return fileBelow(dirname(manifest), path.slice(name.length + 1));
}

/** Where the file of a table's source lies; undefined for a generated table. */
export function sourceFile(table: Table, directory: string): string | undefined {
  const { source } = table;
  if (source.kind === 'generated') return undefined;
  return source.kind === 'package' ? packageFile(source.path) : fileBelow(directory, source.path);
}

async function createSource(
  connection: DuckDBConnection,
  table: Table,
  directory: string,
  generated: Map<string, Record<string, GeneratedTable>>,
) {
  const { source } = table;
  if (source.kind === 'generated') {
    const generate = generators[source.generator];
    if (!generate) throw new Error(`there is no generator '${source.generator}'`);
    const tables = generated.get(source.generator) ?? generate();
    generated.set(source.generator, tables);
    const found = tables[source.table];
    if (!found) throw new Error(`the generator '${source.generator}' makes no table '${source.table}'`);
    await loadGenerated(connection, 'source', found);
    return;
  }
  const file = sourceFile(table, directory) ?? '';
  await connection.run(`CREATE TEMP VIEW source AS SELECT * FROM ${readerOf(file)}('${file.replaceAll("'", "''")}')`);
}

async function dropSource(connection: DuckDBConnection): Promise<void> {
  await connection.run('DROP VIEW IF EXISTS source');
  await connection.run('DROP TABLE IF EXISTS "source staged"');
}

async function createTable(connection: DuckDBConnection, schema: string, table: Table): Promise<void> {
  const columns = table.columns.map((column) => {
    const expression = column.sql ?? identifier(column.name).text;
    return `CAST(${expression} AS ${sqlTypes[column.type]}) AS ${identifier(column.name).text}`;
  });
  const from = table.source.kind !== 'generated' && table.source.query ? `(${table.source.query})` : 'source';
  await connection.run(`CREATE TABLE ${schema}.${identifier(table.name).text} AS SELECT ${columns.join(', ')} FROM ${from}`);
}

async function holds(connection: DuckDBConnection, statement: string): Promise<boolean> {
  const reader = await connection.runAndReadAll(statement);
  return reader.getRowsJS()[0]?.[0] === true;
}

/** A relationship joins one row at most, and a column is sorted by one value each: else numbers would be wrong. */
async function checkPromises(connection: DuckDBConnection, schema: string, index: ModelIndex): Promise<void> {
  for (const { to } of index.model.relationships) {
    const column = identifier(to.column).text;
    const unique = `SELECT count(*) = count(DISTINCT ${column}) FROM ${schema}.${identifier(to.table).text}`;
    if (!(await holds(connection, unique)))
      throw new Error(`column '${to.table}'[${to.column}] is the one side of a relationship, but its values repeat or are blank`);
  }
  for (const table of index.model.tables) {
    for (const column of table.columns.filter((one) => one.sort_by !== undefined)) {
      const [own, other] = [identifier(column.name).text, identifier(column.sort_by ?? '').text];
      const single = `SELECT count(*) = 0 FROM (SELECT 1 FROM ${schema}.${identifier(table.name).text} GROUP BY ${own} HAVING count(DISTINCT ${other}) > 1)`;
      if (!(await holds(connection, single)))
        throw new Error(`column '${table.name}'[${column.name}] has several values of ${column.sort_by} to be sorted by`);
    }
  }
}

/** Finds out where every row has its row on the other side: such joins lose nothing and are cheaper. */
async function findComplete(connection: DuckDBConnection, schema: string, index: ModelIndex): Promise<void> {
  for (const relationship of index.model.relationships) {
    const { from, to } = relationship;
    const [many, one] = [from, to].map(({ table }) => `${schema}.${identifier(table).text}`);
    const same = `m.${identifier(from.column).text} = o.${identifier(to.column).text}`;
    if (await holds(connection, `SELECT NOT EXISTS (SELECT 1 FROM ${many} AS m ANTI JOIN ${one} AS o ON ${same})`))
      index.complete.add(relationship);
  }
}

/** Finds out which columns have no blanks: nobody has to ask for them later. */
async function findFilled(connection: DuckDBConnection, schema: string, index: ModelIndex): Promise<void> {
  for (const table of index.model.tables) {
    const filled = table.columns.map(({ name }) => `count(*) = count(${identifier(name).text})`);
    const reader = await connection.runAndReadAll(`SELECT ${filled.join(', ')} FROM ${schema}.${identifier(table.name).text}`);
    const [answers = []] = reader.getRowsJS();
    for (const [position, column] of table.columns.entries()) if (answers[position] === true) index.filled.add(column);
  }
}

/** Fills `schema` with the tables of a model, whose files lie beside `directory`'s model file or in packages. */
export async function loadModel(connection: DuckDBConnection, schema: string, index: ModelIndex, directory: string): Promise<void> {
  const generated = new Map<string, Record<string, GeneratedTable>>();
  await connection.run(`CREATE SCHEMA ${schema}`);
  for (const table of index.model.tables) {
    try {
      await createSource(connection, table, directory, generated);
      await createTable(connection, schema, table);
    } catch (error) {
      throw new Error(`table '${table.name}' of the model '${index.model.name}' cannot be loaded`, { cause: error });
    } finally {
      await dropSource(connection);
    }
  }
  await unifySpellings(connection, schema, index);
  await checkPromises(connection, schema, index);
  await findComplete(connection, schema, index);
  await findFilled(connection, schema, index);
}
