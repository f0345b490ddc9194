/** One value each: arithmetic, text, blank, aggregates over tables. */
import type { Query } from './query.ts';

export const scalars: Query[] = [
  [
    'EVALUATE ROW("a", BLANK() + 1, "b", BLANK() * 1, "c", BLANK() - 1, "d", 1 / BLANK(), "e", BLANK() / 1, "f", BLANK() & "x", "g", BLANK() = 0, "h", BLANK() = "", "i", BLANK() == 0, "j", ISBLANK(BLANK() + BLANK()), "k", NOT BLANK(), "l", -BLANK())',
    [[1, null, -1, null, null, 'x', true, true, false, true, true, null]],
  ],
  [
    'EVALUATE ROW("a", 0/0, "b", 1/0, "c", DIVIDE(1,0), "d", DIVIDE(0,0), "e", DIVIDE(1,0,-1), "f", DIVIDE(BLANK(), 3), "g", DIVIDE(3, BLANK()), "h", DIVIDE(7,2))',
    [[null, null, null, null, -1, null, null, 3.5]],
  ],
  [
    'EVALUATE ROW("a", "ABC" = "abc", "b", EXACT("ABC", "abc"), "c", "a" < "B", "d", "É" = "é", "e", "abc" IN {"ABC"}, "f", SEARCH("B", "abc"), "g", FIND("B", "abc", 1, 0), "h", CONTAINSSTRING("ABC", "b"), "i", SUBSTITUTE("aAa", "a", "x"), "j", "a" = "a ", "k", "é" = "e")',
    [[true, false, true, true, true, 2, 0, true, 'xAx', false, false]],
  ],
  [
    'EVALUATE ROW("n", COUNTROWS(FILTER(Store, FALSE())), "s", SUMX(FILTER(Store, FALSE()), 1), "m", MAXX(FILTER(Store, FALSE()), Store[code]), "a", AVERAGEX(FILTER(Store, FALSE()), Store[code]), "c", CONCATENATEX(FILTER(Store, FALSE()), Store[name], ","), "e", ISEMPTY(FILTER(Store, FALSE())))',
    [[null, null, null, null, null, true]],
  ],
  ['DEFINE VAR x = 1 EVALUATE ROW("a", VAR x = 2 VAR y = x + 1 RETURN y + (VAR x = 10 RETURN x), "b", x)', [[13, 1]]],
  [
    'EVALUATE ROW("x", SUMX(VALUES(Store[region]), [Total]), "y", MAXX(VALUES(Store[region]), [Total]), "z", AVERAGEX(VALUES(Store[code]), [Total]))',
    'SELECT (SELECT sum(amount) FROM sales), (SELECT max(x) FROM (SELECT sum(amount) x FROM sales s JOIN stores t ON t.code=s.store GROUP BY region)), (SELECT avg(x) FROM (SELECT sum(amount) x FROM sales GROUP BY store))',
  ],
  [
    'EVALUATE ROW("n", COUNTROWS(FILTER(Sales, Sales[amount] > AVERAGE(Sales[amount]))))',
    'SELECT count(*) FROM sales WHERE coalesce(amount,0) > (SELECT avg(amount) FROM sales)',
  ],
  [
    'EVALUATE ROW("x", IF([Total] > 0, "pos", "neg"), "s", SWITCH(2, 1, "a", 2, "b", "c"), "t", SWITCH(TRUE(), 1 > 2, "x", 2 > 1, "y"), "u", SWITCH(9, 1, "a"), "v", IF(FALSE(), 1))',
    [['pos', 'b', 'y', null, null]],
  ],
  [
    'EVALUATE ROW("a", AND(TRUE(), FALSE()), "b", OR(FALSE(), TRUE()), "c", NOT(TRUE()), "d", TRUE() && NOT FALSE() || FALSE(), "e", NOT 1 = 2)',
    [[false, true, false, true, true]],
  ],
  [
    'EVALUATE ROW("a", 2 ^ 3 ^ 2, "b", -2 ^ 2, "c", 10 - 2 - 3, "d", 2 + 3 * 4, "e", MOD(-7, 3), "f", INT(-1.5), "g", ROUND(2.5, 0), "h", ROUND(-2.5, 0), "i", ROUND(1234, -2), "j", TRUNC(-1.9), "k", CEILING(-2.5, 1), "l", FLOOR(-2.5, 1), "m", 7 / 2)',
    [[64, -4, 5, 14, 2, -2, 3, -3, 1200, -1, -2, -3, 3.5]],
  ],
  [
    'EVALUATE ROW("x", DISTINCTCOUNT(Sales[note]), "y", DISTINCTCOUNTNOBLANK(Sales[note]), "c", COUNTBLANK(Sales[note]), "n", COUNT(Sales[amount]), "a", COUNTA(Sales[note]))',
    `SELECT count(DISTINCT note)+1, count(DISTINCT note), count(*) FILTER (note IS NULL OR note = ''), count(amount), count(note) FROM sales`,
  ],
  ['EVALUATE ROW("x", CONCATENATEX(TOPN(2, Store, Store[code]), Store[name], "; ", Store[name]))', [['Joinville; zona franca']]],
  ['EVALUATE ROW("x", 1) ORDER BY [x] START AT 1', [[1]]],
  [
    'EVALUATE ROW("x", MEDIAN(Sales[quantity]), "y", MEDIANX(Sales, Sales[quantity] * 2))',
    'SELECT median(quantity), median(quantity*2) FROM sales',
  ],
  [
    'EVALUATE ROW("c", COUNTBLANK(Sales[note]), "d", COUNTBLANK(Sales[amount]))',
    `SELECT count(*) FILTER (coalesce(note, '') = ''), count(*) FILTER (amount IS NULL) FROM sales`,
  ],
  [
    'EVALUATE ROW("a", FORMAT(1234.5, "#,0.00;(#,0.00);""zero"""), "b", FORMAT(-1234.5, "#,0.00;(#,0.00);""zero"""), "c", FORMAT(0, "#,0.00;(#,0.00);""zero"""), "d", FORMAT(-0.001, "0.00;(0.00);-"), "e", FORMAT(-5, "0;;-"), "f", FORMAT(0, "0;;-"), "g", FORMAT(BLANK(), "0;(0);-"), "h", FORMAT(-3, "+0;-0;0"), "i", FORMAT(3, "+0;-0;0"), "j", FORMAT(0.004, "0.0%;-0.0%;-"), "k", FORMAT(0.0004, "0.0%;-0.0%;-"), "l", FORMAT(-7, "0;""a;b"" 0"))',
    [['1,234.50', '(1,234.50)', 'zero', '-', '-5', '-', '', '-3', '+3', '0.4%', '-', 'a;b 7']],
  ],
  [
    'EVALUATE ROW("x", IF(BLANK(), 1, 2), "y", IF(0, 1, 2), "z", IF("a" = "A", 1), "w", COALESCE(BLANK(), 0, 5), "v", IF(BLANK() = FALSE(), 1, 2), "u", SWITCH(BLANK(), 0, "zero", "other"), "t", BLANK() < 1, "s", BLANK() > -1)',
    [[2, 2, 1, 0, 1, 'zero', true, true]],
  ],
  [
    'EVALUATE ROW("x", 5 / 2, "y", INT(7 / 2), "z", 10 - -3, "w", 1e3, "v", .5 * 4, "u", 7 - 2 * 3 ^ 2, "t", (1 + 2) * 3)',
    [[2.5, 3, 13, 1000, 2, -11, 9]],
  ],
  [
    'EVALUATE ROW("x", SUMX({1, 2, 3}, [Value]), "y", SUMX({(1, 2), (3, 4)}, [Value1] * [Value2]), "z", COUNTROWS({1, 1, BLANK()}), "w", MAXX({1, BLANK()}, [Value]), "v", AVERAGEX({1, BLANK(), 3}, [Value]), "u", COUNTX({1, BLANK(), 3}, [Value]))',
    [[6, 14, 3, 1, 2, 2]],
  ],
  ['EVALUATE ROW("x", SUM(Sales[amount])) EVALUATE ROW("y", 1)', 'SELECT sum(amount) FROM sales'],
  [
    'EVALUATE ROW("a", ABS(-2), "b", SIGN(-3), "c", SQRT(9), "d", EXP(0), "e", LN(1), "f", LOG10(1000), "g", POWER(2, 10), "h", ROUNDUP(1.21, 1), "i", ROUNDDOWN(-1.29, 1), "j", LOWER("ÇA"), "k", MINX({3, 1, 2}, [Value]))',
    [[2, -1, 3, 1, 0, 3, 1024, 1.3, -1.2, 'ça', 1]],
  ],
  [
    'EVALUATE ROW("a", COUNTROWS(ALLNOBLANKROW(Store)), "b", COUNTROWS(ALLNOBLANKROW(Store[region])), "c", USERNAME(), "d", USERPRINCIPALNAME(), "e", CUSTOMDATA())',
    [[6, 5, null, null, null]],
  ],
  ['EVALUATE ROW("x", IF(TRUE(),, 2))', [[null]]],
  ['EVALUATE ROW("x", COUNTROWS(DISTINCT(UNION({1}, {1}))), "y", COUNTROWS(VALUES(Store)), "z", COUNTROWS(DISTINCT(Store)))', [[1, 6, 6]]],
  [
    'EVALUATE ROW("a", SUM(Sales[quantity]), "b", AVERAGE(Sales[amount]), "c", MIN(Sales[day]), "d", MAX(Sales[note]), "e", MIN(Sales[returned]))',
    `SELECT sum(quantity), avg(amount), strftime(CAST(min(day) AS DATE), '%Y-%m-%dT00:00:00'), max(note), min(returned) FROM sales`,
  ],
  [
    'EVALUATE ROW("x", NOT TRUE() || TRUE(), "y", TRUE() && FALSE() || TRUE(), "z", NOT (1 > 2) && "a" IN {"A", "b"}, "w", 1 = 1 && 2 <> 3)',
    [[true, true, true, true]],
  ],
  ['EVALUATE ROW("a", CONCATENATEX({("a", 1), (BLANK(), 2), ("b", 3)}, [Value1], ",", [Value2]))', [['a,,b']]],
];
