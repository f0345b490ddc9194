import fc from 'fast-check';
import { AdvancedFilter, BasicFilter, RelativeDateFilter, TopNFilter, TupleFilter } from 'powerbi-models';
import { afterAll, expect, test } from 'vitest';
import { field, openShop, productOf, sales, storeOf, stores, sum, total } from '../../test/shop.ts';
import type { Sale } from '../../test/shop.ts';
import type { ModelFilter } from '../../definitions/queries.ts';

const shop = openShop();
afterAll(() => shop.close());

const schema = (name: string) => `http://powerbi.com/product/schema#${name}`;
const basic = (table: string, column: string, operator: string, values: unknown[]): ModelFilter => ({
  $schema: schema('basic'),
  filterType: 1,
  target: { table, column },
  operator,
  values,
});
const advanced = (table: string, column: string, conditions: object[], logicalOperator = 'And'): ModelFilter => ({
  $schema: schema('advanced'),
  filterType: 0,
  target: { table, column },
  logicalOperator,
  conditions,
});

async function rowsLeft(...filters: ModelFilter[]): Promise<number> {
  const { rows } = await shop.ask({ values: [{ table: 'Sales', measure: 'Rows' }], filters });
  return Number(rows[0]?.[0] ?? 0);
}
const count = (keep: (sale: Sale) => boolean) => sales.filter(keep).length;
const note = (sale: Sale) => sale.note?.toLowerCase();

