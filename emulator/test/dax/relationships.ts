/** What crosses from one table to another. */
import type { Query } from './query.ts';

export const relationships: Query[] = [
  ['EVALUATE ROW("x", CALCULATE([Total], TREATAS({"Sul"}, Store[region])))', 'SELECT sum(amount) FROM sales WHERE store IN (4,5)'],
  [
    'EVALUATE ROW("x", CALCULATE([Total], TREATAS({("Sul", "Curitiba")}, Store[region], Store[name])))',
    'SELECT sum(amount) FROM sales WHERE store = 4',
  ],
  [
    'EVALUATE ROW("x", SUMX(Sales, IF(Sales[returned], -Sales[amount], Sales[amount])), "y", SUMX(Sales, RELATED(Store[code]) * Sales[quantity]))',
    'SELECT sum(CASE WHEN returned THEN -amount ELSE amount END), sum(store*quantity) FROM sales',
  ],
  [
    'EVALUATE ADDCOLUMNS(Store, "n", COUNTROWS(RELATEDTABLE(Sales)))',
    'SELECT t.code, t.name, t.region, t.manager, count(*) FROM stores t JOIN sales s ON s.store = t.code GROUP BY ALL',
  ],
  ['EVALUATE ADDCOLUMNS(VALUES(Store[code]), "n", COUNTROWS(RELATEDTABLE(Sales)))', 'SELECT store, count(*) FROM sales GROUP BY 1'],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[code], "a", [Total], "b", [ByProduct])',
    'SELECT code, (SELECT sum(amount) FROM sales WHERE store = code), (SELECT sum(amount) FROM sales WHERE product = code) FROM stores',
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Store[region]), "a", [Total], "b", [ByProduct], "c", CALCULATE(COUNTROWS(Sales), USERELATIONSHIP(Store[code], Sales[product]), Product[category] = "Doces"))',
    `SELECT region, sum((SELECT sum(amount) FROM sales WHERE store = code)), sum((SELECT sum(amount) FROM sales WHERE product = code)), (SELECT nullif(count(*),0) FROM sales s JOIN stores q ON q.code = s.product JOIN products p ON p.code=s.product WHERE q.region IS NOT DISTINCT FROM t.region AND category='Doces') FROM stores t GROUP BY region`,
  ],
  [
    'EVALUATE ROW("a", CALCULATE(SUMX(Sales, RELATED(Store[code])), USERELATIONSHIP(Sales[product], Store[code])), "b", SUMX(Sales, RELATED(Store[code])))',
    'SELECT sum(product), sum(store) FROM sales',
  ],
  [
    'EVALUATE CALCULATETABLE(SUMMARIZE(Sales, Store[name]), USERELATIONSHIP(Sales[product], Store[code]))',
    'SELECT DISTINCT t.name FROM sales s JOIN stores t ON t.code=s.product',
  ],
  [
    'EVALUATE CALCULATETABLE(SUMMARIZECOLUMNS(Store[code], "n", [Rows]), USERELATIONSHIP(Sales[product], Store[code]))',
    'SELECT product, count(*) FROM sales GROUP BY 1',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], USERELATIONSHIP(Sales[product], Store[code]), Store[region] = "Sul"), "y", CALCULATE(CALCULATE([Total], USERELATIONSHIP(Sales[store], Store[code])), USERELATIONSHIP(Sales[product], Store[code]), Store[region] = "Sul"))',
    'SELECT sum(amount) FILTER (product IN (4,5)), sum(amount) FILTER (store IN (4,5)) FROM sales',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[code], Day[year], "a", CALCULATE([Total], USERELATIONSHIP(Sales[product], Store[code]), SAMEPERIODLASTYEAR(Day[date])))',
    'SELECT product, year(CAST(day AS DATE)) + 1, sum(amount) FROM sales WHERE year(CAST(day AS DATE)) < 2026 GROUP BY 1,2',
  ],
  [
    'EVALUATE ROW("x", SUMX(FILTER(Sales, Sales[quantity] > 3 && RELATED(Product[category]) = "doces"), Sales[amount]))',
    `SELECT sum(amount) FROM sales s JOIN products p ON p.code=s.product WHERE quantity > 3 AND category = 'Doces'`,
  ],
  [
    'EVALUATE SELECTCOLUMNS(FILTER(Sales, Sales[amount] > 995), "a", Sales[amount] * 2, "c", RELATED(Store[name]))',
    'SELECT amount * 2, name FROM sales s JOIN stores t ON t.code=s.store WHERE amount > 995',
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[name], TREATAS({"Sul"}, Store[region]), "n", [Rows], "g", [Target])',
    `SELECT name, (SELECT count(*) FROM sales WHERE store=code), (SELECT sum(goal) FROM goals g WHERE g.store=code) FROM stores WHERE region='Sul'`,
  ],
];
