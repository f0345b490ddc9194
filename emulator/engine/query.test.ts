import { afterAll, expect, test } from 'vitest';
import { field, goals, measure, openShop, productOf, sales, storeOf, stores, sum, total } from '../test/shop.ts';
import type { Sale } from '../test/shop.ts';

const shop = openShop({
  measures: {
    'Share of all': 'DIVIDE([Total], CALCULATE([Total], ALL(Store)))',
    'Last year': 'CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date]))',
    South: 'CALCULATE([Total], Store[region] = "Sul")',
    'Of target': 'DIVIDE([Total], [Target])',
    'Always one': '1',
    Both: '[Total] + [Target]',
    Ratio: '1 / CALCULATE([Rows], Store[code] = 99)',
  },
});
afterAll(() => shop.close());

function groupBy(rows: Sale[], key: (sale: Sale) => string | null): Map<string | null, Sale[]> {
  return Map.groupBy(rows, key);
}
const region = field('Store', 'region');

test('groups and adds up, blanks first, totals apart', async () => {
  const answer = await shop.ask({ group_by: [region], values: [total, measure('Rows')], total: true });
  const expected = [...groupBy(sales, (sale) => storeOf(sale).region)]
    .map(([name, rows]) => [name, sum(rows), rows.length])
    .toSorted(([one], [other]) => String(one ?? '').localeCompare(String(other ?? '')));
  expect(answer.rows).toEqual(expected);
  expect(answer.total).toEqual([null, sum(sales), sales.length]);
  expect(answer.columns).toEqual([
    { name: 'region', field: region, type: 'text' },
    { name: 'Total', field: total, type: 'number', format: '#,0.00' },
    { name: 'Rows', field: measure('Rows'), type: 'integer' },
  ]);
});

test('aggregates columns in every way', async () => {
  const of = (aggregation: 'sum' | 'average' | 'min' | 'max' | 'count' | 'distinct_count') =>
    ({ table: 'Sales', column: 'quantity', aggregation }) as const;
  const { rows, columns } = await shop.ask({ values: [of('sum'), of('average'), of('min'), of('max'), of('count'), of('distinct_count')] });
  const quantities = sales.map((sale) => sale.quantity);
  const added = quantities.reduce((all, one) => all + one, 0);
  expect(rows).toEqual([
    [added, added / sales.length, Math.min(...quantities), Math.max(...quantities), sales.length, new Set(quantities).size],
  ]);
  expect(columns.map((column) => column.type)).toEqual(['integer', 'number', 'integer', 'integer', 'integer', 'integer']);
});

test.each([
  ['year', (day: string) => `${day.slice(0, 4)}-01-01`],
  ['quarter', (day: string) => `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`],
  ['month', (day: string) => `${day.slice(0, 7)}-01`],
  ['week', (day: string) => new Date(Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)],
  ['day', (day: string) => day],
] as const)('groups dates by %s, in their order', async (grain, period) => {
  for (const [table, column] of [
    ['Day', 'date'],
    ['Sales', 'moment'],
  ] as const) {
    const answer = await shop.ask({ group_by: [{ table, column, grain }], values: [measure('Rows')] });
    const expected = [...groupBy(sales, (sale) => period(sale.day))]
      .map(([day, rows]) => [day, rows.length])
      .toSorted(([one], [other]) => String(one).localeCompare(String(other)));
    expect(answer.rows).toEqual(expected);
    expect(answer.columns[0]?.type).toBe('date');
  }
});

test('answers dates and moments as text, and truths as truths', async () => {
  const { rows } = await shop.ask({
    group_by: [field('Sales', 'day'), field('Sales', 'moment'), field('Sales', 'returned')],
    values: [],
    limit: 1,
  });
  const first = sales.toSorted((one, other) => one.day.localeCompare(other.day) || Number(one.returned) - Number(other.returned))[0];
  expect(rows).toEqual([[first?.day, `${first?.day}T13:30:00`, first?.returned]]);
});

test('sorts months by their number, not their name', async () => {
  const { rows } = await shop.ask({ group_by: [field('Day', 'month')], values: [total] });
  expect(rows.map(([month]) => month)).toEqual(['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']);
  const { rows: backwards } = await shop.ask({
    group_by: [field('Day', 'month')],
    values: [total],
    order_by: [{ field: field('Day', 'month'), direction: 'descending' }],
    limit: 2,
  });
  expect(backwards.map(([month]) => month)).toEqual(['dez', 'nov']);
});