test.each<[string, ModelFilter, (sale: Sale) => boolean]>([
  ['In', basic('Store', 'region', 'In', ['Sul', 'Nordeste']), (sale) => ['Sul', 'Nordeste'].includes(storeOf(sale).region ?? '')],
  ['In, whatever the case', basic('Store', 'region', 'In', ['SUL']), (sale) => storeOf(sale).region === 'Sul'],
  ['In with a blank', basic('Store', 'region', 'In', ['Sul', null]), (sale) => [null, 'Sul'].includes(storeOf(sale).region)],
  ['NotIn, which keeps blanks', basic('Store', 'region', 'NotIn', ['Sul']), (sale) => storeOf(sale).region !== 'Sul'],
  ['All', basic('Store', 'region', 'All', []), () => true],
  ['In without values', basic('Store', 'region', 'In', []), () => true],
  ['In of numbers', basic('Sales', 'quantity', 'In', [1, '2']), (sale) => sale.quantity === 1 || sale.quantity === 2],
  ['In of truths', basic('Sales', 'returned', 'In', [true]), (sale) => sale.returned],
  [
    'In of dates',
    basic('Day', 'date', 'In', ['2025-05-05', '2025-05-06T00:00:00.000Z']),
    (sale) => ['2025-05-05', '2025-05-06'].includes(sale.day),
  ],
  ['LessThan', advanced('Sales', 'amount', [{ operator: 'LessThan', value: 100 }]), (sale) => sale.amount !== null && sale.amount < 100],
  [
    'GreaterThanOrEqual Or',
    advanced(
      'Sales',
      'quantity',
      [
        { operator: 'GreaterThanOrEqual', value: 8 },
        { operator: 'LessThanOrEqual', value: 0 },
      ],
      'Or',
    ),
    (sale) => sale.quantity >= 8 || sale.quantity <= 0,
  ],
  [
    'GreaterThan And',
    advanced('Sales', 'quantity', [
      { operator: 'GreaterThan', value: 2 },
      { operator: 'LessThan', value: 5 },
    ]),
    (sale) => sale.quantity > 2 && sale.quantity < 5,
  ],
  ['Contains', advanced('Sales', 'note', [{ operator: 'Contains', value: 'URGENTE' }]), (sale) => note(sale)?.includes('urgente') ?? false],
  [
    'DoesNotContain, which keeps blanks',
    advanced('Sales', 'note', [{ operator: 'DoesNotContain', value: 'urgente' }]),
    (sale) => !note(sale)?.includes('urgente'),
  ],
  ['StartsWith', advanced('Store', 'name', [{ operator: 'StartsWith', value: 'águas' }]), (sale) => storeOf(sale).name === 'Águas Claras'],
  [
    'DoesNotStartWith',
    advanced('Store', 'name', [{ operator: 'DoesNotStartWith', value: 'J' }]),
    (sale) => storeOf(sale).name !== 'Joinville',
  ],
  ['a percent sign as itself', advanced('Product', 'name', [{ operator: 'Contains', value: '50%' }]), (sale) => productOf(sale).code === 2],
  ['an underscore as itself', advanced('Product', 'name', [{ operator: 'Contains', value: 'o_de' }]), (sale) => productOf(sale).code === 3],
  ['Is', advanced('Store', 'name', [{ operator: 'Is', value: "Santana d'Oeste" }]), (sale) => sale.store === 2],
  [
    'IsNot, which keeps blanks',
    advanced('Store', 'region', [{ operator: 'IsNot', value: 'Sul' }]),
    (sale) => storeOf(sale).region !== 'Sul',
  ],
  ['IsBlank', advanced('Sales', 'note', [{ operator: 'IsBlank' }]), (sale) => sale.note === null],
  ['IsNotBlank', advanced('Sales', 'note', [{ operator: 'IsNotBlank' }]), (sale) => sale.note !== null],
  ['IsEmptyString', advanced('Sales', 'note', [{ operator: 'IsEmptyString' }]), (sale) => sale.note === ''],
  ['IsNotEmptyString', advanced('Sales', 'note', [{ operator: 'IsNotEmptyString' }]), (sale) => sale.note !== ''],
  ['None', advanced('Sales', 'note', [{ operator: 'None' }]), () => true],
  ['no condition', advanced('Sales', 'note', []), () => true],
  [
    'a period',
    { ...basic('Day', 'date', 'In', ['2025-03-01']), target: { table: 'Day', column: 'date', grain: 'month' } },
    (sale) => sale.day.startsWith('2025-03'),
  ],
  [
    'include',
    { $schema: schema('includeExclude'), filterType: 3, target: { table: 'Store', column: 'name' }, isExclude: false, values: ['Recife'] },
    (sale) => sale.store === 1,
  ],
  [
    'exclude of several columns',
    {
      $schema: schema('includeExclude'),
      filterType: 3,
      target: [
        [
          { table: 'Store', column: 'region' },
          { table: 'Product', column: 'category' },
        ],
      ],
      isExclude: true,
      values: [[[{ value: 'Sul' }, { value: 'Doces' }]]],
    },
    (sale) => !(storeOf(sale).region === 'Sul' && productOf(sale).category === 'Doces'),
  ],
  [
    'tuples',
    {
      $schema: schema('tuple'),
      filterType: 6,
      operator: 'In',
      target: [
        { table: 'Store', column: 'region' },
        { table: 'Product', column: 'category' },
      ],
      values: [
        [{ value: 'Sul' }, { value: 'Doces' }],
        [{ value: null }, { value: 'Bebidas' }],
      ],
    },
    (sale) =>
      [
        ['Sul', 'Doces'],
        [null, 'Bebidas'],
      ].some(([region, category]) => storeOf(sale).region === region && productOf(sale).category === category),
  ],
  [
    'relative date',
    {
      $schema: schema('relativeDate'),
      filterType: 4,
      target: { table: 'Sales', column: 'day' },
      operator: 0,
      timeUnitsCount: 30,
      timeUnitType: 0,
      includeToday: true,
    },
    (sale) => sale.day <= '2026-03-15' && sale.day > '2026-02-13',
  ],
  [
    'relative time',
    {
      $schema: schema('relativeTime'),
      filterType: 7,
      target: { table: 'Sales', column: 'moment' },
      operator: 0,
      timeUnitsCount: 48,
      timeUnitType: 8,
    },
    (sale) => `${sale.day}T13:30:00Z` >= '2026-03-13T12:00:00Z' && `${sale.day}T13:30:00Z` < '2026-03-15T12:00:00Z',
  ],
])('keeps the rows of %s', async (_, filter, keep) => {
  expect(await rowsLeft(filter)).toBe(count(keep));
});

