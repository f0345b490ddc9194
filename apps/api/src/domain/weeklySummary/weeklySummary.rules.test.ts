import { expect, test } from 'vitest';
import type { PartnerWeek, UnitRow, UnitWeek } from './weeklySummary.rules.ts';
import { advisePartner, adviseUnit, isTold } from './weeklySummary.rules.ts';

const numbers = (views: number, people: number | null = views, failures = 0) => ({ views, people, minutes: views, failures });
const quiet: UnitWeek = {
  now: numbers(40),
  before: numbers(40),
  added: { count: 0, titles: [], unopened: 0, first_unopened: null },
  unopened: { count: 0, never: 0, titles: [] },
  refresh: null,
  failing: null,
  unused: 0,
};
const refresh = (count: number) => ({ id: 'r', title: 'Fábrica', count });
const failing = (failures: number, views: number) => ({ id: 'f', title: 'Vendas', failures, views });
const added = { count: 2, titles: ['A', 'B'], unopened: 1, first_unopened: 'a' };

test.each<[Partial<UnitWeek>, string, string | null]>([
  [{}, 'none', null],
  [{ refresh: refresh(1) }, 'none', null],
  [{ refresh: refresh(2) }, 'refresh', '/management/report/r?tab=refresh'],
  [{ failing: failing(2, 2) }, 'none', null],
  [{ failing: failing(3, 16) }, 'none', null],
  [{ failing: failing(3, 15) }, 'failing', '/management/report/f?tab=use&period=7'],
  [{ now: numbers(0) }, 'stopped', '/management/report?view=usage&period=7'],
  [{ now: numbers(9, 3), before: numbers(9, 5) }, 'none', null],
  [{ now: numbers(9, 2), before: numbers(9, 4) }, 'none', null],
  [{ now: numbers(9, 3), before: numbers(9, 6) }, 'fewer', '/management/report?view=usage&period=7'],
  [{ now: numbers(9, null), before: numbers(9, 6) }, 'none', null],
  [{ now: numbers(9, 3), before: numbers(9, null) }, 'none', null],
  [{ added: { ...added, unopened: 0, first_unopened: null } }, 'none', null],
  [{ added }, 'new_unopened', '/management/report/a?tab=access'],
  [{ unused: 1 }, 'unused', '/management/report?unused=1'],
])('a unit with %o is advised %s', (week, act, link) => {
  expect(adviseUnit({ ...quiet, ...week })).toMatchObject({ act, link });
});

test('one act is advised, what readers notice first', () => {
  const everything: UnitWeek = {
    ...quiet,
    now: numbers(0),
    before: numbers(40),
    refresh: refresh(4),
    failing: failing(9, 9),
    added,
    unused: 3,
  };
  expect(adviseUnit(everything)).toEqual({
    act: 'refresh',
    values: { report: 'Fábrica', count: 4 },
    link: '/management/report/r?tab=refresh',
  });
  expect(adviseUnit({ ...everything, refresh: null }).act).toBe('failing');
  expect(adviseUnit({ ...everything, refresh: null, failing: null }).act).toBe('stopped');
  expect(adviseUnit({ ...everything, now: numbers(4), refresh: null, failing: null }).act).toBe('fewer');
  expect(adviseUnit({ ...everything, now: numbers(30), refresh: null, failing: null }).act).toBe('new_unopened');
});

const row = (id: string, views: number, views_before: number, failures = 0): UnitRow => ({
  id,
  name: id,
  views,
  views_before,
  people: 1,
  failures,
});
const partner = (units: UnitRow[], unused = 0): PartnerWeek => ({ now: numbers(1), before: numbers(1), units, unused });

test.each<[PartnerWeek, string, string | null]>([
  [partner([]), 'none', null],
  [partner([row('a', 50, 50)]), 'none', null],
  [partner([row('a', 15, 15, 3), row('b', 15, 15, 4)]), 'unit_failing', '/analyze?period=7&unit=b'],
  [partner([row('a', 21, 21, 4)]), 'none', null],
  [partner([row('a', 0, 9)]), 'none', null],
  [partner([row('a', 0, 10), row('b', 0, 30), row('c', 10, 90)]), 'unit_stopped', '/analyze?period=7&unit=b'],
  [partner([row('a', 6, 11)]), 'none', null],
  [partner([row('a', 5, 10), row('b', 15, 30)]), 'unit_fewer', '/analyze?period=7&unit=b'],
  [partner([row('a', 50, 50)], 2), 'units_unused', '/analyze?period=90'],
])('a partner with %o is advised %s', (week, act, link) => {
  expect(advisePartner(week)).toMatchObject({ act, link });
});

test('two weeks without an opening are told to nobody', () => {
  const told = (now: number, before: number) => isTold({ now: numbers(now), before: numbers(before) });
  expect([told(0, 0), told(0, 1), told(1, 0)]).toEqual([false, true, true]);
});
