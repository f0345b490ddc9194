/** What Power BI Desktop writes for its own visuals: subtotals, windows of rows, groups of groups. */
import type { Query } from './query.ts';

export const desktop: Query[] = [
  [
    'DEFINE VAR f = TREATAS({"Sul", "Nordeste"}, Store[region]) VAR core = SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Product[category], "IsGrandTotalRowTotal"), f, "v", [Total]) VAR w = TOPN(502, core, [IsGrandTotalRowTotal], 0, [v], 0, Product[category], 1) EVALUATE w ORDER BY [IsGrandTotalRowTotal] DESC, [v] DESC, Product[category]',
    'SELECT category, GROUPING(category) = 1, sum(amount) FROM sales s JOIN products p ON p.code = s.product WHERE store IN (1,4,5) GROUP BY ROLLUP(category) ORDER BY 2 DESC, 3 DESC',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Product[category], "a", ROLLUPGROUP(Store[code], Store[name]), "b"), "n", [Rows])',
    'SELECT category, GROUPING(category) = 1, t.code, t.name, GROUPING(t.code) = 1, count(*) FROM sales s JOIN products p ON p.code = s.product JOIN stores t ON t.code = s.store GROUP BY GROUPING SETS ((), (category), (category, t.code, t.name))',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Product[category], "a"), ROLLUPADDISSUBTOTAL(Day[year], "b"), "n", [Rows], "scope", IF(ISINSCOPE(Product[category]), 1, 0) + IF(ISINSCOPE(Day[year]), 2, 0))',
    'SELECT category, GROUPING(category) = 1, year(day), GROUPING(year(day)) = 1, count(*), 3 - GROUPING(category) - 2 * GROUPING(year(day)) FROM sales s JOIN products p ON p.code = s.product GROUP BY CUBE(category, year(day))',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[region], NONVISUAL(TREATAS({"Sul"}, Store[region])), "v", CALCULATE([Total], ALL(Store)))',
    "SELECT 'Sul', sum(amount) FROM sales",
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[code], TREATAS({1}, Product[code]), TREATAS({DATE(2025, 1, 1)}, Day[date]), "one", IGNORE(1), "n", [Rows])',
    "SELECT store, 1, count(*) FROM sales WHERE product = 1 AND day = '2025-01-01' GROUP BY 1",
  ],
  [
    'EVALUATE SUBSTITUTEWITHINDEX(SUMMARIZECOLUMNS(Product[code], Day[year], "t", [Total]), "place", SUMMARIZECOLUMNS(Day[year], "x", [Rows]), Day[year], DESC)',
    'SELECT product, sum(amount), 2026 - year(day) FROM sales GROUP BY product, year(day)',
  ],
  [
    'EVALUATE NATURALLEFTOUTERJOIN(SUMMARIZECOLUMNS(Store[code], "t", [Total]), CALCULATETABLE(SUMMARIZECOLUMNS(Store[code], "n", [Rows]), Store[region] = "Sul"))',
    'SELECT store, sum(amount), CASE WHEN store IN (4,5) THEN count(*) END FROM sales GROUP BY 1',
  ],
  [
    'EVALUATE NATURALINNERJOIN(VALUES(Store[code]), FILTER(VALUES(Store[code]), Store[code] > 4))',
    'SELECT code FROM stores WHERE code > 4',
  ],
  [
    'EVALUATE GROUPBY(SUMMARIZECOLUMNS(Store[region], Product[category], "t", [Total]), Store[region], "sum", SUMX(CURRENTGROUP(), [t]), "most", MAXX(CURRENTGROUP(), [t] * 2))',
    'SELECT region, sum(x), 2 * max(x) FROM (SELECT region, category, sum(amount) x FROM sales s JOIN stores t ON t.code=s.store JOIN products p ON p.code=s.product GROUP BY 1,2) GROUP BY 1',
  ],
  ['EVALUATE GROUPBY(Sales, Store[region])', 'SELECT DISTINCT region FROM stores'],
  ['EVALUATE GROUPBY(Sales, "n", COUNTAX(CURRENTGROUP(), Sales[amount]))', 'SELECT count(amount) FROM sales'],
  [
    'EVALUATE GENERATE(VALUES(Store[code]), CALCULATETABLE(VALUES(Sales[product]), Sales[returned]))',
    'SELECT DISTINCT store, product FROM sales WHERE returned',
  ],
  [
    'EVALUATE GENERATE(VALUES(Store[code]), TOPN(1, VALUES(Product[code]), [Rows], DESC, Product[code], ASC))',
    'SELECT store, product FROM (SELECT store, product, row_number() OVER (PARTITION BY store ORDER BY count(*) DESC, product) n FROM sales GROUP BY 1, 2) WHERE n = 1',
  ],
  [
    'EVALUATE GENERATEALL(VALUES(Product[code]), FILTER(VALUES(Store[code]), Store[code] > Product[code] + 2))',
    'SELECT p.code, t.code FROM products p LEFT JOIN stores t ON t.code > p.code + 2',
  ],
  ['EVALUATE GENERATESERIES(1, 10, 4)', 'SELECT unnest([1, 5, 9])'],
  ['EVALUATE GENERATESERIES(3, 1)', []],
  ['EVALUATE FILTER(VALUES(Store[code]), ISONORAFTER(Store[code], 3, DESC))', 'SELECT code FROM stores WHERE code <= 3'],
  [
    'EVALUATE FILTER(SUMMARIZE(Sales, Store[code], Product[code]), ISAFTER(Store[code], 5, ASC, Product[code], 2, DESC))',
    'SELECT DISTINCT store, product FROM sales WHERE store > 5 OR (store = 5 AND product < 2)',
  ],
  [
    'EVALUATE ADDCOLUMNS(SUMMARIZE(Sales, Sales[store]), "name", LOOKUPVALUE(Store[name], Store[code], Sales[store]), "none", LOOKUPVALUE(Store[name], Store[code], 99), "else", LOOKUPVALUE(Store[name], Store[code], 99, "?"))',
    "SELECT code, name, NULL, '?' FROM stores",
  ],
  [
    'EVALUATE ROW("a", IFERROR(1 / 0, 9), "b", IFERROR(SQRT(-1), 8), "c", IFERROR(SEARCH("x", "abc"), 7), "d", IFERROR(MOD(SUM(Sales[quantity]), 0), 6), "e", IFERROR(VALUE("abc"), 5), "f", IFERROR(VALUE("1,200.5"), 5), "g", ISERROR(0 / 0), "h", ISERROR(1), "i", IFERROR(BLANK(), 3), "j", IFERROR(LOOKUPVALUE(Store[name], Store[region], "Sul"), "many"))',
    [[9, 8, 7, 6, 5, 1200.5, true, false, null, 'many']],
  ],
  [
    'EVALUATE ROW("a", SUMX(Sales, IFERROR(VALUE(Sales[note]), 1)), "b", COUNTROWS(FILTER(Sales, IFERROR(SQRT(Sales[amount]), -1) >= 0)), "c", SUMX(VALUES(Store[code]), IFERROR(SQRT([Rows] - 150), 7)), "d", COUNTROWS(FILTER(VALUES(Store[code]), IFERROR(1 / (Store[code] - 3), 0) = 0)))',
    'SELECT count(*) FILTER (note IS NOT NULL), count(*) FILTER (coalesce(amount, 0) >= 0), (SELECT sum(CASE WHEN n < 150 THEN 7 ELSE sqrt(n - 150) END) FROM (SELECT count(*) n FROM sales GROUP BY store)), 1 FROM sales',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[code], "sum", IFERROR(SUMX(Sales, SQRT(Sales[amount] + 40)), -1), "mean", IFERROR(AVERAGEX(Sales, SQRT(Sales[amount] + 40)), -1), "least", IFERROR(MINX(Sales, SQRT(Sales[amount] + 40)), -1), "known", IFERROR(COUNTX(Sales, SQRT(Sales[amount] + 40)), -1), "is", ISERROR(STDEVX.P(Sales, SQRT(Sales[amount] + 40))))',
    'SELECT store, CASE WHEN low THEN -1 ELSE sum(r) END, CASE WHEN low THEN -1 ELSE avg(r) END, CASE WHEN low THEN -1 ELSE min(r) END, CASE WHEN low THEN -1 ELSE count(*) END, low FROM (SELECT *, sqrt(greatest(coalesce(amount, 0) + 40, 0)) r, min(amount) OVER (PARTITION BY store) < -40 low FROM sales) GROUP BY store, low',
  ],
  [
    'EVALUATE ROW("a", IFERROR(SUMX(VALUES(Store[code]), SQRT([Rows] - 150)), -1), "b", IFERROR(SUMX(VALUES(Store[code]), SUMX(VALUES(Product[code]), SQRT([Rows] - 99))), -1), "c", IFERROR(SUMX(VALUES(Store[code]), IFERROR(SQRT([Rows] - 150), 0)), -1) > 0, "d", IFERROR(COUNTX(Sales, Sales[quantity]), 0) & "")',
    [[-1, -1, true, '900']],
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[code], "x", IFERROR(SUM(Sales[quantity]) / CALCULATE(SUM(Sales[quantity]), Sales[store] = 1), -1))',
    'SELECT store, CASE WHEN store = 1 THEN 1 ELSE -1 END FROM sales GROUP BY 1',
  ],
  [
    'EVALUATE ROW("a", ISFILTERED(Store), "b", CALCULATE(ISFILTERED(Store[region]), Store[region] = "Sul"), "c", CALCULATE(ISCROSSFILTERED(Sales), Store[region] = "Sul"), "d", CALCULATE(ISFILTERED(Store[name]), Store[region] = "Sul"))',
    [[false, true, true, false]],
  ],
  [
    'EVALUATE ROW("a", CONTAINS(Store, Store[code], 1, Store[name], "recife"), "b", CONTAINSROW({1, 2}, 3), "c", UNICHAR(65), "d", COMBINEVALUES("-", 1, "b"), "e", ROUND(PI(), 1), "f", ISNUMBER("1"), "g", ISTEXT("1"), "h", ISLOGICAL(TRUE()))',
    [[true, false, 'A', '1-b', 3.1, false, true, true]],
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Store[code]), "first", CALCULATE(MAXX(FIRSTNONBLANK(Day[date], [Rows]), Day[date])), "last", CALCULATE(MAXX(LASTNONBLANK(Day[date], [Rows]), Day[date])))',
    "SELECT store, strftime(min(day)::date, '%Y-%m-%dT00:00:00'), strftime(max(day)::date, '%Y-%m-%dT00:00:00') FROM sales GROUP BY 1",
  ],
  [
    'EVALUATE CALCULATETABLE(ROW("a", COUNTROWS(STARTOFMONTH(Day[date])), "b", MAXX(ENDOFMONTH(Day[date]), DAY(Day[date])), "c", MAXX(STARTOFQUARTER(Day[date]), MONTH(Day[date])), "d", MAXX(ENDOFQUARTER(Day[date]), MONTH(Day[date])), "e", MAXX(STARTOFYEAR(Day[date]), MONTH(Day[date])), "f", MAXX(ENDOFYEAR(Day[date]), MONTH(Day[date]))), Day[date] = DATE(2024, 2, 10))',
    [[1, 29, 1, 3, 1, 12]],
  ],
  [
    'EVALUATE ROW("p", PRODUCTX({2, 3}, [Value]), "s", STDEVX.P({1, 3}, [Value]), "v", VAR.S(Sales[quantity]), "q", PRODUCT(Product[code]))',
    'SELECT 6, 1, var_samp(quantity), 24 FROM sales',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Day[year], "so far", CALCULATE([Rows], FILTER(ALL(Day[date]), Day[date] <= MAX(Day[date]))))',
    'SELECT y, (SELECT count(*) FROM sales WHERE year(day) <= y) FROM (SELECT DISTINCT year(day) AS y FROM sales)',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Day[year], Day[month number], "so far", CALCULATE([Rows], Day[date] <= DATE(2024, 12, 31)))',
    'SELECT y, m, (SELECT count(*) FROM sales WHERE year(day) = 2024) FROM (SELECT DISTINCT year(date::date) AS y, month(date::date) AS m FROM days)',
  ],
  ['EVALUATE ADDCOLUMNS(KEEPFILTERS(VALUES(Product[code])), "n", [Rows])', 'SELECT product, count(*) FROM sales GROUP BY 1'],
  [
    'EVALUATE CALCULATETABLE(ROW("kept", SUMX(KEEPFILTERS(VALUES(Store[code])), [Rows]), "replaced", SUMX(VALUES(Store[code]), [Rows])), TREATAS({(1, "Carla@aurora.example"), (2, "carla@aurora.example")}, Store[code], Store[manager]))',
    'SELECT count(*) FILTER (store = 1), count(*) FILTER (store = 1) FROM sales',
  ],
  [
    `EVALUATE ROW("sum", ${Array.from({ length: 5_000 }, () => '1').join(' + ')}, "text", LEN(${Array.from({ length: 5_000 }, () => '"a"').join(' & ')}))`,
    [[5_000, 5_000]],
  ],
  [
    `EVALUATE SUMMARIZECOLUMNS(Store[code], "x", ${Array.from({ length: 5_000 }, () => '[Rows]').join(' - ')})`,
    'SELECT store, -4998 * count(*) FROM sales GROUP BY 1',
  ],
  [`EVALUATE ROW("x", ${Array.from({ length: 5_000 }, () => '1').join(' / ')})`, { refused: 'nested too deeply' }],
  [`EVALUATE ROW("x", ${'IFERROR('.repeat(20)}1${', 2)'.repeat(20)})`, { refused: 'nested too deeply' }],
  [`EVALUATE ROW("x", ${'DIVIDE(1, '.repeat(90)}[Rows]${', 2)'.repeat(90)})`, { refused: 'too large' }],
];
