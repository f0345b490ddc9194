/** Which filters hold where a measure is read. */
import type { Query } from './query.ts';

export const context: Query[] = [
  [
    'EVALUATE ROW("x", CALCULATE(CALCULATE([Total], Store[region] = "Sul"), Store[region] = "Nordeste"))',
    'SELECT sum(amount) FROM sales WHERE store IN (4,5)',
  ],
  [
    'EVALUATE ROW("x", CALCULATE(CALCULATE([Total], KEEPFILTERS(Store[region] = "Sul")), Store[region] = "Nordeste"))',
    'SELECT CAST(NULL AS DOUBLE)',
  ],
  [
    'EVALUATE ROW("x", CALCULATE(CALCULATE([Total], ALL(Store)), Store[region] = "Nordeste", Sales[returned] = TRUE()))',
    'SELECT sum(amount) FROM sales WHERE returned',
  ],
  ['EVALUATE ROW("x", CALCULATE([Total], Store[name] = "recife"))', 'SELECT sum(amount) FROM sales WHERE store = 1'],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Store[code]), "t", [Total], "u", SUM(Sales[amount]), "v", CALCULATE(SUM(Sales[amount])))',
    'SELECT t.code, sum(s.amount), (SELECT sum(amount) FROM sales), sum(s.amount) FROM stores t LEFT JOIN sales s ON s.store = t.code GROUP BY 1',
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Store[region]), "best", MAXX(CALCULATETABLE(VALUES(Store[name])), [Total]))',
    'SELECT region, max(x) FROM (SELECT region, t.name, sum(amount) x FROM sales s JOIN stores t ON t.code=s.store GROUP BY 1,2) GROUP BY 1',
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Store[region]), "share", DIVIDE([Total], CALCULATE([Total], ALL(Store[region]))))',
    'SELECT region, sum(amount) / (SELECT sum(amount) FROM sales) FROM sales s JOIN stores t ON t.code=s.store GROUP BY 1',
  ],
  [
    'EVALUATE ROW("n", COUNTROWS(FILTER(Sales, Sales[amount] = CALCULATE(MAX(Sales[amount]), ALL(Sales)))))',
    'SELECT count(*) FROM sales WHERE amount = (SELECT max(amount) FROM sales)',
  ],
  [
    'EVALUATE ROW("n", COUNTROWS(FILTER(Store, CALCULATE(COUNTROWS(Sales)) > 150)))',
    'SELECT count(*) FROM (SELECT store FROM sales GROUP BY 1 HAVING count(*) > 150)',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], FILTER(ALL(Store), Store[region] = "Sul" || Store[code] = 1)))',
    'SELECT sum(amount) FROM sales WHERE store IN (1,4,5)',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], Store[region] = "Sul" || Store[code] = 1))',
    'SELECT sum(amount) FROM sales WHERE store IN (1,4,5)',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], NOT Store[region] IN {"Sul", "Nordeste"}))',
    'SELECT sum(amount) FROM sales WHERE store NOT IN (1,4,5)',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], Sales[amount] > 100, Sales[amount] < 200))',
    'SELECT sum(amount) FROM sales WHERE amount > 100 AND amount < 200',
  ],
  [
    'EVALUATE ROW("x", COUNTROWS(VALUES(Sales[note])), "y", COUNTROWS(DISTINCT(Sales[note])), "z", COUNTROWS(ALL(Sales[note])))',
    'SELECT count(DISTINCT note)+1, count(DISTINCT note)+1, count(DISTINCT note)+1 FROM sales',
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Product[category]), "rank", RANKX(ALL(Product[category]), [Total]))',
    'SELECT category, rank() OVER (ORDER BY t DESC) FROM (SELECT category, sum(amount) t FROM sales s JOIN products p ON p.code=s.product GROUP BY 1)',
  ],
  [
    'DEFINE MEASURE Sales[Big] = CALCULATE([Total], Sales[amount] > 500) MEASURE Sales[Share] = DIVIDE([Big], [Total]) EVALUATE SUMMARIZECOLUMNS(Store[code], "b", [Big], "s", [Share])',
    'SELECT store, sum(amount) FILTER (amount > 500), sum(amount) FILTER (amount > 500) / sum(amount) FROM sales GROUP BY 1',
  ],
  ['DEFINE MEASURE Sales[Total] = 5 EVALUATE ROW("x", [Total])', [[5]]],
  [
    'EVALUATE EXCEPT(VALUES(Store[code]), CALCULATETABLE(VALUES(Store[code]), Store[region] = "Sul"))',
    'SELECT code FROM stores WHERE code NOT IN (4,5)',
  ],
  ['EVALUATE CALCULATETABLE(VALUES(Store[name]), Sales[amount] > 900)', 'SELECT name FROM stores'],
  [
    'EVALUATE CALCULATETABLE(SUMMARIZE(Sales, Store[name]), Sales[amount] > 990)',
    'SELECT DISTINCT t.name FROM sales s JOIN stores t ON t.code=s.store WHERE amount > 990',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], ALLEXCEPT(Sales, Store[region]), Sales[returned]))',
    'SELECT sum(amount) FROM sales WHERE returned',
  ],
  [
    'EVALUATE ADDCOLUMNS(SUMMARIZE(Sales, Store[region], Store[name]), "t", CALCULATE([Total], ALLEXCEPT(Store, Store[region])))',
    'SELECT region, name, sum(x) OVER (PARTITION BY region) FROM (SELECT region, t.name, sum(amount) x FROM sales s JOIN stores t ON t.code=s.store GROUP BY 1,2)',
  ],
  [
    'EVALUATE ROW("x", [Rows] + 0, "y", CALCULATE([Rows], Store[code] = 99) + 0, "z", IF(ISBLANK(CALCULATE([Rows], Store[code] = 99)), "leer", "x"))',
    [[900, 0, 'leer']],
  ],
  ['EVALUATE ROW("x", CALCULATE([Total], Store[region] = "Sul", Store[region] = "Nordeste"))', [[null]]],
  [
    'EVALUATE ROW("x", CALCULATE(CALCULATE([Total], Store[region] IN {"Sul","Nordeste"}, Store[region] <> "Sul"), Store[region] = "Sul"))',
    'SELECT sum(amount) FROM sales WHERE store = 1',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[name], FILTER(ALL(Store[region]), Store[region] <> "Sul"), FILTER(ALL(Store[region]), NOT ISBLANK(Store[region])), "t", [Total])',
    `SELECT t.name, sum(amount) FROM sales s JOIN stores t ON t.code=s.store WHERE region <> 'Sul' GROUP BY 1`,
  ],
  [
    'EVALUATE ROW("a", MIN(BLANK(), 1), "b", MIN(-1, BLANK()), "c", MAX(-1, BLANK()), "d", MAX(BLANK(), BLANK()), "e", MAX(CALCULATE([Total], Store[code]=99), -3), "f", MIN("b", "A"), "g", MAX(1, 2.5))',
    [[0, -1, 0, null, 0, 'A', 2.5]],
  ],
  [
    'EVALUATE ROW("x", COUNTROWS(FILTER(VALUES(Store[region]), CALCULATE(SUM(Sales[amount])) > 90000)), "y", CALCULATE([Rows], FILTER(VALUES(Store[region]), [Total] > 90000)))',
    'SELECT nullif(count(*),0), sum(n) FROM (SELECT region, sum(amount) a, count(*) n FROM sales s JOIN stores t ON t.code=s.store GROUP BY 1 HAVING sum(amount) > 90000)',
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Product[code]), "top", CALCULATE(MAX(Store[name]), TOPN(1, VALUES(Store[name]), [Total])))',
    'SELECT product, arg_max(name, a) FROM (SELECT product, t.name, sum(amount) a FROM sales s JOIN stores t ON t.code=s.store GROUP BY 1,2) GROUP BY 1',
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Product[code]), "run", CALCULATE([Total], FILTER(ALL(Product[code]), Product[code] <= MAX(Product[code]))))',
    'SELECT product, (SELECT sum(amount) FROM sales) FROM sales GROUP BY 1',
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Product[code]), "a", VAR here = [Total] RETURN COUNTROWS(FILTER(ALL(Product[code]), [Total] > here)) + 1)',
    'SELECT product, rank() OVER (ORDER BY sum(amount) DESC) FROM sales GROUP BY 1',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], Store[name] IN {"RECIFE", "curitiba"}), "y", CALCULATE([Total], Store[name] = "ÁGUAS CLARAS"))',
    'SELECT sum(amount) FILTER (store IN (1,4)), sum(amount) FILTER (store = 3) FROM sales',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], ISBLANK(Store[region])), "y", CALCULATE([Total], Store[region] = ""), "z", CALCULATE([Total], Store[region] == ""), "w", CALCULATE([Total], Store[region] = BLANK()))',
    'SELECT sum(amount) FILTER (store = 6), sum(amount) FILTER (store = 6), CAST(NULL AS DOUBLE), sum(amount) FILTER (store = 6) FROM sales',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], Sales[amount] > Sales[quantity] * 100))',
    'SELECT sum(amount) FROM sales WHERE coalesce(amount,0) > quantity * 100',
  ],
  ['EVALUATE ROW("x", CALCULATE([Total], Store[code] = MAX(Store[code])))', 'SELECT sum(amount) FROM sales WHERE store = 6'],
  [
    'EVALUATE ROW("x", CALCULATE(DISTINCTCOUNT(Sales[product]), Sales[quantity] = 8, Store[code] = 1))',
    'SELECT count(DISTINCT product) FROM sales WHERE quantity = 8 AND store = 1',
  ],
  [
    'EVALUATE ROW("x", HASONEVALUE(Store[name]), "y", CALCULATE(HASONEVALUE(Store[name]), Store[code]=1), "z", CALCULATE(SELECTEDVALUE(Store[name], "many"), Store[region]="Sul"), "w", CALCULATE(SELECTEDVALUE(Store[name]), Store[code]=1))',
    [[false, true, 'many', 'Recife']],
  ],
  [
    'EVALUATE ROW("n", CALCULATE(COUNTROWS(Sales), REMOVEFILTERS(), Store[code] = 1), "m", COUNTROWS(CALCULATETABLE(Sales, Store[code] = 1, Sales[returned])), "o", COUNTROWS(ALL(Sales)))',
    'SELECT count(*) FILTER (store = 1), nullif(count(*) FILTER (store = 1 AND returned),0), count(*) FROM sales',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS("t", [Total], "x", CALCULATE([Total], Store[code] = 77))',
    'SELECT sum(amount), CAST(NULL AS DOUBLE) FROM sales',
  ],
  ['EVALUATE SUMMARIZECOLUMNS(Store[code], "x", CALCULATE([Total], Sales[quantity] = 77))', []],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[code], "all", CALCULATE([Total], ALLSELECTED(Store)))',
    'SELECT code, (SELECT sum(amount) FROM sales) FROM stores',
  ],
  [
    'EVALUATE ADDCOLUMNS(FILTER(VALUES(Store[code]), Store[code] < 4), "r", RANKX(FILTER(ALL(Store[code]), Store[code] < 4), [Total],, ASC))',
    'SELECT store, rank() OVER (ORDER BY sum(amount)) FROM sales WHERE store < 4 GROUP BY 1',
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Store[code]), "x", CALCULATE([Total], KEEPFILTERS(Store[code] IN {1, 2})), "y", CALCULATE([Total], Store[code] IN {1, 2}))',
    'SELECT code, (SELECT sum(amount) FROM sales WHERE store=code AND code IN (1,2)), (SELECT sum(amount) FROM sales WHERE store IN (1,2)) FROM stores',
  ],
  [
    'EVALUATE ROW("x", DIVIDE(SUM(Sales[amount]), COUNTROWS(Sales)), "y", AVERAGEX(Sales, Sales[amount] + 0), "z", DIVIDE(1, CALCULATE([Total], Store[code] = 77), 9))',
    'SELECT sum(amount)/count(*), avg(coalesce(amount,0)), 9 FROM sales',
  ],
  [
    'DEFINE VAR s = FILTER(Sales, Sales[amount] > 900) VAR n = COUNTROWS(s) EVALUATE ROW("n", n, "s", SUMX(s, Sales[amount]), "d", CALCULATE([Total], s), "e", CALCULATE([Total], s, Store[code] = 1))',
    'SELECT count(*) FILTER (amount > 900), sum(amount) FILTER (amount > 900), sum(amount) FILTER (amount > 900), sum(amount) FILTER (amount > 900 AND store = 1) FROM sales',
  ],
  [
    'EVALUATE ADDCOLUMNS(SUMMARIZE(Sales, Store[code], Product[code]), "share", DIVIDE([Total], CALCULATE([Total], REMOVEFILTERS(Product))))',
    'SELECT store, product, sum(amount) / sum(sum(amount)) OVER (PARTITION BY store) FROM sales GROUP BY 1, 2',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], ALL(Sales), Store[code] = 1), "y", CALCULATE(CALCULATE([Total], ALL(Sales)), Store[code] = 1))',
    'SELECT sum(amount) FILTER (store = 1), sum(amount) FROM sales',
  ],
];