test('takes the filters that the client library makes, with and without toJSON', async () => {
  const region = { table: 'Store', column: 'region' };
  const filters: [{ toJSON: () => object }, (sale: Sale) => boolean][] = [
    [new BasicFilter(region, 'In', 'Sul'), (sale) => storeOf(sale).region === 'Sul'],
    [
      new AdvancedFilter(region, 'Or', { operator: 'Is', value: 'Sul' }, { operator: 'IsBlank' }),
      (sale) => ['Sul', null].includes(storeOf(sale).region),
    ],
    [new TupleFilter([region], 'In', [[{ value: 'Nordeste' }]]), (sale) => sale.store === 1],
    [new RelativeDateFilter({ table: 'Sales', column: 'day' }, 1, 1, 6, true), (sale) => sale.day.startsWith('2026')],
    [new TopNFilter({ table: 'Store', column: 'code' }, 'Top', 6, { table: 'Sales', measure: 'Rows' }), () => true],
  ];
  for (const [filter, keep] of filters) {
    expect(await rowsLeft(structuredClone({ ...filter.toJSON() }))).toBe(count(keep));
    // postMessage clones the instance: methods are lost, `schemaUrl` stays.
    const { toJSON: _, ...posted } = { ...filter };
    expect(await rowsLeft(JSON.parse(JSON.stringify(posted)))).toBe(count(keep));
  }
});

test('keeps the top groups by a measure, within the other filters', async () => {
  const top: ModelFilter = {
    $schema: schema('topN'),
    filterType: 5,
    target: { table: 'Store', column: 'name' },
    operator: 'Top',
    itemCount: 2,
    orderBy: { table: 'Sales', measure: 'Total' },
  };
  const year = basic('Day', 'year', 'In', [2025]);
  const totals = stores
    .map((store) => ({
      name: store.name,
      total: sum(sales.filter((sale) => sale.store === store.code && sale.day.startsWith('2025'))) ?? 0,
    }))
    .toSorted((one, other) => other.total - one.total);
  const { rows } = await shop.ask({ group_by: [field('Store', 'name')], values: [total], filters: [top, year] });
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(totals.slice(0, 2).map(({ name }) => name)));
  const { rows: bottom } = await shop.ask({
    group_by: [field('Store', 'name')],
    values: [total],
    filters: [{ ...top, operator: 'Bottom', itemCount: 1 }, year],
  });
  expect(bottom).toEqual([[totals.at(-1)?.name, totals.at(-1)?.total]]);
});

test('keeps the groups whose value passes, and adds up only those', async () => {
  const perStore = stores.map((store) => ({ name: store.name, total: sum(sales.filter((sale) => sale.store === store.code)) ?? 0 }));
  const limit = perStore.map(({ total: one }) => one).toSorted((one, other) => one - other)[3] ?? 0;
  const filter: ModelFilter = {
    $schema: schema('advanced'),
    filterType: 0,
    target: { table: 'Sales', measure: 'Total' },
    logicalOperator: 'And',
    conditions: [{ operator: 'GreaterThanOrEqual', value: limit }],
  };
  const passing = perStore.filter(({ total: one }) => one >= limit);
  const answer = await shop.ask({ group_by: [field('Store', 'name')], values: [total], filters: [filter], total: true });
  expect(new Map(answer.rows.map(([name, one]) => [name, one]))).toEqual(new Map(passing.map(({ name, total: one }) => [name, one])));
  expect(answer.total).toEqual([null, passing.reduce((all, one) => all + one.total, 0)]);
  const average = {
    ...filter,
    target: { table: 'Sales', column: 'quantity', aggregationFunction: 'Avg' },
    conditions: [{ operator: 'GreaterThan', value: 99 }],
  };
  expect((await shop.ask({ group_by: [field('Store', 'name')], values: [total], filters: [average] })).rows).toEqual([]);
});

