/**
 * Measures and filter contexts drawn at random, against SQL that is built from what they mean: a context is a list of
 * conditions by column, and CALCULATE takes some away and adds others. Facts refer to stores and days that do not exist.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopId, shopModel } from '../../test/shop.ts';
import { openEngine } from '../engine.ts';
import { seededRandom } from '../generators/random.ts';

const random = seededRandom(7);
const pick = <Item>(items: Item[]): Item => items[Math.floor(random.next() * items.length)] ?? items[0]!;
const stores = [
  { code: 1, name: 'a', region: 'Sul', manager: 'x' },
  { code: 2, name: 'b', region: 'Sul', manager: 'y' },
  { code: 3, name: 'c', region: 'Norte', manager: 'x' },
  { code: 4, name: 'd', region: null, manager: 'z' },
  { code: 5, name: 'unused', region: 'Leste', manager: 'z' },
];
const days = ['2025-01-15', '2025-02-01', '2025-02-28', '2026-01-31', '2026-02-28'].map((date) => ({ date, month: date.slice(0, 7) }));
const products = [
  { code: 1, name: 'p', category: 'Doces' },
  { code: 2, name: 'q', category: 'Bebidas' },
];
const sales = Array.from({ length: 90 }, () => ({
  // The last day and store 9 do not exist.
  day: pick([...days.map(({ date }) => date), '2026-12-24']),
  store: pick([1, 1, 2, 3, 4, 9, null]),
  product: pick([1, 2]),
  amount: pick([null, -3.5, 0, 1.25, 2, 10]),
  quantity: pick([0, 1, 2, 3]),
  returned: pick([true, false]),
  note: pick(['', 'urgente', null, 'b']),
}));
const goals = [{ store: 1, month: '2025-01-15', goal: 5 }];

const directory = mkdtempSync(join(tmpdir(), 'dax-'));
for (const [name, rows] of Object.entries({ sales, stores, products, goals, days }))
  writeFileSync(join(directory, `${name}.json`), JSON.stringify(rows));
const content = [{ workspace: { id: shopId, name: 'Shop' }, directory, models: [shopModel()], reports: [] }];
const engine = openEngine({ content, now: () => new Date('2026-03-15T12:00:00Z') });
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
beforeAll(async () => {
  for (const name of ['sales', 'stores', 'products', 'days'])
    await connection.run(`CREATE TABLE ${name} AS SELECT * FROM read_json_auto('${join(directory, `${name}.json`)}')`);
});
afterAll(() => {
  engine.close();
  connection.closeSync();
  instance.closeSync();
  rmSync(directory, { recursive: true });
});

const joined =
  'sales s LEFT JOIN stores t ON t.code = s.store LEFT JOIN products p ON p.code = s.product LEFT JOIN days d ON d.date = s.day';
/** Tables as SQL names them, those that show a blank row with it. */
const rowsOf = {
  t: '(SELECT * FROM stores UNION ALL SELECT NULL, NULL, NULL, NULL) t',
  d: '(SELECT * FROM days UNION ALL SELECT NULL, NULL) d',
  p: 'products p',
  s: joined,
};
const daxNames = { t: 'Store', d: 'Day', p: 'Product', s: 'Sales' };

