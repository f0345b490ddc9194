import { expect, test } from 'vitest';
import { queryByDay } from './byDay.rules.ts';

const days = { from: '2026-03-01', count: 30 };
const column = { table: "D'Oeste", name: 'day]' };
const written = (query: string, of: typeof column | null = column) => {
  const by = queryByDay(query, days, of);
  return 'query' in by ? by.query.replaceAll(/\s+/g, ' ') : by.gap;
};
const around = (rows: string) =>
  `EVALUATE GENERATE( SELECTCOLUMNS(GENERATESERIES(0, 29), "@day", [Value]), VAR __day = DATE(2026, 3, 1) + [@day] RETURN ${rows} ) ORDER BY [@day]`;

test('a query is asked about the rows of each day', () => {
  expect(written('EVALUATE ROW("x", [Total])')).toBe(
    around(`CALCULATETABLE( ROW("x", [Total]) , 'D''Oeste'[day]]] >= __day, 'D''Oeste'[day]]] < __day + 1)`),
  );
  expect(written('DEFINE MEASURE T[m] = 1 EVALUATE ROW("x", [m])')).toMatch(/^DEFINE MEASURE T\[m\] = 1 EVALUATE GENERATE/);
});

test('one that looks at the clock is asked about another today, and needs no column', () => {
  expect(written('EVALUATE ROW("TODAY()", CALCULATE([Total], D[day] = today( ) - 1)) // TODAY()', null)).toBe(
    around('ROW("TODAY()", CALCULATE([Total], D[day] = __day - 1)) // TODAY() '.trimEnd()),
  );
  expect(written('EVALUATE ROW("x", UTCTODAY())', null)).toContain('ROW("x", __day)');
});

test('the order says which row is the first one of each day', () => {
  expect(written('EVALUATE T ORDER BY [a] DESC, MOD([b], 2), T[order by]', column)).toContain(
    'TOPN(1, T , [a] , DESC, MOD([b], 2) , ASC, T[order by] , ASC)',
  );
});

test('what cannot be asked about another day is said', () => {
  expect(written('EVALUATE ROW("x", 1)', null)).toBe('choose_date');
  for (const query of [
    'EVALUATE A EVALUATE B',
    'DEFINE VAR a = [Total] EVALUATE ROW("x", a)',
    'DEFINE MEASURE T[m] = TODAY() EVALUATE ROW("x", [m])',
    'EVALUATE ROW("x", NOW())',
    'EVALUATE T ORDER BY [a] START AT 3',
    'nothing',
  ])
    expect([query, written(query)]).toEqual([query, 'not_by_day']);
});

test('words of texts, names and comments are none of the language', () => {
  expect(written('/* EVALUATE */ EVALUATE ROW("NOW() START AT", \'evaluate\'[now()]) -- ORDER BY x')).toMatch(
    /^\/\* EVALUATE \*\/ EVALUATE GENERATE/,
  );
});
