/** Queries made up at random answer what SQL written by hand answers, on data with blanks, and rows that refer to nothing. */
import fc from 'fast-check';
import { test } from 'vitest';
import {
  aggregates,
  columns,
  conditions,
  days,
  groupBy,
  joined,
  named,
  openDrawnShop,
  runs,
  someAggregates,
  someConditions,
  someGroups,
  where,
} from '../../test/drawnShop.ts';
import type { Written } from '../../test/drawnShop.ts';

const expectSame = await openDrawnShop();

test('SUMMARIZECOLUMNS groups, filters and leaves out what is blank in all values', async () => {
  await fc.assert(
    fc.asyncProperty(
      someGroups.filter((list) => list.length > 0),
      someConditions,
      someAggregates,
      async (by, filters, values) => {
        const tables = filters.map(({ dax, column }) => `FILTER(ALL(${column}), ${dax})`);
        const someValue = values.map(({ sql }) => `${sql} IS NOT NULL`).join(' OR ');
        await expectSame(
          `EVALUATE SUMMARIZECOLUMNS(${[...by.map(({ dax }) => dax), ...tables, ...named(values)].join(', ')})`,
          `SELECT ${columns([...by, ...values])} FROM ${joined} ${where(filters)} ${groupBy(by)} HAVING ${someValue}`,
        );
      },
    ),
    runs,
  );
});

test('SUMMARIZE groups the rows there are, and ADDCOLUMNS computes for each group', async () => {
  await fc.assert(
    fc.asyncProperty(
      someGroups.filter((list) => list.length > 0),
      someConditions,
      someAggregates,
      async (by, filters, values) => {
        const source = `SUMMARIZE(Sales, ${by.map(({ dax }) => dax).join(', ')})`;
        const calculated = values.map(({ dax }, position) => `"v${position}", CALCULATE(${dax})`).join(', ');
        await expectSame(
          `EVALUATE CALCULATETABLE(ADDCOLUMNS(${source}, ${calculated}), ${['ALL(Goals)', ...filters.map(({ dax }) => dax)].join(', ')})`,
          `SELECT ${columns([...by, ...values])} FROM ${joined} ${where(filters)} ${groupBy(by)}`,
        );
      },
    ),
    runs,
  );
});

test('CALCULATE replaces, keeps and removes filters', async () => {
  const ways = fc.constantFrom('replaced', 'kept', 'removed');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...conditions),
      someConditions,
      fc.constantFrom(...aggregates),
      ways,
      async (inner, outer, value, way) => {
        const argument = { replaced: inner.dax, kept: `KEEPFILTERS(${inner.dax})`, removed: `REMOVEFILTERS(${inner.column})` }[way];
        const others = way === 'kept' ? outer : outer.filter(({ column }) => column !== inner.column);
        const all = way === 'removed' ? others : [...others, inner];
        await expectSame(
          `EVALUATE CALCULATETABLE(ROW("x", CALCULATE(${value.dax}, ${argument})), ${['ALL(Goals)', ...outer.map(({ dax }) => dax)].join(', ')})`,
          `SELECT ${value.sql} FROM ${joined} ${where(all)}`,
        );
      },
    ),
    runs,
  );
});

test('filters beside each other narrow together, those of one column as well', async () => {
  const several = fc.array(fc.constantFrom(...conditions), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(several, fc.constantFrom(...aggregates), async (filters, value) => {
      const list = filters.map(({ dax }) => dax).join(', ');
      const tables = filters.map(({ dax, column }) => `FILTER(ALL(${column}), ${dax})`).join(', ');
      const expected = `SELECT ${value.sql} FROM ${joined} ${where(filters)}`;
      await expectSame(`EVALUATE ROW("x", CALCULATE(${value.dax}, ${list}))`, expected);
      await expectSame(`EVALUATE ROW("x", SUMX(SUMMARIZECOLUMNS(${tables}, "v", ${value.dax}), [v]))`, expected);
    }),
    runs,
  );
});

test('FILTER, TOPN and iterators look at rows', async () => {
  await fc.assert(
    fc.asyncProperty(someConditions, fc.integer({ min: 1, max: 8 }), fc.boolean(), async (filters, count, descending) => {
      const conditionOf = ({ dax }: Written) => dax.replace(/\b((?:Store|Product|Day)\[\w+\])/g, 'RELATED($1)');
      const rows = filters.reduce((table, one) => `FILTER(${table}, ${conditionOf(one)})`, 'Sales');
      await expectSame(
        `EVALUATE ROW("n", COUNTROWS(${rows}), "q", SUMX(${rows}, Sales[quantity]), "m", MAXX(${rows}, Sales[amount]))`,
        `SELECT nullif(count(*), 0), sum(s.quantity), max(s.amount) FROM ${joined} ${where(filters)}`,
      );
      const order = descending ? 'DESC' : 'ASC';
      await expectSame(
        `EVALUATE SELECTCOLUMNS(TOPN(${count}, ${rows}, Sales[quantity], ${order}, Sales[day], ASC), "q", Sales[quantity], "s", Sales[store])`,
        `SELECT quantity, store FROM (SELECT s.*, rank() OVER (ORDER BY s.quantity ${order}, s.day) AS place FROM ${joined} ${where(filters)}) WHERE place <= ${count}`,
      );
    }),
    runs,
  );
});

