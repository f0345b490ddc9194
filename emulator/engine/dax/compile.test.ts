import { afterAll, expect, test } from 'vitest';
import { days, goals, measure, openShop, productOf, sales, storeOf, stores, sum, total } from '../../test/shop.ts';

const known = sales.filter((sale) => sale.amount !== null);
const kept = sales.filter((sale) => !sale.returned);
const amountOf = (sale: (typeof sales)[number]) => sale.amount ?? 0;
const count = (list: unknown[]) => (list.length > 0 ? list.length : null);
const lastYear = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

const regions = [...Map.groupBy(sales, (sale) => storeOf(sale).region).values()];
const ofRegions = (matches: (rows: typeof sales) => boolean) => regions.filter(matches).flat();
const median = (numbers: number[]) => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** Measures over the whole shop, and what they must be. */
const scalars: Record<string, string | number | boolean | null> = {
  'SUM(Sales[amount])': sum(sales),
  'sum ( sales[AMOUNT] )': sum(sales),
  'AVERAGE(Sales[amount])': (sum(sales) ?? 0) / known.length,
  'MIN(Sales[amount])': Math.min(...known.map(amountOf)),
  'MAX(Sales[day])':
    sales
      .map((sale) => sale.day)
      .toSorted()
      .at(-1) ?? null,
  'COUNT(Sales[amount])': known.length,
  'COUNTROWS(Sales)': sales.length,
  // Blank is one of the values that are counted.
  'DISTINCTCOUNT(Sales[note])': new Set(sales.map((sale) => sale.note)).size,
  'DISTINCTCOUNTNOBLANK(Sales[note])': new Set(sales.map((sale) => sale.note).filter((note) => note !== null)).size,
  'SUMX(Sales, Sales[amount] * Sales[quantity])': known.reduce((all, sale) => all + amountOf(sale) * sale.quantity, 0),
  'SUMX(Sales, IF(RELATED(Store[region]) = "Sul", Sales[quantity], 0))': sales
    .filter((sale) => storeOf(sale).region === 'Sul')
    .reduce((all, sale) => all + sale.quantity, 0),
  'AVERAGEX(Sales, Sales[quantity] + 1)': sales.reduce((all, sale) => all + sale.quantity + 1, 0) / sales.length,
  '1 + 2 * 3 - 4 / 8': 6.5,
  '2 ^ 10': 1024,
  '7 - 2 - 1': 4,
  '-[Rows] + 1': 1 - sales.length,
  'DIVIDE([Total], [Rows])': (sum(sales) ?? 0) / sales.length,
  'DIVIDE([Total], 0)': null,
  'DIVIDE([Total], BLANK(), -1)': -1,
  'BLANK() + 5': 5,
  'BLANK() * 5': null,
  '5 - BLANK()': 5,
  'BLANK() - 5': -5,
  'IF(BLANK() = 0, "yes", "no")': 'yes',
  'IF(BLANK() == 0, "yes", "no")': 'no',
  'IF(BLANK() = "", "yes", "no")': 'yes',
  'IF("sul" = "SUL", 1, 2)': 1,
  'IF(ISBLANK(SUM(Sales[amount])), 1, 2)': 2,
  'IF(FALSE(), 1)': null,
  'IF([Rows] > 10 && NOT FALSE, "many", "few")': 'many',
  'IF(AND(TRUE(), OR(FALSE(), 1 = 1)), 1, 0)': 1,
  'SWITCH(2, 1, "one", 2, "two", "else")': 'two',
  'SWITCH(3, 1, "one", 2, "two")': null,
  'SWITCH(TRUE(), [Rows] < 0, "a", [Rows] > 0, "b", "c")': 'b',
  '3 IN {1, 2, 3}': true,
  '"b" IN {"A", "B"}': true,
  'BLANK() IN {0}': false,
  'COALESCE(BLANK(), 4, 5)': 4,
  '"a" & "b" & 1 & 2.5': 'ab12.5',
  'UPPER("ação") & LEN("abc") & LEFT("abc", 2)': 'AÇÃO3ab',
  'CONTAINSSTRING("São Paulo", "PAULO")': true,
  'YEAR(DATE(2025, 14, 1)) * 100 + MONTH(DATE(2025, 14, 1))': 202602,
  'TODAY()': '2026-03-15',
  'TODAY() - DATE(2026, 1, 1)': 73,
  'DATE(2026, 2, 28) + 1': '2026-03-01',
  'ROUND(2.345, 1) + INT(-1.5) + ABS(-3)': 3.3,
  'CALCULATE([Total], Sales[returned] = FALSE())': sum(kept),
  'CALCULATE([Total], Store[region] = "sul", Product[category] = "Doces")': sum(
    sales.filter((sale) => storeOf(sale).region === 'Sul' && productOf(sale).category === 'Doces'),
  ),
  'CALCULATE([Total], Store[region] IN {"Sul", "Nordeste"})': sum(
    sales.filter((sale) => ['Sul', 'Nordeste'].includes(storeOf(sale).region ?? '')),
  ),
  // A blank region is not "Sul", so it stays in.
  'CALCULATE([Total], Store[region] <> "Sul")': sum(sales.filter((sale) => storeOf(sale).region !== 'Sul')),
  'CALCULATE([Total], NOT Store[region] = "Sul")': sum(sales.filter((sale) => storeOf(sale).region !== 'Sul')),
  'CALCULATE([Total], Day[date] >= DATE(2025, 1, 1) && Day[date] < DATE(2025, 2, 1))': sum(
    sales.filter((sale) => sale.day.startsWith('2025-01')),
  ),
  // The inner filter takes the place of the outer one on the same column, unless it is told to keep it.
  'CALCULATE(CALCULATE([Total], Store[region] = "Sul"), Store[region] = "Nordeste")': sum(
    sales.filter((sale) => storeOf(sale).region === 'Sul'),
  ),
  'CALCULATE(CALCULATE([Rows], KEEPFILTERS(Store[region] = "Sul")), Store[region] = "Nordeste")': null,
  'CALCULATE(CALCULATE([Total], ALL(Store)), Store[region] = "Nordeste")': sum(sales),
  'CALCULATE(CALCULATE([Total], REMOVEFILTERS()), Store[region] = "Nordeste")': sum(sales),
  'CALCULATE(CALCULATE([Total], ALL(Store[name])), Store[region] = "Sul")': sum(sales.filter((sale) => storeOf(sale).region === 'Sul')),
  // A filter on sales does not reach goals; one on stores does.
  'CALCULATE([Target], Sales[returned] = TRUE())': goals.reduce((all, goal) => all + goal.goal, 0),
  'CALCULATE([Target], Store[region] = "Sul")': goals
    .filter((goal) => goal.store === 4 || goal.store === 5)
    .reduce((all, goal) => all + goal.goal, 0),
  'DIVIDE([Total], [Target])': (sum(sales) ?? 0) / goals.reduce((all, goal) => all + goal.goal, 0),
  // Both filters look at the context outside: days that lead to a later one, and of 2026 at once, are none.
  'CALCULATE([Rows], SAMEPERIODLASTYEAR(Day[date]), Day[year] = 2026)': null,
  'CALCULATE([Rows], Day[year] = 2026, SAMEPERIODLASTYEAR(Day[date]))': null,
  'CALCULATE(CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date])), Day[year] = 2025)': sum(
    sales.filter((sale) => sale.day.startsWith('2024')),
  ),
  'CALCULATE(CALCULATE([Rows], DATEADD(Day[date], -1, MONTH)), Day[year] = 2026, Day[month number] = 1)': count(
    sales.filter((sale) => sale.day.startsWith('2025-12')),
  ),
  'CALCULATE(CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date])), Day[date] = DATE(2026, 3, 1))': sum(
    sales.filter((sale) => sale.day === lastYear('2026-03-01')),
  ),
  'SELECTEDVALUE(Store[name])': null,
  'SELECTEDVALUE(Store[name], "several")': 'several',
  'MEDIAN(Sales[quantity])': median(sales.map((sale) => sale.quantity)),
  'COUNTBLANK(Sales[amount])': sales.length - known.length,
  'CALCULATE([Total], VALUES(Store[region]))': sum(sales),
  'SUMX(FILTER(Sales, Sales[returned]), 1)': sales.length - kept.length,
  'SUMX(Store, [Rows] * Store[code])': sales.reduce((all, sale) => all + sale.store, 0),
  'SUMX(Store, [Rows]) - SUMX(Store, COUNTROWS(Sales))': sales.length * (1 - stores.length),
  'VAR each = [Total] RETURN DIVIDE(each, [Rows])': (sum(sales) ?? 0) / sales.length,
  'VAR least = AVERAGE(Sales[amount]) RETURN CALCULATE([Rows], Sales[amount] > least)': known.filter(
    (sale) => amountOf(sale) > (sum(sales) ?? 0) / known.length,
  ).length,
  'CALCULATE([Rows], FILTER(VALUES(Store[region]), [Rows] > 200))': ofRegions((rows) => rows.length > 200).length,
  'CALCULATE([Rows], TOPN(1, VALUES(Store[region]), [Rows]))': Math.max(...regions.map((rows) => rows.length)),
  'COUNTROWS(FILTER(ALL(Sales[note]), ISBLANK(Sales[note])))': 1,
  'CALCULATE([Rows], TREATAS({"Sul", "Nordeste"}, Store[region]))': sales.filter((sale) =>
    ['Sul', 'Nordeste'].includes(storeOf(sale).region ?? ''),
  ).length,
  'CALCULATE([Rows], Sales[store] IN VALUES(Store[code]))': sales.length,
  'CALCULATE([Rows], (Sales[store], Sales[product]) IN {(1, 1), (2, 3)})': sales.filter(
    (sale) => (sale.store === 1 && sale.product === 1) || (sale.store === 2 && sale.product === 3),
  ).length,
  'CALCULATE([Rows], ALLEXCEPT(Store, Store[region]), Store[code] = 4)': sales.filter((sale) => sale.store === 4).length,
  'CALCULATE(CALCULATE([Rows], ALLEXCEPT(Store, Store[region])), Store[region] = "Sul", Store[code] = 4)': sales.filter(
    (sale) => storeOf(sale).region === 'Sul',
  ).length,
  'CALCULATE(TOTALYTD([Total], Day[date]), Day[date] = DATE(2026, 3, 10))': sum(
    sales.filter((sale) => sale.day >= '2026-01-01' && sale.day <= '2026-03-10'),
  ),
  'CALCULATE(TOTALMTD([Rows], Day[date]), Day[year] = 2025)': count(sales.filter((sale) => sale.day.startsWith('2025-12'))),
  'CALCULATE([Rows], DATESINPERIOD(Day[date], DATE(2026, 3, 10), -7, DAY))': count(
    sales.filter((sale) => sale.day > '2026-03-03' && sale.day <= '2026-03-10'),
  ),
  'CALCULATE([Rows], DATESBETWEEN(Day[date], DATE(2025, 12, 30), dt"2026-01-02"))': count(
    sales.filter((sale) => sale.day >= '2025-12-30' && sale.day <= '2026-01-02'),
  ),
  'CALCULATE(CALCULATE([Rows], PREVIOUSMONTH(Day[date])), Day[date] = DATE(2026, 3, 10))': count(
    sales.filter((sale) => sale.day.startsWith('2026-02')),
  ),
  'CALCULATE(CALCULATE([Rows], PARALLELPERIOD(Day[date], -1, QUARTER)), Day[date] = DATE(2026, 3, 10))': count(
    sales.filter((sale) => sale.day >= '2025-10-01' && sale.day <= '2025-12-31'),
  ),
  // Both last days of February lead to the end of March.
  'VAR moved = CALCULATETABLE(DATEADD(Day[date], 1, MONTH), DATESBETWEEN(Day[date], DATE(2026, 2, 27), DATE(2026, 2, 28))) RETURN COUNTROWS(moved)': 5,
  'VAR moved = CALCULATETABLE(DATEADD(Day[date], 1, MONTH), Day[date] = DATE(2026, 2, 28)) RETURN COUNTROWS(moved)': 1,
  'CONCATENATEX(Store, Store[code], "-", Store[code], DESC)': '6-5-4-3-2-1',
  'RANKX(Store, [Rows], 0)': stores.length + 1,
  'HASONEVALUE(Store[code])': false,
  'ISEMPTY(FILTER(Store, Store[code] > 6))': true,
  'MID("relatório", 3, 4) & CONCATENATE("-", SUBSTITUTE("aba", "b", "c"))': 'lató-aca',
  'SEARCH("T", "relatório")': 5,
  'FIND("T", "relatório", 1, -1)': -1,
  'MOD(-7, 3)': 2,
  'ROUNDUP(-1.21, 1) + ROUNDDOWN(1.29, 1) + CEILING(7, 5) + FLOOR(7, 5)': 14.9,
  'WEEKDAY(DATE(2026, 3, 15)) * 10 + WEEKDAY(DATE(2026, 3, 15), 2)': 17,
  'DATEDIFF(DATE(2025, 12, 31), DATE(2026, 3, 15), MONTH)': 3,
  'DAY(EOMONTH(DATE(2024, 1, 15), 1)) + MONTH(EDATE(DATE(2024, 1, 31), 1))': 31,
  'CALCULATE(SELECTEDVALUE(Store[name]), Store[code] = 4)': 'Curitiba',
};