test.each<[string, ModelFilter]>([
  ['of no known kind', { target: { table: 'Store', column: 'region' }, values: ['Sul'] }],
  ['of a kind that cannot be applied', { $schema: schema('hierarchy'), filterType: 9, target: [] }],
  ['named after a part of every object', { $schema: schema('constructor'), target: { table: 'Store', column: 'region' } }],
  ['on a column that is not there', basic('Store', 'nothing', 'In', ['x'])],
  ['on a table that is not there', basic('"Store"', 'region', 'In', ['x'])],
  ['on a measure that is not there', { ...advanced('Sales', 'x', []), target: { table: 'Sales', measure: 'Nothing' } }],
  ['with text for a number', basic('Sales', 'quantity', 'In', ['1 OR 1=1'])],
  ['with text for a date', basic('Day', 'date', 'In', ['yesterday'])],
  ['with a number for a truth', basic('Sales', 'returned', 'In', [1])],
  ['with an unknown operator', advanced('Sales', 'note', [{ operator: 'Like', value: '%' }])],
  ['with a comparison without value', advanced('Sales', 'quantity', [{ operator: 'LessThan' }])],
  [
    'of relative dates on text',
    {
      $schema: schema('relativeDate'),
      filterType: 4,
      target: { table: 'Sales', column: 'note' },
      operator: 0,
      timeUnitsCount: 1,
      timeUnitType: 0,
    },
  ],
  [
    'with tuples of a wrong length',
    { $schema: schema('tuple'), filterType: 6, target: [{ table: 'Store', column: 'region' }], values: [[{ value: 'a' }, { value: 'b' }]] },
  ],
  [
    'of the top by nothing',
    {
      $schema: schema('topN'),
      filterType: 5,
      target: { table: 'Store', column: 'name' },
      operator: 'Top',
      itemCount: 2,
      orderBy: { table: 'Store', column: 'code' },
    },
  ],
])('refuses a filter %s', async (_, filter) => {
  expect(await shop.refusal({ values: [total], filters: [filter] })).toMatch(/filter|does not exist|needs a value|supported|order by/);
});

const texts = fc.oneof(
  fc.constantFrom(
    "'",
    '"',
    '\'; DROP TABLE "Sales"; --',
    "' OR '1'='1",
    '\\',
    '%',
    '_',
    '?',
    '$1',
    '\u0000',
    "Santana d'Oeste",
    'Sul',
    '',
    '🙂',
    '%s',
    '{}',
    ')',
  ),
  fc.string(),
);

test('takes every value as a value: In and NotIn split the rows, and compare as JavaScript does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 6 }), fc.constantFrom('note', 'name'), async (values, name) => {
      const [table, value] = name === 'note' ? ['Sales', (sale: Sale) => sale.note] : ['Store', (sale: Sale) => storeOf(sale).name];
      const column = name;
      const wanted = new Set(values.map((one) => one.toLowerCase()));
      const expected = count((sale) => wanted.has(value(sale)?.toLowerCase() ?? '\uffff'));
      expect(await rowsLeft(basic(table, column, 'In', values))).toBe(expected);
      expect(await rowsLeft(basic(table, column, 'NotIn', values))).toBe(sales.length - expected);
    }),
    { numRuns: 60 },
  );
});

test('takes every text to look for as text', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const expected = count((sale) => sale.note?.toLowerCase().includes(text.toLowerCase()) ?? false);
      expect(await rowsLeft(advanced('Sales', 'note', [{ operator: 'Contains', value: text }]))).toBe(expected);
      expect(await rowsLeft(advanced('Sales', 'note', [{ operator: 'DoesNotContain', value: text }]))).toBe(sales.length - expected);
    }),
    { numRuns: 60 },
  );
});

test('all filters of a question hold, in whatever order', async () => {
  const choices: [ModelFilter, (sale: Sale) => boolean][] = [
    [basic('Store', 'region', 'In', ['Sul', 'Nordeste']), (sale) => ['Sul', 'Nordeste'].includes(storeOf(sale).region ?? '')],
    [basic('Product', 'category', 'NotIn', ['Doces']), (sale) => productOf(sale).category !== 'Doces'],
    [advanced('Day', 'date', [{ operator: 'GreaterThan', value: '2025-06-30' }]), (sale) => sale.day > '2025-06-30'],
    [advanced('Sales', 'amount', [{ operator: 'GreaterThan', value: 400 }]), (sale) => (sale.amount ?? 0) > 400],
    [basic('Sales', 'returned', 'In', [false]), (sale) => !sale.returned],
  ];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(choices), async (chosen) => {
      expect(await rowsLeft(...chosen.map(([filter]) => filter))).toBe(count((sale) => chosen.every(([, keep]) => keep(sale))));
    }),
    { numRuns: 30 },
  );
});
