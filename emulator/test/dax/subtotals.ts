/** Subtotals: ROLLUP in SUMMARIZE, ROLLUPADDISSUBTOTAL with filters of its levels, and what Power BI Desktop makes of them. */
import type { Query } from './query.ts';

const withProducts = 'sales s JOIN products p ON p.code = s.product JOIN stores t ON t.code = s.store';

export const subtotals: Query[] = [
  [
    'EVALUATE SUMMARIZE(Sales, ROLLUP(Product[category]), "n", [Rows], "all", ISSUBTOTAL(Product[category]))',
    `SELECT category, count(*), GROUPING(category) = 1 FROM ${withProducts} GROUP BY ROLLUP(category)`,
  ],
  [
    'EVALUATE SUMMARIZE(Sales, Product[category], ROLLUP(Store[region], Store[code]), "n", [Rows])',
    `SELECT category, region, t.code, count(*) FROM ${withProducts} GROUP BY GROUPING SETS ((category, region, t.code), (category, region), (category))`,
  ],
  [
    'EVALUATE SUMMARIZE(Sales, ROLLUP(ROLLUPGROUP(Store[region], Store[code]), Product[category]), "n", [Rows])',
    `SELECT region, t.code, category, count(*) FROM ${withProducts} GROUP BY GROUPING SETS ((region, t.code, category), (region, t.code), ())`,
  ],
  ['EVALUATE SUMMARIZE(Sales, ROLLUP(Product[category]))', "SELECT unnest(['Bebidas', 'Doces', NULL])"],
  ['EVALUATE CALCULATETABLE(SUMMARIZE(Sales, ROLLUP(Product[category]), "n", [Rows]), Sales[store] = 77)', []],
  [
    'EVALUATE CALCULATETABLE(SUMMARIZE(Sales, ROLLUP(Product[category]), "n", [Rows], "of all", CALCULATE([Rows], ALL(Sales))), Sales[store] = 1)',
    `SELECT category, count(*), 900 FROM ${withProducts} WHERE store = 1 GROUP BY ROLLUP(category)`,
  ],
  [
    'DEFINE VAR core = SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Product[category], "IsGrandTotalRowTotal"), "v", [Total]) VAR page = TOPN(102, SUMMARIZE(core, Product[category], [IsGrandTotalRowTotal]), [IsGrandTotalRowTotal], 0, Product[category], 1) EVALUATE page ORDER BY [IsGrandTotalRowTotal] DESC, Product[category]',
    [
      [null, true],
      ['Bebidas', false],
      ['Doces', false],
    ],
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Product[category], "a", Store[code], "b", NONVISUAL(TREATAS({"Doces"}, Product[category]))), "n", [Rows])',
    `SELECT category, GROUPING(category) = 1, t.code, GROUPING(t.code) = 1, count(*) FROM ${withProducts} GROUP BY ROLLUP(category, t.code) HAVING GROUPING(t.code) = 1 OR category = 'Doces'`,
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Product[category], "a", ROLLUPGROUP(Store[region], Store[code]), "b", NONVISUAL(TREATAS({("Doces", "Sul")}, Product[category], Store[region]))), "share", DIVIDE([Rows], CALCULATE([Rows], ALL(Product[category]))))',
    `SELECT category, g1, region, code, g2, n / (SELECT count(*) FROM sales WHERE store = code OR code IS NULL) FROM (SELECT category, GROUPING(category) = 1 g1, region, t.code, GROUPING(t.code) = 1 g2, count(*) n FROM ${withProducts} GROUP BY GROUPING SETS ((category, region, t.code), (category), ()) HAVING GROUPING(t.code) = 1 OR (category = 'Doces' AND region = 'Sul'))`,
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(TREATAS({1}, Store[code]), Product[category], "all"), "n", [Rows])',
    `SELECT category, FALSE, count(*) FROM ${withProducts} GROUP BY 1 UNION ALL SELECT NULL, TRUE, count(*) FROM sales WHERE store = 1`,
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Product[category], "a", FILTER(ALL(Store[code]), Store[code] > 4), Day[year], "b"), "n", [Rows])',
    `SELECT category, FALSE, year(day), FALSE, count(*) FROM ${withProducts} GROUP BY 1, 3 UNION ALL SELECT category, FALSE, NULL, TRUE, count(*) FROM ${withProducts} WHERE store > 4 GROUP BY 1 UNION ALL SELECT NULL, TRUE, NULL, TRUE, count(*) FROM sales`,
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Product[category], "a", TREATAS({1}, Store[code])), ROLLUPADDISSUBTOTAL(Day[year], "b", TREATAS({2, 3}, Product[code])), "n", [Rows])',
    `SELECT category, FALSE, year(day), FALSE, count(*) FROM ${withProducts} WHERE store = 1 AND product IN (2, 3) GROUP BY 1, 3 UNION ALL SELECT category, FALSE, NULL, TRUE, count(*) FROM ${withProducts} WHERE store = 1 GROUP BY 1 UNION ALL SELECT NULL, TRUE, year(day), FALSE, count(*) FROM sales WHERE product IN (2, 3) GROUP BY 3 UNION ALL SELECT NULL, TRUE, NULL, TRUE, count(*) FROM sales`,
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(ROLLUPGROUP(Product[category], Store[region]), "n", [Rows])',
    `SELECT category, region, count(*) FROM ${withProducts} GROUP BY 1, 2`,
  ],
  // A matrix: rows and columns with their totals, columns by their place.
  [
    'DEFINE VAR core = SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(ROLLUPGROUP(Store[code]), "RowTotal"), ROLLUPADDISSUBTOTAL(ROLLUPGROUP(Day[year]), "ColumnTotal"), "v", CALCULATE(SUM(Sales[quantity]))) VAR rows = TOPN(102, SUMMARIZE(core, Store[code], [RowTotal]), [RowTotal], 0, Store[code], 1) VAR columns = TOPN(102, SUMMARIZE(core, Day[year], [ColumnTotal]), [ColumnTotal], 1, Day[year], 1) EVALUATE NATURALLEFTOUTERJOIN(rows, SUBSTITUTEWITHINDEX(core, "ColumnIndex", columns, [ColumnTotal], ASC, Day[year], ASC)) ORDER BY [RowTotal] DESC, Store[code], [ColumnIndex]',
    'SELECT store, GROUPING(store) = 1, sum(quantity), coalesce(year(day) - 2024, 3) FROM sales GROUP BY CUBE(store, year(day)) ORDER BY 2 DESC, 1, 4',
  ],
  ['EVALUATE SUMMARIZE(Sales, ROLLUP())', { refused: 'passed to the ROLLUP function' }],
  ['EVALUATE SUMMARIZE(Sales, ROLLUP(ROLLUPGROUP()))', { refused: 'passed to the ROLLUPGROUP function' }],
  ['EVALUATE SUMMARIZE(Store, ROLLUP(Product[category]))', { refused: 'not found in the input table' }],
  ['EVALUATE SUMMARIZE(Sales, 1)', { refused: 'SUMMARIZE' }],
  ['EVALUATE ROLLUP(Store[code])', { refused: 'stands only among the groups of SUMMARIZE' }],
  ['EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(), "n", [Rows])', { refused: 'passed to the ROLLUPADDISSUBTOTAL function' }],
  ['EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Store[code], "a", 1), "n", [Rows])', { refused: 'ROLLUPADDISSUBTOTAL' }],
  ['EVALUATE ROW("x", ISSUBTOTAL(Store[code]))', { refused: 'ISSUBTOTAL' }],
];
