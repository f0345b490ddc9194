import { afterAll, expect, test } from 'vitest';
import { days, goals, openShop, products, sales, shopId, storeOf, stores, sum } from '../../test/shop.ts';

const shop = openShop();
afterAll(() => shop.close());

const evaluate = async (query: string, options?: Parameters<typeof shop.engine.evaluate>[2]) =>
  shop.engine.evaluate(shopId, query, options);
const rowsOf = async (query: string) => (await evaluate(query, { includeNulls: true })).rows;
const refusal = (query: string) =>
  evaluate(query).then(
    (answer) => `an answer came: ${JSON.stringify(answer.rows.slice(0, 3))}`,
    (error: Error) => error.message,
  );

const regions = [...new Set(stores.map((store) => store.region))].toSorted((one, other) => (one ?? '').localeCompare(other ?? ''));
const ofRegion = (region: string | null) => sales.filter((sale) => storeOf(sale).region === region);
const byRegion = (name: string, value: (rows: typeof sales) => number | null) =>
  regions.map((region) => ({ 'Store[region]': region, [`[${name}]`]: value(ofRegion(region)) }));

test('ROW answers one row, by names in brackets', async () => {
  expect(await rowsOf('EVALUATE ROW("all", [Total], "nothing", BLANK(), "said", "a" & 1, "true", 1 = 1)')).toEqual([
    { '[all]': sum(sales), '[nothing]': null, '[said]': 'a1', '[true]': true },
  ]);
});

test('blanks are left out unless they are asked for', async () => {
  expect((await evaluate('EVALUATE ROW("a", 1, "b", BLANK())')).rows).toEqual([{ '[a]': 1 }]);
});

test('a table comes with the names of its table and columns, dates as moments', async () => {
  const [first, ...more] = await rowsOf('EVALUATE Goals');
  expect(first).toEqual({ 'Goals[store]': 1, 'Goals[month]': '2025-01-01T00:00:00', 'Goals[goal]': 1001 });
  expect(more).toHaveLength(goals.length - 1);
});

test('groups and measures: SUMMARIZECOLUMNS, SUMMARIZE and ADDCOLUMNS agree', async () => {
  const expected = byRegion('x', sum);
  for (const query of [
    'EVALUATE SUMMARIZECOLUMNS(Store[region], "x", [Total]) ORDER BY Store[region]',
    'EVALUATE SUMMARIZE(Sales, Store[region], "x", SUM(Sales[amount])) ORDER BY Store[region] ASC',
    'EVALUATE ADDCOLUMNS(VALUES(Store[region]), "x", [Total]) ORDER BY Store[region]',
    'EVALUATE ADDCOLUMNS(SUMMARIZE(Sales, Store[region]), "x", CALCULATE(SUM(Sales[amount]))) ORDER BY Store[region]',
    'DEFINE VAR groups = VALUES(Store[region]) EVALUATE ADDCOLUMNS(groups, "x", [Total]) ORDER BY Store[region]',
  ]) {
    expect([query, await rowsOf(query)]).toEqual([query, expected]);
  }
});

test('an aggregate without CALCULATE does not look at the row', async () => {
  expect(await rowsOf('EVALUATE ADDCOLUMNS(VALUES(Store[region]), "x", SUM(Sales[amount])) ORDER BY Store[region]')).toEqual(
    byRegion('x', () => sum(sales)),
  );
});

test('SUMMARIZECOLUMNS: filters as tables, groups of several tables, rows without any value left out', async () => {
  const query = `EVALUATE
    SUMMARIZECOLUMNS(
      Store[region], Product[category],
      TREATAS({"Sul"}, Store[region]),
      FILTER(ALL(Product[category]), Product[category] <> "Doces"),
      "rows", [Rows]
    )`;
  const expected = ofRegion('Sul').filter((sale) => products.find(({ code }) => code === sale.product)?.category === 'Bebidas');
  expect(await rowsOf(query)).toEqual([{ 'Store[region]': 'Sul', 'Product[category]': 'Bebidas', '[rows]': expected.length }]);
  expect(await rowsOf('EVALUATE SUMMARIZECOLUMNS(Store[region], "x", CALCULATE([Rows], Store[code] = 99))')).toEqual([]);
});

