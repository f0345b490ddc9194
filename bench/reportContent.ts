/** A workspace of the local reporting service with one report: a page of six visuals on as many rows as wanted. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { modelDefinition } from '@vitrine/emulator/definitions/model.ts';
import { reportDefinition } from '@vitrine/emulator/definitions/report.ts';
import { cacheDirectory } from './place.ts';

export const workspaceId = '7c1e5f0a-2b94-4d38-9e6f-1a5b8c3d7e42';
const modelId = '0d5f6c2e-8a41-4b7e-9c36-5f2ad1e80b71';
const reportId = '9b2f4d61-5c0e-4a83-b7d9-3e6a1f8c2d54';

type Columns = Record<string, 'integer' | 'number' | 'text' | 'date' | 'boolean'>;

export const tables: Record<string, { columns: Columns; sql: (rows: number) => string }> = {
  Day: {
    columns: { date: 'date', year: 'integer' },
    sql: () => `SELECT CAST(d AS DATE) AS date, year(d) AS year FROM range(DATE '2024-01-01', DATE '2027-01-01', INTERVAL 1 DAY) t(d)`,
  },
  Store: {
    columns: { code: 'integer', name: 'text', region: 'text' },
    sql: () =>
      `SELECT i AS code, 'Store ' || i AS name, ['North', 'South', 'East', 'West', 'Centre'][1 + i % 5] AS region FROM range(1, 201) t(i)`,
  },
  Product: {
    columns: { code: 'integer', name: 'text', category: 'text' },
    sql: () => `SELECT i AS code, 'Product ' || i AS name, 'Category ' || (1 + i % 12) AS category FROM range(1, 1001) t(i)`,
  },
  Sales: {
    columns: { date: 'date', store: 'integer', product: 'integer', quantity: 'integer', amount: 'number', returned: 'boolean' },
    sql: (rows) => `SELECT DATE '2024-01-01' + CAST(hash(i) % 1096 AS INTEGER) AS date, 1 + CAST(hash(i + 1) % 200 AS INTEGER) AS store,
      1 + CAST(hash(i + 2) % 1000 AS INTEGER) AS product, 1 + CAST(hash(i + 3) % 5 AS INTEGER) AS quantity,
      (hash(i + 4) % 100000) / 100 AS amount, hash(i + 5) % 20 = 0 AS returned FROM range(${rows}) t(i)`,
  },
};

const model = modelDefinition.parse({
  id: modelId,
  name: 'Sales',
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

const revenue = { table: 'Sales', measure: 'Revenue' };
const visual = (name: string, type: string, place: number, fields: object) => ({
  name,
  type,
  title: name,
  layout: { x: 16 + (place % 3) * 416, y: 16 + Math.floor(place / 3) * 352, width: 400, height: 336 },
  ...fields,
});

export const report = reportDefinition.parse({
  id: reportId,
  name: 'Six visuals',
  model: modelId,
  pages: [
    {
      name: 'page',
      display_name: 'Page',
      filters: [
        {
          $schema: 'http://powerbi.com/product/schema#basic',
          filterType: 1,
          target: { table: 'Day', column: 'year' },
          operator: 'In',
          values: [2026],
        },
      ],
      visuals: [
        visual('card', 'card', 0, { values: [revenue, { table: 'Sales', measure: 'Orders' }] }),
        visual('months', 'lineChart', 1, { category: [{ table: 'Day', column: 'date', grain: 'month' }], values: [revenue] }),
        visual('regions', 'clusteredColumnChart', 2, { category: [{ table: 'Store', column: 'region' }], values: [revenue] }),
        visual('categories', 'stackedColumnChart', 3, {
          category: [{ table: 'Product', column: 'category' }],
          series: [{ table: 'Store', column: 'region' }],
          values: [revenue],
        }),
        visual('stores', 'tableEx', 4, {
          category: [{ table: 'Store', column: 'name' }],
          values: [revenue, { table: 'Sales', measure: 'Average' }],
        }),
        visual('products', 'clusteredBarChart', 5, {
          category: [{ table: 'Product', column: 'name' }],
          values: [{ table: 'Sales', column: 'quantity', aggregation: 'sum' }],
          top: 20,
        }),
      ],
    },
  ],
});

/** The data of the model's tables; made on the first run. */
async function dataFiles(rows: number): Promise<string> {
  const directory = cacheDirectory(`report-of-${rows}`);
  if (existsSync(directory)) return directory;
  const making = `${directory}.making`;
  mkdirSync(join(making, 'sales'), { recursive: true });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const [name, { sql }] of Object.entries(tables))
    await connection.run(`COPY (${sql(rows)}) TO '${join(making, 'sales', `${name}.parquet`)}'`);
  connection.closeSync();
  instance.closeSync();
  renameSync(making, directory);
  return directory;
}

/** `root` is what the service reads, `data` holds a Parquet file for each table. */
export async function reportContent(rows: number): Promise<{ root: string; data: string }> {
  const directory = await dataFiles(rows);
  const data = join(directory, 'sales');
  const write = (name: string, value: unknown): void => writeFileSync(join(data, name), JSON.stringify(value));
  write('workspace.json', { id: workspaceId, name: 'Sales' });
  write('sales.model.json', model);
  write('six.report.json', report);
  return { root: directory, data };
}
