import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { field, goals, measure, openShop, productOf, sales, storeOf, stores, sum, total } from '../test/shop.ts';
import type { Sale } from '../test/shop.ts';

const role = (name: string, ...filters: [table: string, expression: string][]) => ({
  name,
  filters: filters.map(([table, expression]) => ({ table, expression })),
});

const shop = openShop({
  roles: [
    role('South', ['Store', 'Store[region] = "Sul"']),
    role('North-east', ['Store', 'Store[region] = "Nordeste"']),
    role('Not south', ['Store', 'NOT Store[region] = "Sul"']),
    role('Sweets', ['Product', 'Product[category] = "Doces"']),
    role('Southern sweets', ['Store', 'Store[region] = "Sul"'], ['Product', 'Product[category] = "Doces"']),
    role('Manager', ['Store', 'Store[manager] = USERPRINCIPALNAME()']),
    role('By custom data', ['Store', 'Store[name] = CUSTOMDATA()']),
    role('Recent', ['Day', 'YEAR(Day[date]) >= YEAR(TODAY())']),
    role('Everything', ['Store', 'TRUE()']),
    role('Nothing', ['Store', 'FALSE()']),
  ],
  measures: {
    'All stores': 'CALCULATE([Total], ALL(Store))',
    'Share of all': 'DIVIDE([Total], CALCULATE([Total], REMOVEFILTERS()))',
    'Store count': 'COUNTROWS(Store)',
  },
});
afterAll(() => shop.close());

const seenBy: Record<string, (sale: Sale) => boolean> = {
  South: (sale) => storeOf(sale).region === 'Sul',
  'North-east': (sale) => storeOf(sale).region === 'Nordeste',
  'Not south': (sale) => storeOf(sale).region !== 'Sul',
  Sweets: (sale) => productOf(sale).category === 'Doces',
  'Southern sweets': (sale) => storeOf(sale).region === 'Sul' && productOf(sale).category === 'Doces',
  Recent: (sale) => sale.day >= '2026',
  Everything: () => true,
  Nothing: () => false,
};
const names = Object.keys(seenBy);
const as = (roles: string[], username = 'reader@aurora.example') => ({ username, roles });
const visible = (roles: string[]) => sales.filter((sale) => roles.some((one) => seenBy[one]?.(sale)));

test('refuses a secured model without identity, without roles and with an unknown role', async () => {
  expect(await shop.refusal({ values: [total] })).toMatch(/needs an effective identity/);
  expect(await shop.refusal({ values: [total] }, as([]))).toMatch(/needs an effective identity/);
  expect(await shop.refusal({ values: [total] }, as(['South', 'Souths']))).toMatch(/role 'Souths' does not exist/);
  expect(await shop.refusal({ values: [total] }, as(['south']))).toMatch(/role 'south' does not exist/);
});

test.each(names)('the role %s sees its rows and no other', async (name) => {
  const { rows } = await shop.ask({ values: [total, measure('Rows')] }, as([name]));
  const expected = visible([name]);
  expect(rows).toEqual([[sum(expected), expected.length || null]]);
});

test('several roles see what any of them sees, with whatever grouping', async () => {
  const groupings = fc.subarray([field('Store', 'region'), field('Product', 'category'), field('Store', 'name'), field('Day', 'year')], {
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(fc.subarray(names, { minLength: 1 }), groupings, async (roles, group_by) => {
      const { rows } = await shop.ask({ group_by, values: [measure('Rows')] }, as(roles));
      const counted = rows.reduce((all, row) => all + Number(row.at(-1) ?? 0), 0);
      expect(counted).toBe(visible(roles).length);
    }),
    { numRuns: 60 },
  );
});

test('no role shows a value outside its filter, whatever the filters of the question', async () => {
  const filters = fc.subarray([
    { filterType: 1, target: { table: 'Store', column: 'region' }, operator: 'In', values: ['Nordeste', 'Sudeste', null] },
    { filterType: 1, target: { table: 'Product', column: 'category' }, operator: 'NotIn', values: ['Doces'] },
    {
      filterType: 5,
      target: { table: 'Store', column: 'name' },
      operator: 'Top',
      itemCount: 3,
      orderBy: { table: 'Sales', measure: 'Total' },
    },
    { filterType: 0, target: { table: 'Sales', measure: 'Total' }, conditions: [{ operator: 'GreaterThan', value: -1e9 }] },
  ]);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), filters, async (name, chosen) => {
      const group_by = [field('Sales', 'day'), field('Store', 'name'), field('Product', 'name')];
      const { rows } = await shop.ask({ group_by, values: [measure('Rows')], filters: chosen, total: true }, as([name]));
      const allowed = new Set(visible([name]).map((sale) => `${sale.day}/${storeOf(sale).name}/${productOf(sale).name}`));
      for (const [day, store, product] of rows) expect(allowed).toContain(`${String(day)}/${String(store)}/${String(product)}`);
    }),
    { numRuns: 40 },
  );
});

