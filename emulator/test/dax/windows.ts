/** Rows by their place in an order, as the newest Power BI Desktop asks for them. */
import type { Query } from './query.ts';

const byStore = 'SELECT store, count(*) n FROM sales GROUP BY 1';

export const windows: Query[] = [
  [
    'EVALUATE ADDCOLUMNS(VALUES(Store[code]), "before", CALCULATE([Rows], OFFSET(-1, ALL(Store[code]), ORDERBY(Store[code]))))',
    `SELECT store, lag(n) OVER (ORDER BY store) FROM (${byStore})`,
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[code], "n", [Rows], "next", CALCULATE([Rows], OFFSET(1, ALLSELECTED(Store[code]), ORDERBY(Store[code], DESC))))',
    `SELECT store, n, lead(n) OVER (ORDER BY store DESC) FROM (${byStore})`,
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[code], FILTER(ALL(Store[code]), Store[code] <> 3), "before", CALCULATE([Rows], OFFSET(-1, ORDERBY(Store[code]))), "n", [Rows])',
    `SELECT store, lag(n) OVER (ORDER BY store), n FROM (${byStore}) WHERE store <> 3`,
  ],
  [
    'DEFINE MEASURE Sales[Before] = CALCULATE([Total], OFFSET(-1, ALL(Day[year]), ORDERBY(Day[year]))) EVALUATE SUMMARIZECOLUMNS(Day[year], Product[category], "t", [Total], "before", [Before])',
    'SELECT y, category, t, lag(t) OVER (PARTITION BY category ORDER BY y) FROM (SELECT year(day) y, category, sum(amount) t FROM sales s JOIN products p ON p.code = s.product GROUP BY 1, 2)',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Day[year], "so far", CALCULATE([Rows], WINDOW(1, ABS, 0, REL, ALL(Day[year]), ORDERBY(Day[year]))))',
    'SELECT y, sum(n) OVER (ORDER BY y) FROM (SELECT year(day) y, count(*) n FROM sales GROUP BY 1)',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[code], "three", CALCULATE([Rows], WINDOW(-1, REL, 1, REL, ALL(Store[code]), ORDERBY(Store[code]))), "rest", CALCULATE([Rows], WINDOW(0,, -1, ABS, ALL(Store[code]), ORDERBY(Store[code]))))',
    `SELECT store, sum(n) OVER (ORDER BY store ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), sum(n) OVER (ORDER BY store ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM (${byStore})`,
  ],
  ['EVALUATE WINDOW(2, ABS, 3, ABS, VALUES(Store[code]), ORDERBY(Store[code], DESC))', [[4], [5]]],
  ['EVALUATE WINDOW(-2, ABS, -1, ABS, VALUES(Store[code]))', [[5], [6]]],
  ['EVALUATE INDEX(-1, ADDCOLUMNS(ALL(Store[code]), "n", [Rows]), ORDERBY([n], DESC, Store[code], DESC))', [[3, 147]]],
  [
    'EVALUATE INDEX(1, SUMMARIZE(Sales, Product[category], Store[code]), ORDERBY(Store[code], DESC), PARTITIONBY(Product[category]))',
    [
      ['Bebidas', 6],
      ['Doces', 6],
    ],
  ],
  [
    'EVALUATE CALCULATETABLE(INDEX(2, SUMMARIZE(ALL(Sales), Product[category], Store[code]), ORDERBY(Store[code]), PARTITIONBY(Product[category])), Product[category] = "Doces")',
    [['Doces', 2]],
  ],
  ['EVALUATE INDEX(7, VALUES(Store[code]))', []],
  ['EVALUATE INDEX(0, VALUES(Store[code]))', []],
  ['EVALUATE INDEX(1, VALUES(Store[region]), ORDERBY(Store[region]), DEFAULT)', [[null]]],
  ['EVALUATE INDEX(1, VALUES(Store[region]), ORDERBY(Store[region], ASC BLANKS LAST), FIRST)', [['Centro-Oeste']]],
  ['EVALUATE INDEX(-1, VALUES(Store[region]), ORDERBY(Store[region], DESC BLANKS FIRST))', [['Centro-Oeste']]],
  ['EVALUATE INDEX(1, VALUES(Store[region]), ORDERBY(Store[region], DESC BLANKS NOWHERE))', { refused: "'NOWHERE'" }],
  ['EVALUATE TOPN(1, VALUES(Store[region]), Store[region], DESC BLANKS LAST)', { refused: 'An order is ASC or DESC.' }],
  [
    'EVALUATE VAR r = ADDCOLUMNS(SUMMARIZE(Sales, Store[code], Product[code]), "n", [Rows]) RETURN ADDCOLUMNS(r, "place", ROWNUMBER(r, ORDERBY([n], DESC), PARTITIONBY(Store[code])), "rank", RANK(DENSE, r, ORDERBY([n], DESC)), "skip", RANK(r, ORDERBY([n], DESC)))',
    'SELECT store, product, n, row_number() OVER (PARTITION BY store ORDER BY n DESC, product), dense_rank() OVER (ORDER BY n DESC), rank() OVER (ORDER BY n DESC) FROM (SELECT store, product, count(*) n FROM sales GROUP BY 1, 2)',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[region], "first", RANK(SKIP, ALL(Store[region]), ORDERBY(Store[region])), "last", RANK(ALL(Store[region]), ORDERBY(Store[region]), LAST), "n", [Rows])',
    'SELECT region, rank() OVER (ORDER BY region NULLS FIRST), rank() OVER (ORDER BY region NULLS LAST), n FROM (SELECT region, count(*) n FROM sales s JOIN stores t ON t.code = s.store GROUP BY 1)',
  ],
  // A blank number stands before zero, and behind what is less.
  [
    'EVALUATE ADDCOLUMNS({-1, 0, BLANK(), 1}, "place", ROWNUMBER({-1, 0, BLANK(), 1}, ORDERBY([Value])), "first", ROWNUMBER({-1, 0, BLANK(), 1}, ORDERBY([Value]), FIRST))',
    [
      [-1, 1, 2],
      [0, 3, 3],
      [null, 2, 1],
      [1, 4, 4],
    ],
  ],
  [
    'EVALUATE ADDCOLUMNS(SUMMARIZE(Store, Store[code], Store[region]), "first of its region", MINX(INDEX(1, ALL(Store), ORDERBY(Store[code]), PARTITIONBY(Store[region])), Store[code]), "next", MINX(OFFSET(1, ALL(Store), ORDERBY(Store[code]), MATCHBY(Store[code])), Store[code]))',
    'SELECT code, region, min(code) OVER (PARTITION BY region), lead(code) OVER (ORDER BY code) FROM stores',
  ],
  // Where several rows are current, each has its own.
  ['EVALUATE CALCULATETABLE(OFFSET(1, ALL(Store[code]), ORDERBY(Store[code])), Store[code] IN {1, 3, 6})', [[2], [4]]],
  ['EVALUATE ROW("x", ROWNUMBER(ALL(Store[code]), ORDERBY(Store[code])))', [[null]]],
  ['EVALUATE OFFSET(1, Store, ORDERBY(Sales[store]))', { refused: "'store' in table 'Sales' cannot be determined" }],
  ['EVALUATE OFFSET(1, Store, ORDERBY(Store[code]), PARTITIONBY(Sales[store]))', { refused: 'The PARTITIONBY of the OFFSET function' }],
  ['EVALUATE OFFSET(1, Store, ORDERBY(Store[code]), MATCHBY(Sales[store]))', { refused: 'The MATCHBY of the OFFSET function' }],
  ['EVALUATE INDEX(1, Store, Store)', { refused: 'only accepts ORDERBY, PARTITIONBY and MATCHBY' }],
  ['EVALUATE INDEX(1)', { refused: 'The INDEX function needs a relation' }],
  ['EVALUATE WINDOW(1, ABS)', { refused: 'WINDOW' }],
  ['EVALUATE ADDCOLUMNS(VALUES(Store[code]), "x", COUNTROWS(OFFSET(1, ORDERBY(Store[code]))))', { refused: 'ALLSELECTED' }],
  ['EVALUATE ORDERBY(Store[code])', { refused: 'The ORDERBY function stands only in INDEX' }],
  ['EVALUATE ROW("x", PARTITIONBY(Store[code]))', { refused: 'The PARTITIONBY function stands only in INDEX' }],
  ['EVALUATE ROW("x", MATCHBY(Store[code]))', { refused: 'The MATCHBY function stands only in INDEX' }],
];
