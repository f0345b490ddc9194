/** Queries made up at random answer what SQL written by hand answers, on data with blanks, and rows that refer to nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopId, shopModel } from '../../test/shop.ts';
import { openEngine } from '../engine.ts';
import { seededRandom } from '../generators/random.ts';

const random = seededRandom(99);
const pick = <Item>(items: Item[]): Item => items[Math.floor(random.next() * items.length)] ?? items[0]!;
const stores = [
  { code: 1, name: 'a', region: 'Sul', manager: 'x' },
  { code: 2, name: 'b', region: 'Sul', manager: 'y' },
  { code: 3, name: 'c', region: 'Norte', manager: 'x' },
  { code: 4, name: 'd', region: null, manager: 'z' },
  { code: 5, name: 'unused', region: 'Leste', manager: 'z' },
];
const days = ['2025-01-31', '2025-02-28', '2025-03-01', '2026-01-31', '2026-02-28'].map((date) => ({ date, month: date.slice(0, 7) }));
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
const products = [
  { code: 1, name: 'p', category: 'Doces' },
  { code: 2, name: 'q', category: 'Bebidas' },
];
const goals = [{ store: 1, month: '2025-01-31', goal: 5 }];

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

/** Joined as the model relates them. */
const joined =
  'sales s LEFT JOIN stores t ON t.code = s.store LEFT JOIN products p ON p.code = s.product LEFT JOIN days d ON d.date = s.day';

type Written = { dax: string; sql: string };

function rounded(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value;
}

function sorted(rows: unknown[][]): string[] {
  return rows.map((row) => JSON.stringify(row.map(rounded))).toSorted();
}

async function expectSame(dax: string, sql: string): Promise<void> {
  const answer = await engine.evaluate(shopId, dax, { includeNulls: true });
  const expected = await connection.runAndReadAll(sql);
  expect([dax, sorted(answer.rows.map((row) => Object.values(row)))]).toEqual([dax, sorted(expected.getRowsJS())]);
}

const groups: Written[] = [
  { dax: 'Store[region]', sql: 't.region' },
  { dax: 'Store[manager]', sql: 't.manager' },
  { dax: 'Sales[note]', sql: 's.note' },
  { dax: 'Product[category]', sql: 'p.category' },
];
const aggregates: Written[] = [
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
const conditions: (Written & { column: string })[] = [
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

const someGroups = fc.uniqueArray(fc.constantFrom(...groups), { maxLength: 3 });
const someAggregates = fc.array(fc.constantFrom(...aggregates), { minLength: 1, maxLength: 3 });
const someConditions = fc.uniqueArray(fc.constantFrom(...conditions), { maxLength: 3, selector: ({ column }) => column });
const runs = { numRuns: 60 };

const named = (list: Written[]) => list.map(({ dax }, position) => `"v${position}", ${dax}`);
const where = (list: Written[]) => (list.length > 0 ? `WHERE ${list.map(({ sql }) => `(${sql})`).join(' AND ')}` : '');
const groupBy = (list: Written[]) => (list.length > 0 ? `GROUP BY ${list.map(({ sql }) => sql).join(', ')}` : '');
const columns = (list: Written[]) => list.map(({ sql }) => sql).join(', ');

test('SUMMARIZECOLUMNS groups, filters and leaves out what is blank in all values', async () => {
  await fc.assert(
    fc.asyncProperty(
      someGroups.filter((list) => list.length > 0),
      someConditions,
      someAggregates,
      async (by, filters, values) => {
        const tables = filters.map(({ dax, column }) => `FILTER(ALL(${column}), ${dax})`);
        const someValue = values.map(({ sql }) => `${sql} IS NOT NULL`).join(' OR ');
        await expectSame(
          `EVALUATE SUMMARIZECOLUMNS(${[...by.map(({ dax }) => dax), ...tables, ...named(values)].join(', ')})`,
          `SELECT ${columns([...by, ...values])} FROM ${joined} ${where(filters)} ${groupBy(by)} HAVING ${someValue}`,
        );
      },
    ),
    runs,
  );
});

test('SUMMARIZE groups the rows there are, and ADDCOLUMNS computes for each group', async () => {
  await fc.assert(
    fc.asyncProperty(
      someGroups.filter((list) => list.length > 0),
      someConditions,
      someAggregates,
      async (by, filters, values) => {
        const source = `SUMMARIZE(Sales, ${by.map(({ dax }) => dax).join(', ')})`;
        const calculated = values.map(({ dax }, position) => `"v${position}", CALCULATE(${dax})`).join(', ');
        await expectSame(
          `EVALUATE CALCULATETABLE(ADDCOLUMNS(${source}, ${calculated}), ${['ALL(Goals)', ...filters.map(({ dax }) => dax)].join(', ')})`,
          `SELECT ${columns([...by, ...values])} FROM ${joined} ${where(filters)} ${groupBy(by)}`,
        );
      },
    ),
    runs,
  );
});

test('CALCULATE replaces, keeps and removes filters', async () => {
  const ways = fc.constantFrom('replaced', 'kept', 'removed');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...conditions),
      someConditions,
      fc.constantFrom(...aggregates),
      ways,
      async (inner, outer, value, way) => {
        const argument = { replaced: inner.dax, kept: `KEEPFILTERS(${inner.dax})`, removed: `REMOVEFILTERS(${inner.column})` }[way];
        const others = way === 'kept' ? outer : outer.filter(({ column }) => column !== inner.column);
        const all = way === 'removed' ? others : [...others, inner];
        await expectSame(
          `EVALUATE CALCULATETABLE(ROW("x", CALCULATE(${value.dax}, ${argument})), ${['ALL(Goals)', ...outer.map(({ dax }) => dax)].join(', ')})`,
          `SELECT ${value.sql} FROM ${joined} ${where(all)}`,
        );
      },
    ),
    runs,
  );
});