const names = Object.keys(scalars);
const shop = openShop({ measures: Object.fromEntries(names.map((expression, index) => [`M${index}`, expression])) });
afterAll(() => shop.close());

test.each(names.map((expression, index) => ({ expression, index })))('computes $expression', async ({ expression, index }) => {
  const { rows } = await shop.ask({ values: [measure(`M${index}`)] });
  const expected = scalars[expression];
  if (typeof expected === 'number') expect(rows[0]?.[0]).toBeCloseTo(expected, 6);
  else expect(rows).toEqual([[expected]]);
});

test('a shift by a year keeps the 29th of February, and counts no day twice', async () => {
  const index = names.indexOf('CALCULATE(CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date])), Day[year] = 2025)');
  expect(days).toContain('2024-02-29');
  const { rows } = await shop.ask({ values: [measure(`M${index}`)] });
  expect(rows[0]?.[0]).toBe(sum(sales.filter((sale) => sale.day.startsWith('2024'))));
});

test.each([
  ['SUM(Sales[nothing])', "(1, 5) Column 'nothing' in table 'Sales' cannot be found."],
  ['SUM(Nothing[amount])', "(1, 5) The table 'Nothing' cannot be found."],
  ['1 +\n KURTOSIS(Sales[amount])', "(2, 2) Failed to resolve name 'KURTOSIS'"],
  ['[Nothing]', "(1, 1) The value for 'Nothing' cannot be determined"],
  ['Sales[amount] * 2', "(1, 1) A single value for column 'amount' in table 'Sales' cannot be determined"],
  ['SUM(Sales[note])', '(1, 1) The function SUM does not work with values of type Text.'],
  ['1 + "a"', "(1, 3) Operator '+' does not work with values of type Text."],
  ['IF(1 = "a", 1, 2)', '(1, 6) DAX comparison operations do not support comparing values of type Integer with values of type Text.'],
  ['IF(TRUE(), 1, "a")', '(1, 1) The results have different types'],
  ['DIVIDE(1)', '(1, 1) Too few arguments were passed to the DIVIDE function.'],
  ['ABS(1, 2)', '(1, 1) Too many arguments were passed to the ABS function.'],
  ['CALCULATE([Total], Store[region] = Product[name])', '(1, 34) A filter of CALCULATE may only name columns of one table.'],
  ['CALCULATE([Total], 1 = 1)', '(1, 22) A filter of CALCULATE must name a column.'],
  ['CALCULATE([Total], Sales[amount] > [Rows])', '(1, 36) The measure [Rows] cannot be used in a true/false filter; FILTER can.'],
  ['CALCULATE([Total], VALEU(Store[region]))', "(1, 20) Failed to resolve name 'VALEU'"],
  ['VALUES(Store)', '(1, 1) The expression refers to multiple columns.'],
  ['FILTER(Sales, Goals[goal] > 1)', "(1, 15) A single value for column 'goal' in table 'Goals' cannot be determined"],
  ['COUNTROWS(ADDCOLUMNS(Store, 1, 2))', '(1, 29) The ADDCOLUMNS function needs a name in quotes here.'],
  ['COUNTROWS(SUM(Sales[amount]))', '(1, 11) The expression specified in the query is not a valid table expression.'],
  ['COUNTROWS(UNION(VALUES(Store[code]), Store))', "(1, 11) Each table argument of 'UNION' must have the same number of columns."],
  ['COUNTROWS(DATESYTD(Day[date], "30/06"))', '(1, 31) DATESYTD needs the last day of the year in quotes'],
  ['VAR a = 1 RETURN b', "(1, 18) 'b' is a table or an unknown name"],
  ['SUMX(Sales, Store[code] + Goals[goal])', "(1, 27) Column 'goal' of table 'Goals' is not related to the rows of 'Sales'."],
  ['Sales', "(1, 1) 'Sales' is a table or an unknown name; a single value is needed."],
])('refuses %j and says where', async (expression, message) => {
  const one = openShop({ measures: { Broken: expression } });
  try {
    expect(await one.refusal({ values: [measure('Broken')] })).toContain(message);
    // What is broken does not take the others with it.
    expect((await one.ask({ values: [total] })).rows).toEqual([[sum(sales)]]);
  } finally {
    one.close();
  }
});

test('refuses measures that need each other', async () => {
  const one = openShop({ measures: { A: '[B] + 1', B: 'CALCULATE([A], Store[code] = 1)' } });
  expect(await one.refusal({ values: [measure('A')] })).toContain('A circular dependency was detected: [A], [B], [A].');
  one.close();
});
