/** What the language does not allow or the engine does not know, and the words with which it is refused. */
import type { Query } from './query.ts';

export const refusals: Query[] = [
  ['EVALUATE GENERATE(VALUES(Store[region]), VALUES(Product[category]))', { refused: 'GENERATE' }],
  ['EVALUATE ROW("x", CALCULATE([Total], [Total] > 5))', { refused: 'must name a column' }],
  ['EVALUATE ROW("a", DATE(-1, 1, 1))', { refused: 'DATE' }],
  ['EVALUATE VALUES(Store[code]) ORDER BY Store[code] START AT 1, 2', { refused: 'START AT' }],
  [
    'EVALUATE ROW("a", FORMAT(1234.5, "#,0.00;(#,0.00);zero"), "b", FORMAT(-1234.5, "#,0.00;(#,0.00);zero"), "c", FORMAT(0, "#,0.00;(#,0.00);zero"))',
    { refused: 'not supported' },
  ],
  ['EVALUATE ROW("a", FORMAT(1, "0;0;0;0"))', { refused: 'not supported' }],
  ['EVALUATE ROW("a", TOTALYTD([Total], Day[date], "31/6"))', { refused: 'needs the last day' }],
  [
    'EVALUATE ROW("x", CALCULATE([Total], USERELATIONSHIP(Sales[product], Store[name])))',
    { refused: 'two columns reference participating' },
  ],
  ['EVALUATE ROW("x", USERELATIONSHIP(Sales[product], Store[code]))', { refused: 'USERELATIONSHIP' }],
  ['EVALUATE GROUPBY(Sales, Sales[store])', { refused: 'GROUPBY' }],
  ['EVALUATE ROW("x", SUM(Sales[note]))', { refused: 'SUM' }],
  ['EVALUATE ROW("x", 1 = "a")', { refused: 'comparing' }],
  ['EVALUATE ROW("x", SUM(Store[amount]))', { refused: 'cannot be found' }],
  ['EVALUATE ROW("x" 1)', { refused: '(1, 18)' }],
  ['EVALUATE EVALUATE', { refused: '' }],
  ['EVALUATE ROW("x", 1 IN (1,,2))', { refused: '' }],
  ['EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(Store[code], "x"), "n", [Rows])', { refused: 'only accepts tables as filters' }],
  ['EVALUATE ROW("a", "1" + 1)', { refused: 'does not work with values of type Text' }],
  ['EVALUATE ROW("a", DATE(2026, 1, 1) * 2)', { refused: 'does not work with values of type Date' }],
  ['EVALUATE FILTER(Sales, EARLIER(Sales[amount]) > 1)', { refused: 'EARLIER' }],
];