test('filters beside each other narrow together, those of one column as well', async () => {
  const several = fc.array(fc.constantFrom(...conditions), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(several, fc.constantFrom(...aggregates), async (filters, value) => {
      const list = filters.map(({ dax }) => dax).join(', ');
      const tables = filters.map(({ dax, column }) => `FILTER(ALL(${column}), ${dax})`).join(', ');
      const expected = `SELECT ${value.sql} FROM ${joined} ${where(filters)}`;
      await expectSame(`EVALUATE ROW("x", CALCULATE(${value.dax}, ${list}))`, expected);
      await expectSame(`EVALUATE ROW("x", SUMX(SUMMARIZECOLUMNS(${tables}, "v", ${value.dax}), [v]))`, expected);
    }),
    runs,
  );
});

test('FILTER, TOPN and iterators look at rows', async () => {
  await fc.assert(
    fc.asyncProperty(someConditions, fc.integer({ min: 1, max: 8 }), fc.boolean(), async (filters, count, descending) => {
      const conditionOf = ({ dax }: Written) => dax.replace(/\b((?:Store|Product|Day)\[\w+\])/g, 'RELATED($1)');
      const rows = filters.reduce((table, one) => `FILTER(${table}, ${conditionOf(one)})`, 'Sales');
      await expectSame(
        `EVALUATE ROW("n", COUNTROWS(${rows}), "q", SUMX(${rows}, Sales[quantity]), "m", MAXX(${rows}, Sales[amount]))`,
        `SELECT nullif(count(*), 0), sum(s.quantity), max(s.amount) FROM ${joined} ${where(filters)}`,
      );
      const order = descending ? 'DESC' : 'ASC';
      await expectSame(
        `EVALUATE SELECTCOLUMNS(TOPN(${count}, ${rows}, Sales[quantity], ${order}, Sales[day], ASC), "q", Sales[quantity], "s", Sales[store])`,
        `SELECT quantity, store FROM (SELECT s.*, rank() OVER (ORDER BY s.quantity ${order}, s.day) AS place FROM ${joined} ${where(filters)}) WHERE place <= ${count}`,
      );
    }),
    runs,
  );
});