test('DEFINE MEASURE and VAR, one built on the other', async () => {
  const used = `
    DEFINE
      MEASURE Sales[Each] = DIVIDE([Total], [Rows])
      MEASURE Sales[Twice] = 2 * [Each]
      VAR least = 100
    EVALUATE
      VAR wide = ADDCOLUMNS(VALUES(Store[code]), "twice", [Twice], "rows", [Rows])
      RETURN FILTER(wide, [rows] > least)
    ORDER BY [twice] DESC`;
  const expected = stores
    .map(({ code }) => {
      const own = sales.filter((sale) => sale.store === code);
      return { 'Store[code]': code, '[twice]': (2 * (sum(own) ?? 0)) / own.length, '[rows]': own.length };
    })
    .filter((row) => row['[rows]'] > 100)
    .toSorted((one, other) => other['[twice]'] - one['[twice]']);
  expect(expected.length).toBeGreaterThan(1);
  expect(await rowsOf(used)).toEqual(expected);
});

test('TOPN keeps what is equal to the last, and orders in both directions', async () => {
  const rows = await rowsOf('EVALUATE TOPN(2, Goals, Goals[month], DESC)');
  expect(rows).toHaveLength(stores.length);
  expect(new Set(rows.map((row) => row['Goals[month]']))).toEqual(new Set(['2026-02-01T00:00:00']));
  expect(await rowsOf('EVALUATE TOPN(1, VALUES(Store[code]), [Rows], ASC)')).toHaveLength(1);
  expect(await rowsOf('EVALUATE TOPN(3, Store)')).toHaveLength(3);
});

test('SELECTCOLUMNS, CALCULATETABLE, CROSSJOIN, UNION, EXCEPT and INTERSECT', async () => {
  expect(await rowsOf('EVALUATE SELECTCOLUMNS(FILTER(Store, Store[code] = 1), "who", Store[name] & "!", Store[code])')).toEqual([
    { '[who]': 'Recife!', 'Store[code]': 1 },
  ]);
  expect(await rowsOf('EVALUATE CALCULATETABLE(VALUES(Store[name]), Store[region] = "Sul") ORDER BY Store[name]')).toEqual([
    { 'Store[name]': 'Curitiba' },
    { 'Store[name]': 'Joinville' },
  ]);
  expect(await rowsOf('EVALUATE CROSSJOIN(VALUES(Store[code]), VALUES(Product[code]))')).toHaveLength(stores.length * products.length);
  expect(await rowsOf('EVALUATE UNION({1, 2}, {2, 3})')).toEqual([{ '[Value]': 1 }, { '[Value]': 2 }, { '[Value]': 2 }, { '[Value]': 3 }]);
  expect(await rowsOf('EVALUATE EXCEPT({1, 1, 2}, {2, 3})')).toEqual([{ '[Value]': 1 }, { '[Value]': 1 }]);
  expect(await rowsOf('EVALUATE INTERSECT({1, 1, 2}, {1})')).toEqual([{ '[Value]': 1 }, { '[Value]': 1 }]);
  expect(await rowsOf('EVALUATE {("a", 1), ("b", 2)}')).toEqual([
    { '[Value1]': 'a', '[Value2]': 1 },
    { '[Value1]': 'b', '[Value2]': 2 },
  ]);
});