test('sorts text as people read it', async () => {
  const { rows } = await shop.ask({ group_by: [field('Store', 'name')], values: [] });
  expect(rows.flat()).toEqual(['Águas Claras', 'Curitiba', 'Joinville', 'Recife', "Santana d'Oeste", 'zona franca']);
});

test('sorts by a value, also one that is not shown, and pages through', async () => {
  const byRows = [...groupBy(sales, (sale) => storeOf(sale).name)].map(([name, rows]) => ({ name, count: rows.length }));
  const expected = byRows
    .toSorted((one, other) => other.count - one.count || String(one.name).localeCompare(String(other.name)))
    .map(({ name }) => name);
  const query = {
    group_by: [field('Store', 'name')],
    values: [total],
    order_by: [{ field: measure('Rows'), direction: 'descending' as const }],
  };
  const names: unknown[] = [];
  for (let offset = 0; ; offset += 4) {
    const page = await shop.ask({ ...query, limit: 4, offset });
    expect(page.columns).toHaveLength(2);
    names.push(...page.rows.map(([name]) => name));
    expect(page.more).toBe(offset + 4 < stores.length);
    if (!page.more) break;
  }
  expect(names).toEqual(expected);
});

test('leaves out groups for which every value is blank', async () => {
  const { rows } = await shop.ask({
    group_by: [field('Store', 'name')],
    values: [total],
    filters: [
      {
        $schema: 'http://powerbi.com/product/schema#basic',
        filterType: 1,
        target: { table: 'Sales', column: 'store' },
        operator: 'In',
        values: [1, 2],
      },
    ],
  });
  expect(rows.map(([name]) => name)).toEqual(['Recife', "Santana d'Oeste"]);
});

test('answers the combinations that occur when only columns are asked', async () => {
  const { rows } = await shop.ask({ group_by: [region, field('Product', 'category')], values: [] });
  const pairs = new Set(sales.map((sale) => JSON.stringify([storeOf(sale).region, productOf(sale).category])));
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(pairs);
  expect(await shop.refusal({ group_by: [field('Product', 'name'), field('Goals', 'month')], values: [] })).toMatch(/not related/);
});

test('puts values of two fact tables side by side', async () => {
  const { rows } = await shop.ask({ group_by: [region], values: [total, { table: 'Goals', measure: 'Target' }, measure('Of target')] });
  for (const [name, sold, target, share] of rows) {
    const codes = stores.filter((store) => store.region === name).map((store) => store.code);
    const expectedSold = sum(sales.filter((sale) => codes.includes(sale.store)));
    const expectedTarget = goals.filter((goal) => codes.includes(goal.store)).reduce((all, goal) => all + goal.goal, 0);
    expect([sold, target]).toEqual([expectedSold, expectedTarget]);
    expect(share).toBeCloseTo((expectedSold ?? 0) / expectedTarget, 9);
  }
  expect(rows).toHaveLength(5);
});

test('shows groups that only one of two facts knows', async () => {
  const days = [...new Set(goals.map((goal) => goal.month))].toSorted();
  const { rows } = await shop.ask({ group_by: [field('Day', 'date')], values: [measure('Both')] });
  const known = new Set([...sales.filter((sale) => sale.amount !== null).map((sale) => sale.day), ...days]);
  expect(rows.map(([day]) => day)).toEqual([...known].toSorted());
});

test('repeats a value for groups that do not reach it', async () => {
  const target = goals.reduce((all, goal) => all + goal.goal, 0);
  const { rows } = await shop.ask({ group_by: [field('Product', 'category')], values: [{ table: 'Goals', measure: 'Target' }] });
  expect(rows).toEqual([
    ['Bebidas', target],
    ['Doces', target],
  ]);
});

test('computes a share of everything within each group', async () => {
  const { rows } = await shop.ask({ group_by: [region], values: [measure('Share of all')] });
  expect(rows.reduce((all, [, share]) => all + Number(share), 0)).toBeCloseTo(1, 9);
});

test('a measure with its own filter shows the same for every group of that column', async () => {
  const south = sum(sales.filter((sale) => storeOf(sale).region === 'Sul'));
  const { rows } = await shop.ask({ group_by: [region], values: [measure('South')] });
  expect(rows).toEqual([null, 'Centro-Oeste', 'Nordeste', 'Sudeste', 'Sul'].map((name) => [name, south]));
});

