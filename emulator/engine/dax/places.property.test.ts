/** Subtotals, places in an order and errors of rows, made up at random, answer what SQL written by hand answers. */
import fc from 'fast-check';
import { test } from 'vitest';
import { aggregates, conditions, groupBy, groups, joined, openDrawnShop, runs, someConditions, where } from '../../test/drawnShop.ts';

const expectSame = await openDrawnShop();

test('subtotals are those of grouping sets, and a filter of a level concerns its rows alone', async () => {
  const levels = fc.uniqueArray(fc.constantFrom(...groups), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(levels, fc.constantFrom(...aggregates), fc.constantFrom(...conditions), fc.nat(3), async (by, value, filter, at) => {
      const sets = Array.from({ length: by.length + 1 }, (_, left) => by.slice(0, by.length - left));
      const expected = (flags: boolean, filterAt: number, having: string) =>
        sets
          .map((shown) => {
            const list = by.flatMap((one) => [shown.includes(one) ? one.sql : 'NULL', ...(flags ? [String(!shown.includes(one))] : [])]);
            const limits = where(shown.length === filterAt ? [filter] : []);
            return `SELECT ${[...list, value.sql].join(', ')} FROM ${joined} ${limits} ${groupBy(shown)} ${having}`;
          })
          .join(' UNION ALL ');
      const filterAt = Math.min(at, by.length);
      const table = `FILTER(ALL(${filter.column}), ${filter.dax})`;
      const parts = by.flatMap(({ dax }, position) => [dax, `"f${position}"`, ...(filterAt === position + 1 ? [table] : [])]);
      const rolled = [...(filterAt === 0 ? [table] : []), ...parts].join(', ');
      await expectSame(
        `EVALUATE SUMMARIZECOLUMNS(ROLLUPADDISSUBTOTAL(${rolled}), "v", ${value.dax})`,
        expected(true, filterAt, `HAVING ${value.sql} IS NOT NULL`),
      );
      await expectSame(
        `EVALUATE CALCULATETABLE(SUMMARIZE(Sales, ROLLUP(${by.map(({ dax }) => dax).join(', ')}), "v", ${value.dax}), ALL(Goals))`,
        expected(false, -1, ''),
      );
    }),
    runs,
  );
});

test('INDEX, OFFSET, WINDOW and ROWNUMBER know the places of rows', async () => {
  const order = fc.constantFrom('ASC', 'DESC');
  const place = fc.integer({ min: -3, max: 3 });
  const relation = 'SUMMARIZE(Sales, Sales[day], Sales[store], Sales[quantity])';
  const blanks = (direction: string) => (direction === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST');
  const numbered = (direction: string, divided: boolean) => {
    const over = `${divided ? 'PARTITION BY quantity' : ''} ORDER BY day ${direction}, coalesce(store, 0) ${direction}, store ${direction} ${blanks(direction)}, quantity`;
    return `(SELECT *, row_number() OVER (${over}) AS n, count(*) OVER (${divided ? 'PARTITION BY quantity' : ''}) AS total FROM (SELECT DISTINCT day, store, quantity FROM sales))`;
  };
  await fc.assert(
    fc.asyncProperty(order, fc.boolean(), place, place, fc.boolean(), async (direction, divided, from, to, absolute) => {
      const rows = numbered(direction, divided);
      const parts = `r, ORDERBY(Sales[day], ${direction}, Sales[store], ${direction})${divided ? ', PARTITIONBY(Sales[quantity])' : ''}`;
      const same = divided ? 'b.quantity = a.quantity' : 'TRUE';
      const sumOf = (condition: string) =>
        `(SELECT sum(b.quantity * 10 + coalesce(b.store, 0)) FROM ${rows} b WHERE ${same} AND ${condition})`;
      const edge = (position: number) => (position < 0 ? `b.total + 1 + ${position}` : String(position));
      const start = absolute ? edge(from) : `a.n + ${from}`;
      const value = 'Sales[quantity] * 10 + Sales[store]';
      await expectSame(
        `EVALUATE VAR r = ${relation} RETURN ADDCOLUMNS(r, "n", ROWNUMBER(${parts}), "o", SUMX(OFFSET(${from}, ${parts}), ${value}), "w", SUMX(WINDOW(${from}, ${absolute ? 'ABS' : 'REL'}, ${to}, REL, ${parts}), ${value}), "i", SUMX(INDEX(${to}, ${parts}), ${value}))`,
        `SELECT strftime(CAST(a.day AS DATE), '%Y-%m-%dT00:00:00'), a.store, a.quantity, a.n, ${sumOf(`b.n = a.n + ${from}`)}, ${sumOf(`b.n BETWEEN ${start} AND a.n + ${to}`)}, ${sumOf(`b.n = ${edge(to)}`)} FROM ${rows} a`,
      );
    }),
    runs,
  );
});

test('an error in one row is that of the row, or of the aggregate that needs it', async () => {
  const limits = fc.constantFrom(-4, -1, 0, 1.25, 2, 10);
  const outer = fc.constantFrom({ dax: 'SUMX', sql: 'sum' }, { dax: 'AVERAGEX', sql: 'avg' }, { dax: 'MAXX', sql: 'max' });
  await fc.assert(
    fc.asyncProperty(limits, outer, fc.constantFrom(...groups), someConditions, async (limit, { dax, sql }, by, filters) => {
      const root = `SQRT(Sales[amount] - ${limit})`;
      const low = `coalesce(s.amount, 0) < ${limit}`;
      const value = `CASE WHEN ${low} THEN NULL ELSE sqrt(coalesce(s.amount, 0) - ${limit}) END`;
      const list = filters.map((one) => `FILTER(ALL(${one.column}), ${one.dax})`);
      await expectSame(
        `EVALUATE SUMMARIZECOLUMNS(${[by.dax, ...list].join(', ')}, "n", COUNTROWS(Sales), "row", SUMX(Sales, IFERROR(${root}, 7)), "all", IFERROR(${dax}(Sales, ${root}), -1))`,
        `SELECT ${by.sql}, count(*), sum(CASE WHEN ${low} THEN 7 ELSE ${value} END), CASE WHEN bool_or(${low}) THEN -1 ELSE ${sql}(${value}) END FROM ${joined} ${where(filters)} GROUP BY 1`,
      );
    }),
    runs,
  );
});

test('ALL and VALUES of a table have its rows as often as they are there', async () => {
  await fc.assert(
    fc.asyncProperty(someConditions, async (filters) => {
      const list = ['ALL(Goals)', ...filters.map(({ dax }) => dax)].join(', ');
      await expectSame(
        `EVALUATE CALCULATETABLE(ROW("all", COUNTROWS(ALL(Sales)), "regions", COUNTROWS(SUMMARIZE(ALL(Sales), Store[region])), "values", COUNTROWS(VALUES(Sales))), ${list})`,
        `SELECT (SELECT count(*) FROM sales), (SELECT count(DISTINCT coalesce(t.region, '')) FROM ${joined}), nullif(count(*), 0) FROM ${joined} ${where(filters)}`,
      );
    }),
    { numRuns: 20 },
  );
});
