/** A shop of data with blanks, rows that refer to nothing and one that is there twice; what tests draw of it, and the same in SQL. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { shopId, shopModel } from './shop.ts';
import { openEngine } from '../engine/engine.ts';
import { seededRandom } from '../engine/generators/random.ts';

const random = seededRandom(99);
const pick = <Item>(items: Item[]): Item => items[Math.floor(random.next() * items.length)] ?? items[0]!;
const stores = [
  { code: 1, name: 'a', region: 'Sul', manager: 'x' },
  { code: 2, name: 'b', region: 'Sul', manager: 'y' },
  { code: 3, name: 'c', region: 'Norte', manager: 'x' },
  { code: 4, name: 'd', region: null, manager: 'z' },
  { code: 5, name: 'unused', region: 'Leste', manager: 'z' },
];
export const days = ['2025-01-31', '2025-02-28', '2025-03-01', '2026-01-31', '2026-02-28'].map((date) => ({
  date,
  month: date.slice(0, 7),
}));
const sales = Array.from({ length: 120 }, () => ({
  day: pick(days).date,
  // Store 9 does not exist.
  store: pick([1, 1, 2, 3, 4, 9, null]),
  product: pick([1, 2]),
  amount: pick([null, -3.5, 0, 1.25, 2, 10]),
  quantity: pick([0, 1, 2, 3]),
  returned: pick([true, false]),
  note: pick(['', 'urgente', null, 'b']),
}));
// A row that is there twice.
sales.push(...sales.slice(0, 1));
const products = [
  { code: 1, name: 'p', category: 'Doces' },
  { code: 2, name: 'q', category: 'Bebidas' },
];
const goals = [{ store: 1, month: '2025-01-31', goal: 5 }];

/** Joined as the model relates them. */
export const joined =
  'sales s LEFT JOIN stores t ON t.code = s.store LEFT JOIN products p ON p.code = s.product LEFT JOIN days d ON d.date = s.day';

export type Written = { dax: string; sql: string };

function rounded(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value;
}

function sorted(rows: unknown[][]): string[] {
  return rows.map((row) => JSON.stringify(row.map(rounded))).toSorted();
}

export const groups: Written[] = [
  { dax: 'Store[region]', sql: 't.region' },
  { dax: 'Store[manager]', sql: 't.manager' },
  { dax: 'Sales[note]', sql: 's.note' },
  { dax: 'Product[category]', sql: 'p.category' },
];
export const aggregates: Written[] = [
  { dax: 'SUM(Sales[amount])', sql: 'sum(s.amount)' },
  { dax: 'AVERAGE(Sales[amount])', sql: 'avg(s.amount)' },
  { dax: 'MAX(Sales[quantity])', sql: 'max(s.quantity)' },
  { dax: 'COUNT(Sales[amount])', sql: 'nullif(count(s.amount), 0)' },
  { dax: 'COUNTROWS(Sales)', sql: 'nullif(count(*), 0)' },
  { dax: 'DISTINCTCOUNT(Sales[note])', sql: "nullif(count(DISTINCT coalesce(s.note, '(blank)')), 0)" },
  { dax: 'SUMX(Sales, Sales[amount] * Sales[quantity])', sql: 'sum(s.amount * s.quantity)' },
  { dax: '[Total]', sql: 'sum(s.amount)' },
];
/** Conditions on one column; blank is the empty text and zero. */
export const conditions: (Written & { column: string })[] = [
  { column: 'Store[region]', dax: 'Store[region] = "SUL"', sql: "lower(coalesce(t.region, '')) = 'sul'" },
  { column: 'Store[region]', dax: 'Store[region] <> "Sul"', sql: "coalesce(t.region, '') <> 'Sul'" },
  { column: 'Store[region]', dax: 'ISBLANK(Store[region])', sql: 't.region IS NULL' },
  { column: 'Store[region]', dax: 'Store[region] IN {"Sul", BLANK()}', sql: "(t.region = 'Sul' OR t.region IS NULL)" },
  { column: 'Sales[note]', dax: 'Sales[note] = ""', sql: "coalesce(s.note, '') = ''" },
  { column: 'Sales[note]', dax: 'Sales[note] == ""', sql: "s.note = '' IS TRUE" },
  { column: 'Sales[amount]', dax: 'Sales[amount] <= 0', sql: 'coalesce(s.amount, 0) <= 0' },
  { column: 'Sales[returned]', dax: 'NOT Sales[returned]', sql: 'NOT s.returned' },
  { column: 'Product[category]', dax: 'LEFT(Product[category], 1) = "d"', sql: "p.category LIKE 'D%'" },
  { column: 'Day[date]', dax: 'Day[date] >= DATE(2026, 1, 1)', sql: "d.date >= DATE '2026-01-01' IS TRUE" },
];

export const someGroups = fc.uniqueArray(fc.constantFrom(...groups), { maxLength: 3 });
export const someAggregates = fc.array(fc.constantFrom(...aggregates), { minLength: 1, maxLength: 3 });
export const someConditions = fc.uniqueArray(fc.constantFrom(...conditions), { maxLength: 3, selector: ({ column }) => column });
export const runs = { numRuns: 60 };

export const named = (list: Written[]) => list.map(({ dax }, position) => `"v${position}", ${dax}`);
export const where = (list: Written[]) => (list.length > 0 ? `WHERE ${list.map(({ sql }) => `(${sql})`).join(' AND ')}` : '');
export const groupBy = (list: Written[]) => (list.length > 0 ? `GROUP BY ${list.map(({ sql }) => sql).join(', ')}` : '');
export const columns = (list: Written[]) => list.map(({ sql }) => sql).join(', ');

/** Opens it in the portal's engine and beside it, for the tests of one file. */
export async function openDrawnShop() {
  const directory = mkdtempSync(join(tmpdir(), 'dax-'));
  for (const [name, rows] of Object.entries({ sales, stores, products, goals, days })) {
    writeFileSync(join(directory, `${name}.json`), JSON.stringify(rows));
  }
  const content = [{ workspace: { id: shopId, name: 'Shop' }, directory, models: [shopModel()], reports: [] }];
  const engine = openEngine({ content, now: () => new Date('2026-03-15T12:00:00Z') });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  beforeAll(async () => {
    for (const name of ['sales', 'stores', 'products', 'days']) {
      await connection.run(`CREATE TABLE ${name} AS SELECT * FROM read_json_auto('${join(directory, `${name}.json`)}')`);
    }
  });
  afterAll(() => {
    engine.close();
    connection.closeSync();
    instance.closeSync();
    rmSync(directory, { recursive: true });
  });

  /** The query answers the rows that the SQL does. */
  async function expectSame(dax: string, sql: string): Promise<void> {
    const answer = await engine.evaluate(shopId, dax, { includeNulls: true });
    const expected = await connection.runAndReadAll(sql);
    expect([dax, sorted(answer.rows.map((row) => Object.values(row)))]).toEqual([dax, sorted(expected.getRowsJS())]);
  }
  return expectSame;
}
