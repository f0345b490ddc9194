import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, joined, sql } from '../sql.ts';
import type { GeneratedColumn, GeneratedTable } from './generatedTable.ts';

const rowsPerChunk = 2048;
/** Number of chunks after which other requests get their turn. */
const chunksPerTurn = 16;

/** Dates and whole numbers travel as doubles, which the database's driver copies fastest. */
function stagedType(column: GeneratedColumn): 'VARCHAR' | 'BOOLEAN' | 'DOUBLE' {
  if (column.type === 'text') return 'VARCHAR';
  return column.type === 'boolean' ? 'BOOLEAN' : 'DOUBLE';
}

/** Puts a generated table into the database under a temporary name, dates as dates. */
export async function loadGenerated(connection: DuckDBConnection, name: string, table: GeneratedTable): Promise<void> {
  const { BOOLEAN, DOUBLE, DuckDBDataChunk, VARCHAR } = await import('@duckdb/node-api');
  const types = { BOOLEAN, DOUBLE, VARCHAR };
  const staged = `${name} staged`;
  const columns = table.map((column) => sql`${identifier(column.name)} ${{ text: stagedType(column), values: [] }}`);
  await connection.run(`CREATE TEMP TABLE ${identifier(staged).text} (${joined(columns, ', ').text})`);
  const appender = await connection.createAppender(staged);
  const count = table[0]?.values.length ?? 0;
  for (let start = 0; start < count; start += rowsPerChunk) {
    const end = Math.min(start + rowsPerChunk, count);
    const chunk = DuckDBDataChunk.create(
      table.map((column) => types[stagedType(column)]),
      end - start,
    );
    chunk.setColumns(table.map((column) => Array.prototype.slice.call(column.values, start, end)));
    appender.appendDataChunk(chunk);
    if ((start / rowsPerChunk) % chunksPerTurn === 0) await setImmediate();
  }
  appender.closeSync();
  const selected = table.map((column) => {
    const quoted = identifier(column.name).text;
    return column.type === 'date' ? `DATE '1970-01-01' + CAST(${quoted} AS INTEGER) AS ${quoted}` : quoted;
  });
  await connection.run(`CREATE TEMP VIEW ${identifier(name).text} AS SELECT ${selected.join(', ')} FROM ${identifier(staged).text}`);
}