test('arithmetic, comparison and choice treat blanks as DAX does', async () => {
  type Computed = Written & { blank: boolean };
  const leaf: fc.Arbitrary<Computed> = fc.constantFrom(
    { dax: 'BLANK()', sql: 'CAST(NULL AS DOUBLE)', blank: true },
    { dax: '0', sql: '0.0', blank: false },
    { dax: '2.5', sql: '2.5', blank: false },
    { dax: '(-4)', sql: '(-4.0)', blank: false },
    { dax: 'SUM(Sales[amount])', sql: '(SELECT sum(amount) FROM sales)', blank: false },
    { dax: 'CALCULATE(SUM(Sales[amount]), Store[code] = 77)', sql: 'CAST(NULL AS DOUBLE)', blank: false },
  );
  const combine = (one: Written, other: Written): Record<string, Written> => ({
    '+': {
      dax: `(${one.dax} + ${other.dax})`,
      sql: `CASE WHEN ${one.sql} IS NULL AND ${other.sql} IS NULL THEN NULL ELSE coalesce(${one.sql}, 0) + coalesce(${other.sql}, 0) END`,
    },
    '-': {
      dax: `(${one.dax} - ${other.dax})`,
      sql: `CASE WHEN ${one.sql} IS NULL AND ${other.sql} IS NULL THEN NULL ELSE coalesce(${one.sql}, 0) - coalesce(${other.sql}, 0) END`,
    },
    '*': { dax: `(${one.dax} * ${other.dax})`, sql: `(${one.sql} * ${other.sql})` },
    divide: {
      dax: `DIVIDE(${one.dax}, ${other.dax}, 7)`,
      sql: `CASE WHEN coalesce(${other.sql}, 0) = 0 THEN 7 ELSE ${one.sql} / ${other.sql} END`,
    },
    if: {
      dax: `IF(${one.dax} > ${other.dax}, ${one.dax})`,
      sql: `CASE WHEN coalesce(${one.sql}, 0) > coalesce(${other.sql}, 0) THEN ${one.sql} END`,
    },
    switch: {
      dax: `SWITCH(TRUE(), ${one.dax} = ${other.dax}, 1, 2)`,
      sql: `CASE WHEN coalesce(${one.sql}, 0) = coalesce(${other.sql}, 0) THEN 1 ELSE 2 END`,
    },
    coalesce: { dax: `COALESCE(${one.dax}, ${other.dax})`, sql: `coalesce(${one.sql}, ${other.sql})` },
    var: {
      dax: `(VAR a = ${one.dax} VAR b = ${other.dax} RETURN a + b * 2)`,
      sql: `CASE WHEN ${one.sql} IS NULL AND ${other.sql} IS NULL THEN NULL ELSE coalesce(${one.sql}, 0) + coalesce(${other.sql} * 2, 0) END`,
    },
  });
  const operations = fc.constantFrom('+', '-', '*', 'divide', 'if', 'switch', 'coalesce', 'var');
  const pair = (part: fc.Arbitrary<Written>) =>
    fc.tuple(operations, part, part).map(([operation, one, other]) => combine(one, other)[operation] ?? one);
  const tree = fc.oneof(pair(leaf), pair(pair(leaf)), pair(pair(pair(leaf))));
  await fc.assert(
    fc.asyncProperty(tree, async ({ dax, sql }) => {
      await expectSame(`EVALUATE ROW("x", ${dax})`, `SELECT ${sql}`);
    }),
    runs,
  );
});

test('the months so far of a year, and the same months a year before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...days), async ({ date }) => {
      const day = `DATE(${date.split('-').map(Number).join(', ')})`;
      await expectSame(
        `EVALUATE CALCULATETABLE(ROW("a", TOTALYTD([Rows], Day[date]), "b", CALCULATE([Rows], SAMEPERIODLASTYEAR(Day[date]))), Day[date] = ${day})`,
        `SELECT (SELECT nullif(count(*), 0) FROM sales WHERE day BETWEEN date_trunc('year', DATE '${date}') AND DATE '${date}'),
          (SELECT nullif(count(*), 0) FROM sales WHERE day = DATE '${date}' - INTERVAL 1 YEAR)`,
      );
    }),
    { numRuns: 10 },
  );
});
