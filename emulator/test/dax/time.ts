/** Dates, and what compares one period with another. */
import type { Query } from './query.ts';

export const time: Query[] = [
  [
    'EVALUATE ROW("a", DATE(2024, 2, 29), "b", DATE(2024, 14, 1), "c", DATE(2024, 3, 0), "d", DATE(2024,1,31) + 1, "e", EDATE(DATE(2024,1,31), 1), "f", EOMONTH(DATE(2024,1,15), 1), "g", DATE(2024,3,1) - DATE(2024,2,1), "h", YEAR(DATE(24, 1, 1)), "i", DATEDIFF(DATE(2024,1,31), DATE(2024,2,1), MONTH), "j", WEEKDAY(DATE(2026,3,15)), "k", DATE(2024,1,1) = DATE(2024,1,1))',
    [
      [
        '2024-02-29T00:00:00',
        '2025-02-01T00:00:00',
        '2024-02-29T00:00:00',
        '2024-02-01T00:00:00',
        '2024-02-29T00:00:00',
        '2024-02-29T00:00:00',
        29,
        1924,
        1,
        1,
        true,
      ],
    ],
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Store[region], Product[category], FILTER(ALL(Day[year]), Day[year] = 2025), "t", [Total], "n", [Rows]) ORDER BY Store[region] DESC, Product[category]',
    'SELECT region, category, sum(amount), count(*) FROM sales s JOIN stores t ON t.code=s.store JOIN products p ON p.code=s.product WHERE year(CAST(day AS DATE))=2025 GROUP BY 1,2 ORDER BY region DESC NULLS LAST, category',
  ],
  [
    'EVALUATE ROW("a", CALCULATE([Total], Day[year] = 2025, Day[month number] <= 2), "b", CALCULATE([Total], DATESBETWEEN(Day[date], DATE(2025,1,1), DATE(2025,2,28))))',
    `SELECT sum(amount), sum(amount) FROM sales WHERE day BETWEEN '2025-01-01' AND '2025-02-28'`,
  ],
  [
    'EVALUATE CALCULATETABLE(ROW("a", TOTALYTD([Total], Day[date]), "b", CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date])), "c", CALCULATE([Total], DATEADD(Day[date], -1, MONTH))), Day[year] = 2025, Day[month number] = 3)',
    `SELECT (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-01-01' AND '2025-03-31'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2024-03-01' AND '2024-03-31'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-02-01' AND '2025-02-28')`,
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Day[year], "ytd", TOTALYTD([Total], Day[date]), "ly", CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date])))',
    'SELECT y, t, lag(t) OVER (ORDER BY y) FROM (SELECT year(CAST(day AS DATE)) y, sum(amount) t FROM sales GROUP BY 1)',
  ],
  [
    'EVALUATE ROW("a", LEFT("abc", 0), "b", LEFT("abc"), "c", RIGHT("abc", 2), "d", MID("abcdef", 2, 3), "e", LEN("çé"), "f", UPPER("çé"), "g", TRIM("  a   b "), "h", REPT("ab", 3), "i", 1 & 2, "j", "v" & 1.5, "k", "d" & DATE(2024,1,2), "l", CONCATENATE("a", 1))',
    [['', 'a', 'bc', 'bcd', 2, 'ÇÉ', 'a b', 'ababab', '12', 'v1.5', 'd1/2/2024', 'a1']],
  ],
  [
    'EVALUATE ROW("a", TODAY(), "b", NOW(), "c", YEAR(TODAY()), "d", MONTH(TODAY()), "e", TODAY() - 1, "f", TODAY() > DATE(2020,1,1))',
    [['2026-03-15T00:00:00', '2026-03-15T12:00:00', 2026, 3, '2026-03-14T00:00:00', true]],
  ],
  [
    'EVALUATE ROW("a", DATE(24,1,1), "b", DATE(1800,1,2), "c", DATE(112,1,2), "d", DATE(200,35,12))',
    [['1924-01-01T00:00:00', '3700-01-02T00:00:00', '2012-01-02T00:00:00', '2102-11-12T00:00:00']],
  ],
  [
    'EVALUATE ROW("a", "d" & DATE(2024,1,2), "b", "x" & dt"2024-01-02T13:05:09", "c", CONCATENATE(1 > 0, ""))',
    [['d1/2/2024', 'x1/2/2024 1:05:09 PM', 'True']],
  ],
  [
    'EVALUATE ROW("a", MIN(1, 2), "b", MAX("a", "B"), "c", MIN(BLANK(), 1), "d", MAX(-1, BLANK()), "e", MAX(DATE(2024,1,1), DATE(2023,1,1)))',
    [[1, 'B', 0, 0, '2024-01-01T00:00:00']],
  ],
  [
    'EVALUATE CALCULATETABLE(ROW("a", TOTALYTD([Total], Day[date], "6/30"), "b", CALCULATE([Total], DATESYTD(Day[date], "2020-06-30")), "c", CALCULATE([Total], PREVIOUSYEAR(Day[date], "06-30")), "d", CALCULATE([Total], NEXTYEAR(Day[date], "06-30"))), Day[year] = 2025, Day[month number] = 3)',
    `SELECT (SELECT sum(amount) FROM sales WHERE day BETWEEN '2024-07-01' AND '2025-03-31'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2024-07-01' AND '2025-03-31'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2023-07-01' AND '2024-06-30'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-07-01' AND '2026-06-30')`,
  ],
  [
    'EVALUATE CALCULATETABLE(ROW("a", TOTALYTD([Total], Day[date], "2/29")), Day[date] = DATE(2025,3,10))',
    `SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-03-01' AND '2025-03-10'`,
  ],
  [
    'EVALUATE CALCULATETABLE(ROW("a", TOTALYTD([Total], Day[date], "2/29")), Day[date] = DATE(2025,2,28))',
    `SELECT sum(amount) FROM sales WHERE day BETWEEN '2024-03-01' AND '2025-02-28'`,
  ],
  [
    'EVALUATE CALCULATETABLE(ROW("a", TOTALYTD([Total], Day[date], Store[region] = "Sul", "6/30")), Day[year] = 2025, Day[month number] = 8)',
    `SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-07-01' AND '2025-08-31' AND store IN (4,5)`,
  ],
  [
    'EVALUATE SUMMARIZECOLUMNS(Day[year], "a", CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date]), ALL(Day)), "b", CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date]), Day[month number] = 2))',
    'SELECT y, (SELECT sum(amount) FROM sales WHERE year(CAST(day AS DATE)) = y-1), (SELECT sum(amount) FROM sales WHERE year(CAST(day AS DATE)) = y-1 AND month(CAST(day AS DATE)) = 2) FROM (VALUES (2025),(2026)) v(y)',
  ],
  [
    'EVALUATE CALCULATETABLE(ROW("a", CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date]), DATEADD(Day[date], -12, MONTH)), "b", CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date]), Day[date] = DATE(2024,3,5))), Day[year] = 2025)',
    `SELECT (SELECT sum(amount) FROM sales WHERE year(CAST(day AS DATE)) = 2024), (SELECT sum(amount) FROM sales WHERE day = '2024-03-05')`,
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], DATESBETWEEN(Day[date], DATE(2025,1,1), DATE(2025,12,31)), Day[month number] = 4))',
    `SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-04-01' AND '2025-04-30'`,
  ],
  [
    'EVALUATE ADDCOLUMNS(VALUES(Day[year]), "avg", AVERAGEX(VALUES(Day[month]), [Total]))',
    'SELECT y, avg(a) FROM (SELECT year(CAST(day AS DATE)) y, month(CAST(day AS DATE)) m, sum(amount) a FROM sales GROUP BY 1,2) GROUP BY 1',
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], LASTDATE(Day[date])), "y", CALCULATE(CALCULATE([Total], PREVIOUSMONTH(Day[date])), Day[year]=2025, Day[month number]=1), "z", CALCULATE([Total], DATESINPERIOD(Day[date], DATE(2025,3,31), -3, MONTH)))',
    `SELECT (SELECT sum(amount) FROM sales WHERE day = '2026-12-31'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2024-12-01' AND '2024-12-31'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-01-01' AND '2025-03-31')`,
  ],
  [
    'EVALUATE ROW("a", DAY(DATE(2026,3,15)), "b", QUARTER(DATE(2026,3,15)), "c", HOUR(dt"2026-03-15T13:05:09"), "d", MINUTE(dt"2026-03-15T13:05:09"), "e", SECOND(dt"2026-03-15T13:05:09"), "f", UTCTODAY(), "g", UTCNOW())',
    [[15, 1, 13, 5, 9, '2026-03-15T00:00:00', '2026-03-15T12:00:00']],
  ],
  [
    'EVALUATE CALCULATETABLE(ROW("a", TOTALMTD([Total], Day[date]), "b", TOTALQTD([Total], Day[date]), "c", CALCULATE([Total], DATESMTD(Day[date])), "d", CALCULATE([Total], DATESQTD(Day[date])), "e", CALCULATE([Total], NEXTDAY(Day[date])), "f", CALCULATE([Total], PREVIOUSDAY(Day[date])), "g", CALCULATE([Total], PARALLELPERIOD(Day[date], -1, QUARTER)), "h", CALCULATE([Total], FIRSTDATE(Day[date]))), Day[date] = DATE(2025, 5, 20))',
    `SELECT (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-05-01' AND '2025-05-20'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-04-01' AND '2025-05-20'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-05-01' AND '2025-05-20'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-04-01' AND '2025-05-20'), (SELECT sum(amount) FROM sales WHERE day = '2025-05-21'), (SELECT sum(amount) FROM sales WHERE day = '2025-05-19'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-01-01' AND '2025-03-31'), (SELECT sum(amount) FROM sales WHERE day = '2025-05-20')`,
  ],
  [
    'EVALUATE CALCULATETABLE(ROW("a", CALCULATE([Total], NEXTMONTH(Day[date])), "b", CALCULATE([Total], NEXTQUARTER(Day[date])), "c", CALCULATE([Total], PREVIOUSQUARTER(Day[date])), "d", CALCULATE([Total], NEXTYEAR(Day[date]))), Day[date] = DATE(2025, 1, 31))',
    `SELECT (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-02-01' AND '2025-02-28'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2025-04-01' AND '2025-06-30'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2024-10-01' AND '2024-12-31'), (SELECT sum(amount) FROM sales WHERE day BETWEEN '2026-01-01' AND '2026-12-31')`,
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Total], Store[code] = 1, Product[code] = 2, Day[year] = 2025, KEEPFILTERS(Store[code] IN {1, 2})))',
    'SELECT sum(amount) FROM sales WHERE store=1 AND product=2 AND year(CAST(day AS DATE))=2025',
  ],
  [
    'EVALUATE ROW("x", COUNTROWS(FILTER(Sales, Sales[day] >= DATE(2026,1,1) && Sales[moment] < dt"2026-01-02T00:00:00")))',
    `SELECT nullif(count(*),0) FROM sales WHERE day = '2026-01-01'`,
  ],
  [
    'EVALUATE ROW("x", CALCULATE([Rows], Sales[day] = TODAY() - 10), "y", CALCULATE([Rows], YEAR(Sales[day]) = YEAR(TODAY()), MONTH(Sales[day]) = 3))',
    `SELECT nullif(count(*) FILTER (day = '2026-03-05'),0), count(*) FILTER (day BETWEEN '2026-03-01' AND '2026-03-31') FROM sales`,
  ],
  [
    'EVALUATE CALCULATETABLE(ADDCOLUMNS(VALUES(Day[month]), "t", [Total], "ly", CALCULATE([Total], SAMEPERIODLASTYEAR(Day[date]))), Day[year] = 2026)',
    `WITH m AS (SELECT year(CAST(day AS DATE)) y, month(CAST(day AS DATE)) m, sum(amount) a FROM sales GROUP BY 1,2) SELECT (['jan','fev','mar','abr','mai','jun','jul','ago','set','out','nov','dez'])[x.m], x.a, (SELECT a FROM m z WHERE z.y = 2025 AND z.m = x.m) FROM m x WHERE x.y = 2026`,
  ],
  [
    'EVALUATE ROW("a", DATE(2026, 1, 1) + 0.5, "b", NOW() - 1 / 24, "c", NOW() - dt"2026-03-14T06:00:00", "d", DATE(2026, 1, 2) - 1.0, "e", NOW() - DATE(2026, 3, 15))',
    [['2026-01-01T12:00:00', '2026-03-15T11:00:00', 1.25, '2026-01-01T00:00:00', 0.5]],
  ],
];