type Condition = { column: string; dax: string; sql: string };
type TableAlias = keyof typeof rowsOf;
const tableOf = (column: string) => column.slice(0, 1) as TableAlias;
/** By the expression in SQL, the column in DAX. */
const columns: Record<string, string> = {
  't.region': 'Store[region]',
  't.manager': 'Store[manager]',
  'p.category': 'Product[category]',
  's.note': 'Sales[note]',
  'd.month': 'Day[month]',
  'd.date.year': 'Day[year]',
  'd.date': 'Day[date]',
};
const conditions: Condition[] = [
  { column: 't.region', dax: 'Store[region] = "SUL"', sql: "coalesce(t.region, '') = 'Sul'" },
  { column: 't.region', dax: 'Store[region] <> "Sul"', sql: "coalesce(t.region, '') <> 'Sul'" },
  { column: 't.region', dax: 'Store[region] IN {"Norte", BLANK()}', sql: "(t.region = 'Norte' OR t.region IS NULL)" },
  { column: 't.manager', dax: 'Store[manager] = "x"', sql: "t.manager IS NOT DISTINCT FROM 'x'" },
  { column: 's.note', dax: 'Sales[note] == ""', sql: "s.note IS NOT DISTINCT FROM ''" },
  { column: 's.amount', dax: 'Sales[amount] <= 0', sql: 'coalesce(s.amount, 0) <= 0' },
  { column: 'p.category', dax: 'LEFT(Product[category], 1) = "d"', sql: "p.category LIKE 'D%'" },
  { column: 'd.date.year', dax: 'Day[year] = 2025', sql: 'year(d.date) IS NOT DISTINCT FROM 2025' },
  { column: 'd.date', dax: 'Day[date] >= DATE(2025, 2, 1)', sql: "(d.date >= DATE '2025-02-01') IS TRUE" },
  { column: 'd.date', dax: 'Day[date] < DATE(2026, 1, 1)', sql: "coalesce(d.date, DATE '1899-12-30') < DATE '2026-01-01'" },
];
const daxColumn = (column: string): string => columns[column] ?? 'Sales[amount]';
const sqlColumn = (column: string): string => (column === 'd.date.year' ? 'year(d.date)' : column);
const all = (list: { sql: string }[]): string => ['TRUE', ...list.map(({ sql }) => `(${sql})`)].join(' AND ');

/** What a filter argument of CALCULATE does to a context: which columns it takes away, and what it adds. */
type Change = { dax: string; removes: (column: string) => boolean; adds: (context: Condition[]) => Condition[] };
/** A filter on the key of the days looks away from all that is filtered of them. */
const replacedBy = (column: string) => (other: string) => other === column || (column === 'd.date' && tableOf(other) === 'd');
const replacing = (one: Condition): Change => ({ dax: one.dax, removes: replacedBy(one.column), adds: () => [one] });
const changes: Change[] = [
  ...conditions.map(replacing),
  ...conditions.map((one) => ({ dax: `KEEPFILTERS(${one.dax})`, removes: () => false, adds: () => [one] })),
  ...conditions
    .filter(({ column }) => column !== 's.amount')
    .map((one) => ({ ...replacing(one), dax: `FILTER(ALL(${daxColumn(one.column)}), ${one.dax})` })),
  ...['t.region', 'p.category', 'd.date.year'].map((column) => ({
    dax: `REMOVEFILTERS(${daxColumn(column)})`,
    removes: (one: string) => one === column,
    adds: () => [],
  })),
  ...(['t', 'p', 'd'] as const).map((table) => ({
    dax: `ALL(${daxNames[table]})`,
    removes: (one: string) => tableOf(one) === table,
    adds: () => [],
  })),
  {
    dax: 'FILTER(ALL(Day[date]), Day[date] <= MAX(Day[date]))',
    removes: replacedBy('d.date'),
    adds: (context) => {
      const last = `(SELECT max(d.date) FROM days d WHERE ${all(context.filter(({ column }) => tableOf(column) === 'd'))})`;
      const blank = "DATE '1899-12-30'";
      return [{ column: 'd.date', dax: '', sql: `coalesce(d.date, ${blank}) <= coalesce(${last}, ${blank})` }];
    },
  },
];