test('compares each month with the same month a year before', async () => {
  const { rows } = await shop.ask({ group_by: [{ table: 'Day', column: 'date', grain: 'month' }], values: [total, measure('Last year')] });
  for (const [month, now, before] of rows) {
    const prefix = String(month).slice(0, 7);
    const earlier = `${Number(prefix.slice(0, 4)) - 1}${prefix.slice(4)}`;
    expect([now, before]).toEqual([
      sum(sales.filter((sale) => sale.day.startsWith(prefix))),
      sum(sales.filter((sale) => sale.day.startsWith(earlier))),
    ]);
  }
  expect(rows.filter(([month]) => String(month).startsWith('2024')).every(([, , before]) => before === null)).toBe(true);
  const { rows: filtered } = await shop.ask({
    group_by: [field('Day', 'month')],
    values: [measure('Last year')],
    filters: [{ filterType: 1, target: { table: 'Day', column: 'year' }, operator: 'In', values: [2026] }],
  });
  expect(filtered.find(([month]) => month === 'fev')).toEqual(['fev', sum(sales.filter((sale) => sale.day.startsWith('2025-02')))]);
});

test('a constant measure has a value for every group', async () => {
  const { rows } = await shop.ask({ group_by: [field('Store', 'name')], values: [measure('Always one')] });
  expect(rows).toHaveLength(stores.length);
});

test('never answers infinity', async () => {
  expect((await shop.ask({ values: [measure('Ratio')] })).rows).toEqual([[null]]);
});

test.each([
  ['a column', { group_by: [field('Store', 'x"; DROP TABLE "Store"; --')] }],
  ['a table', { group_by: [field('Store" AS s, "Sales', 'name')] }],
  ['a measure', { values: [measure("Total'; --")] }],
  ['an aggregated column', { values: [{ table: 'Sales', column: '1) FROM (SELECT 1', aggregation: 'sum' as const }] }],
  ['an order', { group_by: [region], values: [total], order_by: [{ field: measure('1; --'), direction: 'ascending' as const }] }],
])('refuses %s that does not exist, in its own words', async (_, query) => {
  expect(await shop.refusal(query)).toMatch(/does not exist in the model/);
});

test.each([
  ['no field', {}, /names no field/],
  ['a measure to group by', { group_by: [total] }, /only be grouped by columns/],
  ['a column as a value', { values: [field('Sales', 'amount')] }, /needs an aggregation/],
  ['a period of something that is no date', { group_by: [{ table: 'Store', column: 'name', grain: 'month' as const }] }, /holds no dates/],
  [
    'a sum of text',
    { values: [{ table: 'Store', column: 'name', aggregation: 'sum' as const }] },
    /does not work with values of type Text/,
  ],
  [
    'an order by a column that is not shown',
    { group_by: [region], values: [total], order_by: [{ field: field('Store', 'name'), direction: 'ascending' as const }] },
    /needs an aggregation/,
  ],
])('refuses %s', async (_, query, message) => {
  expect(await shop.refusal(query)).toMatch(message);
});

test('names match whatever their case, as in Power BI', async () => {
  expect((await shop.ask({ values: [{ table: 'SALES', measure: 'total' }] })).rows).toEqual([[sum(sales)]]);
});

test('answers the other questions when one is wrong, and refuses an unknown model', async () => {
  const results = await shop.engine.query('11111111-2222-4333-8444-555555555555', [
    { id: 'wrong', group_by: [], values: [measure('Nothing')], filters: [] },
    { id: 'right', group_by: [], values: [total], filters: [] },
  ]);
  expect(results).toMatchObject([
    { id: 'wrong', error: { message: 'QueryUserError', errorCode: 'InvalidFieldReference' } },
    { id: 'right', rows: [[sum(sales)]] },
  ]);
  await expect(shop.engine.query('99999999-2222-4333-8444-555555555555', [])).rejects.toThrow(/no model/);
});

test('lists visible fields with their types', () => {
  const fields = shop.engine.fields('11111111-2222-4333-8444-555555555555');
  expect(fields).toContainEqual({ table: 'Sales', name: 'amount', kind: 'column', type: 'number', format: 'R$ #,0.00' });
  expect(fields).toContainEqual({ table: 'Sales', name: 'Rows', kind: 'measure', type: 'integer' });
  expect(fields.some((one) => one.table === 'Sales' && one.name === 'store')).toBe(false);
});