test('arithmetic, comparison and choice treat blanks as DAX does', async () => {
  type Computed = Written & { blank: boolean };
  const leaf: fc.Arbitrary<Computed> = fc.constantFrom(
    { dax: 'BLANK()', sql: 'CAST(NULL AS DOUBLE)', blank: true },
    { dax: '0', sql: '0.0', blank: false },
    { dax: '2.5', sql: '2.5', blank: false },
    { dax: '(-4)', sql: '(-4.0)', blank: false },
    { dax: 'SUM(Sales[amount])', sql: '(SELECT sum(amount) FROM sales)', blank: false },
    { dax: 'CALCULATE(SUM(Sales[amount]), Store[code] = 77)', sql: 'CAST(NULL AS DOUBLE)', blank: false },
  );
  const combine = (one: Written, other: Written): Record<string, Written> => ({
    '+': {
      dax: `(${one.dax} + ${other.dax})`,
      sql: `CASE WHEN ${one.sql} IS NULL AND ${other.sql} IS NULL THEN NULL ELSE coalesce(${one.sql}, 0) + coalesce(${other.sql}, 0) END`,
    },
    '-': {
      dax: `(${one.dax} - ${other.dax})`,
      sql: `CASE WHEN ${one.sql} IS NULL AND ${other.sql} IS NULL THEN NULL ELSE coalesce(${one.sql}, 0) - coalesce(${other.sql}, 0) END`,
    },
    '*': { dax: `(${one.dax} * ${other.dax})`, sql: `(${one.sql} * ${other.sql})` },
    divide: {
      dax: `DIVIDE(${one.dax}, ${other.dax}, 7)`,
      sql: `CASE WHEN coalesce(${other.sql}, 0) = 0 THEN 7 ELSE ${one.sql} / ${other.sql} END`,
    },
    if: {
      dax: `IF(${one.dax} > ${other.dax}, ${one.dax})`,
      sql: `CASE WHEN coalesce(${one.sql}, 0) > coalesce(${other.sql}, 0) THEN ${one.sql} END`,
    },
    switch: {
      dax: `SWITCH(TRUE(), ${one.dax} = ${other.dax}, 1, 2)`,
      sql: `CASE WHEN coalesce(${one.sql}, 0) = coalesce(${other.sql}, 0) THEN 1 ELSE 2 END`,
    },
    coalesce: { dax: `COALESCE(${one.dax}, ${other.dax})`, sql: `coalesce(${one.sql}, ${other.sql})` },
    var: {
      dax: `(VAR a = ${one.dax} VAR b = ${other.dax} RETURN a + b * 2)`,
      sql: `CASE WHEN ${one.sql} IS NULL AND ${other.sql} IS NULL THEN NULL ELSE coalesce(${one.sql}, 0) + coalesce(${other.sql} * 2, 0) END`,
    },
  });
  const operations = fc.constantFrom('+', '-', '*', 'divide', 'if', 'switch', 'coalesce', 'var');
  const pair = (part: fc.Arbitrary<Written>) =>
    fc.tuple(operations, part, part).map(([operation, one, other]) => combine(one, other)[operation] ?? one);
  const tree = fc.oneof(pair(leaf), pair(pair(leaf)), pair(pair(pair(leaf))));
  await fc.assert(
    fc.asyncProperty(tree, async ({ dax, sql }) => {
      await expectSame(`EVALUATE ROW("x", ${dax})`, `SELECT ${sql}`);
    }),
    runs,
  );
});

test('the months so far of a year, and the same months a year before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...days), async ({ date }) => {
      const day = `DATE(${date.split('-').map(Number).join(', ')})`;
      await expectSame(
        `EVALUATE CALCULATETABLE(ROW("a", TOTALYTD([Rows], Day[date]), "b", CALCULATE([Rows], SAMEPERIODLASTYEAR(Day[date]))), Day[date] = ${day})`,
        `SELECT (SELECT nullif(count(*), 0) FROM sales WHERE day BETWEEN date_trunc('year', DATE '${date}') AND DATE '${date}'),
          (SELECT nullif(count(*), 0) FROM sales WHERE day = DATE '${date}' - INTERVAL 1 YEAR)`,
      );
    }),
    { numRuns: 10 },
  );
});
