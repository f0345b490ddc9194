/** Tables made of tables: grouping, ordering, the first of many. */
import type { Query } from './query.ts';

export const tables: Query[] = [
  [
    'EVALUATE FILTER(VALUES(Store[name]), [Total] > 75000) ORDER BY Store[name]',
    'SELECT t.name FROM sales s JOIN stores t ON t.code = s.store GROUP BY 1 HAVING sum(amount) > 75000 ORDER BY lower(strip_accents(t.name))',
  ],
  ['EVALUATE FILTER(Store, FALSE())', []],
  [
    'EVALUATE SELECTCOLUMNS(FILTER(COLUMNSTATISTICS(), [Table Name] = "Store"), "c", [Column Name], "n", [Cardinality])',
    "VALUES ('code', 6), ('name', 6), ('region', 5), ('manager', 5)",
  ],
  [
    'EVALUATE SELECTCOLUMNS(FILTER(INFO.VIEW.COLUMNS(), [Table] = "Store" && NOT [IsHidden]), "c", [Name], "t", [DataType])',
    "VALUES ('code', 'Integer'), ('name', 'Text'), ('region', 'Text'), ('manager', 'Text')",
  ],
  ['EVALUATE SELECTCOLUMNS(FILTER(INFO.VIEW.MEASURES(), [Name] = "Total"), "table", [Table], "m", [Name])', "VALUES ('Sales', 'Total')"],
  [
    'EVALUATE GENERATE(SELECTCOLUMNS(GENERATESERIES(0, 6), "@day", [Value]), VAR __day = DATE(2025, 1, 1) + [@day] RETURN CALCULATETABLE(ROW("v", COUNTROWS(Sales)), Sales[day] >= __day, Sales[day] < __day + 1)) ORDER BY [@day]',
    "SELECT d, (SELECT nullif(count(*), 0) FROM sales WHERE CAST(day AS DATE) = DATE '2025-01-01' + CAST(d AS INTEGER)) FROM range(7) t(d)",
  ],
  [
    'EVALUATE Sales ORDER BY Sales[quantity] DESC, Sales[store] ASC, Sales[amount] DESC, Sales[day], Sales[product], Sales[note], Sales[returned]',
    `SELECT strftime(CAST(day AS DATE), '%Y-%m-%dT00:00:00'), strftime(CAST(day AS DATE), '%Y-%m-%dT13:30:00'), store, product, amount, quantity, returned, note FROM sales ORDER BY quantity DESC, store, amount DESC NULLS LAST, day, product, lower(note) NULLS FIRST, note NULLS FIRST, returned`,
  ],
  [
    'EVALUATE UNION(VALUES(Store[region]), VALUES(Store[region]))',
    'SELECT region FROM (SELECT DISTINCT region FROM stores UNION ALL SELECT DISTINCT region FROM stores)',
  ],
  ['EVALUATE DISTINCT(SELECTCOLUMNS(Sales, "q", Sales[quantity]))', 'SELECT DISTINCT quantity FROM sales'],
  ['EVALUATE SELECTCOLUMNS(Sales, "q", Sales[quantity])', 'SELECT quantity FROM sales'],
  [
    'EVALUATE TOPN(3, SUMMARIZECOLUMNS(Store[name], "t", [Total]), [t], DESC) ORDER BY [t] DESC',
    'SELECT t.name, sum(amount) FROM sales s JOIN stores t ON t.code = s.store GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
  ],
  [
    'EVALUATE VAR a = TOPN(2, VALUES(Store[code]), Store[code], ASC) RETURN ADDCOLUMNS(a, "t", [Total])',
    'SELECT store, sum(amount) FROM sales WHERE store IN (1,2) GROUP BY 1',
  ],
  [
    'EVALUATE SUMMARIZE(Sales, Store[region], Product[category], "t", [Total], "q", SUM(Sales[quantity]))',
    'SELECT region, category, sum(amount), sum(quantity) FROM sales s JOIN stores t ON t.code=s.store JOIN products p ON p.code=s.product GROUP BY 1,2',
  ],
  [
    'EVALUATE FILTER(ADDCOLUMNS(VALUES(Store[name]), "t", [Total]), [t] > 75000 && Store[name] <> "RECIFE")',
    `SELECT t.name, sum(amount) FROM sales s JOIN stores t ON t.code=s.store WHERE t.name <> 'Recife' GROUP BY 1 HAVING sum(amount) > 75000`,
  ],
  ['EVALUATE VALUES(Store[code]) ORDER BY Store[code] DESC START AT 3', [[3], [2], [1]]],
  [
    'EVALUATE SUMMARIZE(Sales, Store[code], Product[code]) ORDER BY Store[code] DESC, Product[code] START AT 2, 3',
    [
      [2, 3],
      [2, 4],
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
    ],
  ],
  [
    'EVALUATE SUMMARIZE(Sales, Store[code], Product[code]) ORDER BY Store[code] DESC, Product[code] START AT 1',
    [
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
    ],
  ],
  [
    'EVALUATE VAR total = [Total] RETURN ADDCOLUMNS(VALUES(Product[code]), "share", DIVIDE([Total], total))',
    'SELECT product, sum(amount)/(SELECT sum(amount) FROM sales) FROM sales GROUP BY 1',
  ],
  ['EVALUATE INTERSECT(UNION({1}, {1}, {2}), {1})', [[1], [1]]],
  [
    'EVALUATE CROSSJOIN(FILTER(VALUES(Store[code]), Store[code] > 4), {"a", "b"})',
    [
      [5, 'a'],
      [5, 'b'],
      [6, 'a'],
      [6, 'b'],
    ],
  ],
  [
    'EVALUATE ADDCOLUMNS({1, 2}, "x", [Value] * 2) ORDER BY [x] DESC',
    [
      [2, 4],
      [1, 2],
    ],
  ],
  [
    'EVALUATE FILTER(SUMMARIZECOLUMNS(Product[category], "n", [Rows]), [n] > 300)',
    'SELECT category, count(*) FROM sales s JOIN products p ON p.code=s.product GROUP BY 1 HAVING count(*) > 300',
  ],
  ['EVALUATE TOPN(0, VALUES(Sales[quantity]))', []],
  ['EVALUATE TOPN(3, Product, Product[category], ASC)', `SELECT code, name, category FROM products WHERE category = 'Bebidas'`],
  [
    'EVALUATE FILTER(Store, Store[region] < "N") ORDER BY Store[code]',
    `SELECT * FROM stores WHERE coalesce(lower(region),'') < 'n' ORDER BY code`,
  ],
];