test('the rows of all regions add up to those of everybody', async () => {
  const parts = await Promise.all(['South', 'Not south'].map((name) => shop.ask({ values: [total, measure('Rows')] }, as([name]))));
  expect(parts.reduce((all, { rows }) => all + Number(rows[0]?.[0]), 0)).toBe(sum(sales));
  expect(parts.reduce((all, { rows }) => all + Number(rows[0]?.[1]), 0)).toBe(sales.length);
});

test('a role reaches every fact table, and the lists of slicers', async () => {
  const { rows } = await shop.ask({ values: [{ table: 'Goals', measure: 'Target' }, measure('Store count')] }, as(['South']));
  const southern = new Set(stores.filter((store) => store.region === 'Sul').map((store) => store.code));
  expect(rows).toEqual([[goals.filter((goal) => southern.has(goal.store)).reduce((all, goal) => all + goal.goal, 0), southern.size]]);
  expect((await shop.ask({ group_by: [field('Store', 'region')], values: [] }, as(['South']))).rows).toEqual([['Sul']]);
});

test('a measure that takes filters away does not take the role away', async () => {
  const southern = sum(visible(['South']));
  const { rows } = await shop.ask(
    { group_by: [field('Store', 'name')], values: [measure('All stores'), measure('Share of all')] },
    as(['South']),
  );
  expect(rows.map(([name, all]) => [name, all])).toEqual([
    ['Curitiba', southern],
    ['Joinville', southern],
  ]);
  expect(rows.reduce((all, [, , share]) => all + Number(share), 0)).toBeCloseTo(1, 9);
});

test('a dynamic role follows the name of the reader, whatever its case', async () => {
  const { rows } = await shop.ask(
    { group_by: [field('Store', 'name')], values: [measure('Rows')] },
    as(['Manager'], 'Carla@Aurora.example'),
  );
  expect(rows).toEqual(['Curitiba', 'Recife'].map((name) => [name, sales.filter((sale) => storeOf(sale).name === name).length]));
});

test('custom data is what the identity carries, and nothing without it', async () => {
  const ask = (identity: { username: string; roles: string[]; custom_data?: string }) => shop.ask({ values: [measure('Rows')] }, identity);
  expect((await ask({ ...as(['By custom data']), custom_data: 'Recife' })).rows).toEqual([
    [sales.filter((sale) => sale.store === 1).length],
  ]);
  expect((await ask(as(['By custom data']))).rows).toEqual([[null]]);
});

test('a name is a value: no reader becomes another by what they are called', async () => {
  const nasty = fc.oneof(
    fc.constantFrom(
      "' OR '1'='1",
      "carla@aurora.example' --",
      "' OR TRUE() OR '",
      '" || TRUE() || "',
      '%',
      '_',
      '*',
      '',
      ' carla@aurora.example',
      'carla@aurora.example\u0000',
    ),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(nasty, async (username) => {
      const { rows } = await shop.ask({ values: [measure('Rows')] }, as(['Manager'], username));
      expect(rows).toEqual([[null]]);
      const custom = await shop.ask({ values: [measure('Rows')] }, { ...as(['By custom data']), custom_data: username });
      expect(custom.rows).toEqual([[null]]);
    }),
    { numRuns: 50 },
  );
});

test('a model without roles answers whoever asks', async () => {
  const open = openShop();
  expect((await open.ask({ values: [total] })).rows).toEqual([[sum(sales)]]);
  expect((await open.ask({ values: [total] }, as([]))).rows).toEqual([[sum(sales)]]);
  open.close();
});

test.each([
  ['an unknown function', 'LOOKUPVALEU(Store[region], Store[code], 1) = "Sul"', /Failed to resolve name 'LOOKUPVALEU'/],
  ['a column of another table', 'Product[category] = "Doces"', /can only name columns of 'Store'/],
  ['a measure', '[Total] > 0', /cannot be used in a row filter/],
  ['text in place of a condition', 'Store[region]', /does not work with values of type Text/],
])('a role with %s shows nothing at all', async (_, expression, message) => {
  const broken = openShop({ roles: [role('Broken', ['Store', expression])] });
  expect(await broken.refusal({ values: [total] }, as(['Broken']))).toMatch(message);
  expect(
    await broken.refusal({ group_by: [field('Product', 'name')], values: [{ table: 'Goals', measure: 'Target' }] }, as(['Broken'])),
  ).toMatch(message);
  broken.close();
});