test('INTERSECT, EXCEPT and TREATAS take texts that differ by their case alone for one', async () => {
  const regions = 'VALUES(Store[region])';
  const known = [...new Set(stores.map(({ region }) => region))].filter((region) => region !== null);
  const listed = async (query: string) =>
    (await rowsOf(query)).map((row) => row['Store[region]']).filter((region) => typeof region === 'string');
  // By hand: SELECT DISTINCT region FROM Store WHERE lower(region) IN ('sul', 'nordeste'), and NOT IN.
  const wanted = known.filter((region) => ['sul', 'nordeste'].includes(region.toLowerCase()));
  expect((await listed(`EVALUATE INTERSECT(${regions}, {"SUL", "nordeste"})`)).toSorted()).toEqual(wanted.toSorted());
  expect((await listed(`EVALUATE EXCEPT(${regions}, {"SUL", "nordeste"})`)).toSorted()).toEqual(
    known.filter((region) => !wanted.includes(region)).toSorted(),
  );
  expect((await listed('EVALUATE TREATAS({"sUL", "SUL", "NORDESTE"}, Store[region])')).toSorted()).toEqual(wanted.toSorted());
  const expected = sales.filter((sale) => storeOf(sale).region?.toLowerCase() === 'sul').length;
  expect(await rowsOf('EVALUATE ROW("rows", CALCULATE([Rows], TREATAS({"SUL"}, Store[region])))')).toEqual([{ '[rows]': expected }]);
  expect(await rowsOf('EVALUATE SUMMARIZECOLUMNS(Store[region], TREATAS({"sul"}, Store[region]), "rows", [Rows])')).toEqual([
    { 'Store[region]': 'Sul', '[rows]': expected },
  ]);
  // A row of several columns is the same when each of them is; numbers and blanks stay what they are.
  expect(await rowsOf('EVALUATE INTERSECT({("Sul", 1), ("Sul", 2), (BLANK(), 3)}, {("SUL", 1), (BLANK(), 3)})')).toEqual([
    { '[Value1]': 'Sul', '[Value2]': 1 },
    { '[Value1]': null, '[Value2]': 3 },
  ]);
});

test('rows within rows: each looks at its own', async () => {
  const query = `
    EVALUATE
      FILTER(
        ADDCOLUMNS(VALUES(Store[code]), "better", COUNTROWS(FILTER(VALUES(Product[code]), [Total] > CALCULATE([Total], Product[code] = 1)))),
        Store[code] <= 3
      )
    ORDER BY Store[code]`;
  const totalOf = (store: number, product: number) => sum(sales.filter((sale) => sale.store === store && sale.product === product)) ?? 0;
  expect(await rowsOf(query)).toEqual(
    [1, 2, 3].map((code) => {
      const better = products.filter((product) => totalOf(code, product.code) > totalOf(code, 1)).length;
      return { 'Store[code]': code, '[better]': better > 0 ? better : null };
    }),
  );
});

test('a running total of the year, month by month, in a query as in a visual', async () => {
  const months = ['2025-01', '2025-02', '2025-03'];
  const expected = months.map((month) => sum(sales.filter((sale) => sale.day.startsWith('2025') && sale.day.slice(0, 7) <= month)));
  const query = `EVALUATE
    ADDCOLUMNS(
      CALCULATETABLE(SUMMARIZE(Day, Day[month number]), Day[year] = 2025, Day[month number] <= 3),
      "year to date", CALCULATE(TOTALYTD([Total], Day[date]), Day[year] = 2025),
      "days", CALCULATE(COUNTROWS(Day), Day[year] = 2025)
    ) ORDER BY Day[month number]`;
  expect((await rowsOf(query)).map((row) => row['[year to date]'])).toEqual(expected);
  const own = openShop({ measures: { 'To date': 'TOTALYTD([Total], Day[date])' } });
  const { rows } = await own.ask({
    group_by: [{ table: 'Day', column: 'date', grain: 'month' }],
    values: [{ table: 'Sales', measure: 'To date' }],
    filters: [
      {
        $schema: 'http://powerbi.com/product/schema#basic',
        filterType: 1,
        target: { table: 'Day', column: 'year' },
        operator: 'In',
        values: [2025],
      },
    ],
  });
  own.close();
  expect(rows.slice(0, 3)).toEqual(months.map((month, position) => [`${month}-01`, expected[position]]));
});