type Measure = { dax: string; sql: (context: Condition[]) => string };
const aggregates: [dax: string, sql: string][] = [
  ['SUM(Sales[amount])', 'sum(s.amount)'],
  ['[Total]', 'sum(s.amount)'],
  ['AVERAGE(Sales[amount])', 'avg(s.amount)'],
  ['MAX(Sales[quantity])', 'max(s.quantity)'],
  ['COUNTROWS(Sales)', 'nullif(count(*), 0)'],
  ['DISTINCTCOUNT(Sales[note])', "nullif(count(DISTINCT coalesce(s.note, '(blank)')), 0)"],
  ['SUMX(Sales, Sales[amount] * Sales[quantity])', 'sum(s.amount * s.quantity)'],
  ['SUMX(Sales, Sales[amount] + Sales[quantity])', 'sum(coalesce(s.amount, 0) + s.quantity)'],
  ['SUMX(VALUES(Product[category]), [Total])', 'sum(s.amount)'],
  ['MAXX(FILTER(Sales, NOT Sales[returned]), Sales[amount])', 'max(s.amount) FILTER (NOT s.returned)'],
];
const aggregate = fc.constantFrom(...aggregates).map(([dax, sql]): Measure => ({
  dax,
  sql: (context) => `(SELECT ${sql} FROM ${joined} WHERE ${all(context)})`,
}));
const calculated = fc.tuple(aggregate, fc.uniqueArray(fc.constantFrom(...changes), { maxLength: 2 })).map(([measure, list]): Measure =>
  list.length === 0
    ? measure
    : {
        dax: `CALCULATE(${[measure.dax, ...list.map(({ dax }) => dax)].join(', ')})`,
        sql: (context) => {
          const kept = context.filter(({ column }) => !list.some(({ removes }) => removes(column)));
          return measure.sql([...kept, ...list.flatMap(({ adds }) => adds(context))]);
        },
      },
);
type Shape = { dax: (a: string, b: string) => string; sql: (a: string, b: string) => string };
const shapes: Shape[] = [
  { dax: (a) => a, sql: (a) => a },
  { dax: (a) => `COALESCE(${a}, 0)`, sql: (a) => `coalesce(${a}, 0)` },
  { dax: (a) => `${a} + 0`, sql: (a) => `coalesce(${a}, 0)` },
  { dax: (a) => `IF(ISBLANK(${a}), 0, ${a})`, sql: (a) => `coalesce(${a}, 0)` },
  { dax: (a) => `IF(${a} > 3, "much")`, sql: (a) => `CASE WHEN ${a} > 3 THEN 'much' END` },
  { dax: (a) => `2 * ${a}`, sql: (a) => `2 * ${a}` },
  { dax: (a, b) => `${a} - ${b}`, sql: (a, b) => `coalesce(${a} - ${b}, ${a}, -${b})` },
  {
    dax: (a, b) => `${a} + ${b} + ${a}`,
    sql: (a, b) => `CASE WHEN coalesce(${a}, ${b}) IS NOT NULL THEN 2 * coalesce(${a}, 0) + coalesce(${b}, 0) END`,
  },
  { dax: (a, b) => `DIVIDE(${a}, ${b})`, sql: (a, b) => `${a} / nullif(${b}, 0)` },
  {
    dax: (a, b) => `IFERROR(${a} / ${b}, -1)`,
    sql: (a, b) => `CASE WHEN ${a} IS NULL THEN NULL WHEN coalesce(${b}, 0) = 0 THEN -1 ELSE ${a} / ${b} END`,
  },
];
const measures = fc.tuple(fc.constantFrom(...shapes), calculated, calculated).map(([shape, one, other]): Measure => ({
  dax: shape.dax(one.dax, other.dax),
  sql: (context) => shape.sql(one.sql(context), other.sql(context)),
}));

/** The values of columns, by table, that the filters of the query leave. */
function combinations(by: string[], filters: Condition[]): string {
  const tables = [...new Set(by.map(tableOf))].map((table) => {
    const list = by.filter((column) => tableOf(column) === table).map((column) => `${sqlColumn(column)} AS g${by.indexOf(column)}`);
    const own = table === 's' ? filters : filters.filter(({ column }) => tableOf(column) === table);
    return `(SELECT DISTINCT ${list.join(', ')} FROM ${rowsOf[table]} WHERE ${all(own)})`;
  });
  return tables.join(' CROSS JOIN ');
}

/** The rows of a query that groups by some of its columns; of the others they are subtotals. */
function groupedRows(by: string[], shown: number, filters: Condition[], values: Measure[]): string {
  const groups = by.slice(0, shown);
  const context = [
    ...filters,
    ...groups.map((column, at) => ({ column, dax: '', sql: `${sqlColumn(column)} IS NOT DISTINCT FROM k.g${at}` })),
  ];
  const list = by.map((_, at) => (at < shown ? `k.g${at}` : 'NULL'));
  const computed = values.map((value, at) => `${value.sql(context)} AS v${at}`);
  const from = groups.length > 0 ? `(SELECT * FROM ${combinations(groups, filters)}) k` : '(SELECT 1) k';
  const flags = by.length > shown ? ['TRUE AS subtotal'] : ['FALSE AS subtotal'];
  return `SELECT ${[...list.map((one, at) => `${one} AS c${at}`), ...flags, ...computed].join(', ')} FROM ${from}`;
}

