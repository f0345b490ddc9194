/** Row 14: a page of six visuals on ten million rows, against the same questions in SQL sent to the database directly. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { modelDefinition } from '@vitrine/powerbi-emulator/definition.ts';
import type { VisualQuery } from '@vitrine/powerbi-emulator/embed/protocol.ts';
import { openEngine } from '@vitrine/powerbi-emulator/models/engine.ts';
import type { Measurement } from '../bench.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { cacheDirectory } from '../place.ts';

const millions = 10;
const modelId = '0d5f6c2e-8a41-4b7e-9c36-5f2ad1e80b71';

const tables: Record<string, { columns: Record<string, 'integer' | 'number' | 'text' | 'date' | 'boolean'>; sql: string }> = {
  Day: {
    columns: { date: 'date', year: 'integer' },
    sql: `SELECT CAST(d AS DATE) AS date, year(d) AS year FROM range(DATE '2024-01-01', DATE '2027-01-01', INTERVAL 1 DAY) t(d)`,
  },
  Store: {
    columns: { code: 'integer', name: 'text', region: 'text' },
    sql: `SELECT i AS code, 'Store ' || i AS name, ['North', 'South', 'East', 'West', 'Centre'][1 + i % 5] AS region FROM range(1, 201) t(i)`,
  },
  Product: {
    columns: { code: 'integer', name: 'text', category: 'text' },
    sql: `SELECT i AS code, 'Product ' || i AS name, 'Category ' || (1 + i % 12) AS category FROM range(1, 1001) t(i)`,
  },
  Sales: {
    columns: { date: 'date', store: 'integer', product: 'integer', quantity: 'integer', amount: 'number', returned: 'boolean' },
    sql: `SELECT DATE '2024-01-01' + CAST(hash(i) % 1096 AS INTEGER) AS date, 1 + CAST(hash(i + 1) % 200 AS INTEGER) AS store,
      1 + CAST(hash(i + 2) % 1000 AS INTEGER) AS product, 1 + CAST(hash(i + 3) % 5 AS INTEGER) AS quantity,
      (hash(i + 4) % 100000) / 100 AS amount, hash(i + 5) % 20 = 0 AS returned FROM range(${millions * 1_000_000}) t(i)`,
  },
};

const model = modelDefinition.parse({
  id: modelId,
  name: 'Ten million',
  tables: Object.entries(tables).map(([name, { columns }]) => ({
    name,
    source: { kind: 'file', path: `${name}.parquet` },
    columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
  })),
  relationships: [
    { from: { table: 'Sales', column: 'date' }, to: { table: 'Day', column: 'date' } },
    { from: { table: 'Sales', column: 'store' }, to: { table: 'Store', column: 'code' } },
    { from: { table: 'Sales', column: 'product' }, to: { table: 'Product', column: 'code' } },
  ],
  measures: [
    { name: 'Revenue', table: 'Sales', expression: 'CALCULATE(SUM(Sales[amount]), Sales[returned] = FALSE())' },
    { name: 'Orders', table: 'Sales', expression: 'COUNTROWS(Sales)' },
    { name: 'Average', table: 'Sales', expression: 'DIVIDE([Revenue], [Orders])' },
  ],
});

const year = {
  $schema: 'http://powerbi.com/product/schema#basic',
  filterType: 1,
  target: { table: 'Day', column: 'year' },
  operator: 'In',
  values: [2026],
};
const revenue = { table: 'Sales', measure: 'Revenue' };
const descending = (field: VisualQuery['values'][number]) => [{ field, direction: 'descending' as const }];
const question = (id: string, more: Partial<VisualQuery>): VisualQuery => ({
  id,
  group_by: [],
  values: [revenue],
  filters: [year],
  ...more,
});

/** What the visuals of a page ask, and the same written by hand. */
const visuals: { query: VisualQuery; sql: string }[] = [
  {
    query: question('card', { values: [revenue, { table: 'Sales', measure: 'Orders' }] }),
    sql: `SELECT sum(amount) FILTER (NOT returned), count(*) FROM Sales JOIN Day d USING (date) WHERE d.year = 2026`,
  },
  {
    query: question('months', { group_by: [{ table: 'Day', column: 'date', grain: 'month' }] }),
    sql: `SELECT date_trunc('month', date), sum(amount) FROM Sales JOIN Day d USING (date) WHERE d.year = 2026 AND NOT returned GROUP BY 1 ORDER BY 1`,
  },
  {
    query: question('regions', { group_by: [{ table: 'Store', column: 'region' }], order_by: descending(revenue) }),
    sql: `SELECT region, sum(amount) FROM Sales JOIN Day d USING (date) JOIN Store s ON s.code = store WHERE d.year = 2026 AND NOT returned GROUP BY 1 ORDER BY 2 DESC`,
  },
  {
    query: question('categories', {
      group_by: [
        { table: 'Product', column: 'category' },
        { table: 'Store', column: 'region' },
      ],
    }),
    sql: `SELECT category, region, sum(amount) FROM Sales JOIN Day d USING (date) JOIN Product p ON p.code = product JOIN Store s ON s.code = store WHERE d.year = 2026 AND NOT returned GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  {
    query: question('stores', {
      group_by: [{ table: 'Store', column: 'name' }],
      values: [revenue, { table: 'Sales', measure: 'Average' }],
      order_by: descending(revenue),
      limit: 200,
    }),
    sql: `SELECT name, sum(amount) FILTER (NOT returned) AS r, sum(amount) FILTER (NOT returned) / count(*) FROM Sales JOIN Day d USING (date) JOIN Store s ON s.code = store WHERE d.year = 2026 GROUP BY 1 ORDER BY r DESC LIMIT 200`,
  },
  {
    query: question('products', {
      group_by: [{ table: 'Product', column: 'name' }],
      values: [{ table: 'Sales', column: 'quantity', aggregation: 'sum' }],
      limit: 20,
    }),
    sql: `SELECT name, sum(quantity) FROM Sales JOIN Day d USING (date) JOIN Product p ON p.code = product WHERE d.year = 2026 GROUP BY 1 ORDER BY 1 LIMIT 20`,
  },
];

/** Makes the data files on the first run. */
async function dataFiles(): Promise<string> {
  const directory = cacheDirectory('ten-million-2');
  if (existsSync(directory)) return directory;
  const making = `${directory}.making`;
  mkdirSync(making, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const [name, { sql }] of Object.entries(tables)) await connection.run(`COPY (${sql}) TO '${join(making, `${name}.parquet`)}'`);
  connection.closeSync();
  instance.closeSync();
  renameSync(making, directory);
  return directory;
}

async function loadDirectly(directory: string): Promise<{ connection: DuckDBConnection; close: () => void }> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const name of Object.keys(tables))
    await connection.run(`CREATE TABLE ${name} AS SELECT * FROM '${join(directory, `${name}.parquet`)}'`);
  return {
    connection,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const measureQueries: Measurement = async (bench) => {
  const directory = await dataFiles();
  const engine = openEngine({ content: [{ workspace: { id: modelId, name: 'Bench' }, directory, models: [model], reports: [] }] });
  const direct = await loadDirectly(directory);
  const viaEngine = async (): Promise<Sample> => ({
    page: await timed(async () => {
      const results = await engine.query(
        modelId,
        visuals.map(({ query }) => query),
      );
      const failed = results.find((result) => 'error' in result);
      if (failed) throw new Error(`A visual was not answered: ${JSON.stringify(failed)}`);
    }),
  });
  const viaSql = async (): Promise<Sample> => ({
    page: await timed(async () => {
      for (const { sql } of visuals) (await direct.connection.runAndReadAll(sql)).getRowsJS();
    }),
  });
  try {
    const samples = await interleave({ engine: viaEngine, sql: viaSql }, bench);
    return [
      {
        row: '14',
        what: `six visuals on ${millions} million rows`,
        ratio: ratioOf(samples.engine, samples.sql, 'page'),
        target: 1.3,
        note: `SQL ${middleOf(samples.sql, 'page').toFixed(0)} ms`,
      },
    ];
  } finally {
    direct.close();
    engine.close();
  }
};