test('only so many rows are answered, and it is said', async () => {
  expect(await evaluate('EVALUATE Day', { mostRows: 10 })).toMatchObject({ cut: 'rows', rows: { length: 10 } });
  expect((await evaluate('EVALUATE Day', { mostValues: 40 })).rows).toHaveLength(10);
  expect(await evaluate('EVALUATE Day')).toEqual({ rows: expect.objectContaining({ length: days.length }) });
  expect(await evaluate('EVALUATE {1} EVALUATE {2}')).toEqual({ rows: [{ '[Value]': 1 }], cut: 'tables' });
});

test('an identity sees its rows only, and only roles that there are', async () => {
  const roles = [{ name: 'Own', filters: [{ table: 'Store', expression: 'Store[manager] = USERPRINCIPALNAME()' }] }];
  const secured = openShop({ roles });
  const ask = (identity?: { username: string; roles: string[] }) =>
    secured.engine.evaluate(shopId, 'EVALUATE ROW("rows", [Rows], "who", USERNAME())', identity ? { identity } : {});
  const own = sales.filter((sale) => storeOf(sale).manager === 'eva@aurora.example').length;
  expect((await ask({ username: 'eva@aurora.example', roles: ['Own'] })).rows).toEqual([{ '[rows]': own, '[who]': 'eva@aurora.example' }]);
  await expect(ask()).rejects.toThrow('needs an effective identity');
  await expect(ask({ username: 'eva@aurora.example', roles: ['Other'] })).rejects.toThrow("The role 'Other' does not exist");
  secured.close();
});

test.each([
  ['EVALUATE Nowhere', "(1, 10) The table 'Nowhere' cannot be found."],
  ['EVALUATE [Total]', '(1, 10) The expression specified in the query is not a valid table expression.'],
  ['SELECT 1', "(1, 1) The syntax for 'SELECT' is incorrect."],
  ['EVALUATE Store ORDER Store[code]', "(1, 22) The syntax for 'Store' is incorrect."],
  ['EVALUATE Store ORDER BY Sales[amount]', "(1, 25) A single value for column 'amount' in table 'Sales' cannot be determined"],
  ['DEFINE TABLE x = {1} EVALUATE x', '(1, 8) DEFINE TABLE is not supported.'],
  [
    'EVALUATE\n  SUMMARIZECOLUMNS(Store[region], Store[name] = "a", "x", [Total])',
    '(2, 47) The SUMMARIZECOLUMNS function only accepts tables as filters.',
  ],
  [
    'EVALUATE SUMMARIZE(VALUES(Store[code]), Store[region])',
    "(1, 41) The column 'region' specified in the 'SUMMARIZE' function was not found",
  ],
  [
    'EVALUATE SUMMARIZE(FILTER(Sales, TRUE), Store[region], "x", [Rows])',
    '(1, 10) The SUMMARIZE function computes values over a table of the model only',
  ],
  ['EVALUATE ROW("x", VALUES(Store[code]))', 'A table of multiple values was supplied where a single value was expected.'],
  ['EVALUATE ROW("x", SEARCH("a", "b"))', 'The search text provided to the function could not be found'],
  ['EVALUATE ROW("x", MOD(1, 0))', 'MOD divides by zero.'],
  ['DEFINE MEASURE Sales[Broken] = SUM(Sales[nothing]) EVALUATE Store', "(1, 36) Column 'nothing' in table 'Sales' cannot be found."],
  ['DEFINE MEASURE Nowhere[x] = 1 EVALUATE Store', "(1, 16) The table 'Nowhere' cannot be found."],
  ['EVALUATE GENERATE(Store)', '(1, 10) Too few arguments were passed to the GENERATE function.'],
  [
    'EVALUATE ADDCOLUMNS(Store, "x", CALCULATE(Store[code]))',
    "(1, 43) A single value for column 'code' in table 'Store' cannot be determined",
  ],
])('refuses %j', async (query, message) => {
  expect(await refusal(query)).toContain(message);
});