const rounded = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value;
};
const sorted = (rows: unknown[][]): string[] => rows.map((row) => JSON.stringify(row.map(rounded))).toSorted();

async function expectSame(dax: string, sql: string): Promise<void> {
  const answer = await engine.evaluate(shopId, dax, { includeNulls: true });
  const expected = await connection.runAndReadAll(sql);
  expect([dax, sorted(answer.rows.map((row) => Object.values(row)))]).toEqual([dax, sorted(expected.getRowsJS())]);
}

// Always the same draws; a failure says its seed and the smallest query that fails.
const runs = { seed: 20261123, numRuns: 110 };
const someFilters = fc.uniqueArray(fc.constantFrom(...conditions), { maxLength: 2, selector: ({ column }) => column });
const someGroups = fc.uniqueArray(fc.constantFrom('t.region', 't.manager', 'p.category', 's.note', 'd.month', 'd.date.year'), {
  minLength: 1,
  maxLength: 2,
});
const filterTables = (filters: Condition[]): string[] =>
  filters.map(({ column, dax }) =>
    column === 's.amount' ? `FILTER(ALL(Sales[amount]), ${dax})` : `FILTER(ALL(${daxColumn(column)}), ${dax})`,
  );

test('SUMMARIZECOLUMNS answers for every combination, the blank one as well, and for subtotals', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      someGroups,
      someFilters,
      fc.array(measures, { minLength: 1, maxLength: 2 }),
      fc.boolean(),
      async (by, filters, values, rolled) => {
        const names = by.map(daxColumn);
        const last = names.length - 1;
        const groups = rolled ? [...names.slice(0, last), `ROLLUPADDISSUBTOTAL(${names[last]}, "subtotal")`] : names;
        const list = values.map(({ dax }, at) => `"v${at}", ${dax}`);
        const levels = rolled ? [by.length, last] : [by.length];
        const some = values.map((_, at) => `v${at} IS NOT NULL`).join(' OR ');
        const rows = levels.map((shown) => `SELECT * FROM (${groupedRows(by, shown, filters, values)}) WHERE ${some}`).join(' UNION ALL ');
        await expectSame(
          `EVALUATE SUMMARIZECOLUMNS(${[...groups, ...filterTables(filters), ...list].join(', ')})`,
          rolled ? rows : `SELECT * EXCLUDE (subtotal) FROM (${rows})`,
        );
      },
    ),
    runs,
  );
});

test('CALCULATETABLE, ADDCOLUMNS and ROW read the same measures in the same contexts', { timeout: 300_000 }, async () => {
  const some = fc.constantFrom('t.region', 't.manager', 'p.category', 'd.month', 'd.date.year');
  await fc.assert(
    fc.asyncProperty(some, someFilters, measures, async (by, filters, measure) => {
      const defined = `DEFINE MEASURE Sales[drawn] = ${measure.dax} EVALUATE `;
      const narrowed = (table: string) => `CALCULATETABLE(${[table, 'ALL(Goals)', ...filters.map(({ dax }) => dax)].join(', ')})`;
      await expectSame(`${defined}${narrowed('ROW("v", [drawn])')}`, `SELECT ${measure.sql(filters)}`);
      await expectSame(
        `${defined}${narrowed(`ADDCOLUMNS(VALUES(${daxColumn(by)}), "v", [drawn])`)}`,
        `SELECT * EXCLUDE (subtotal) FROM (${groupedRows([by], 1, filters, [measure])})`,
      );
    }),
    runs,
  );
});

test('a slicer offers the blank of rows that refer to nothing', async () => {
  const group_by = [{ table: 'Store', column: 'manager' }];
  const [answer] = await engine.query(shopId, [{ id: 'q', group_by, values: [], filters: [] }]);
  expect(answer).toMatchObject({ rows: [[null], ['x'], ['y'], ['z']] });
});
