import { expect, test } from 'vitest';
import type { Rule } from './condition.rules.ts';
import { areEnough, byDay, decisionsOn, runsWithin } from './past.rules.ts';

const rule: Rule = {
  operator: 'more',
  value: '10',
  value_to: '',
  only_execute: false,
  repeat: 'once',
  repeat_minutes: null,
  repetitions: 1,
  tell_recovery: false,
};
const answers = (...values: (number | null)[]) => values.map((value, day) => ({ at: new Date(Date.UTC(2026, 2, 1 + day, 11)), value }));
const told = (values: (number | null)[], change: Partial<Rule> = {}) =>
  decisionsOn({ ...rule, ...change }, answers(...values)).map(({ what }) => what);

test('once: when it begins to hold, and again after it did not', () => {
  expect(told([9, 11, 12, 10, 13])).toEqual([null, 'fired', null, null, 'fired']);
  expect(told([11, 9], { tell_recovery: true })).toEqual(['fired', 'recovered']);
});

test('at every run, as often as is said', () => {
  expect(told([11, 12, 13, 14], { repeat: 'every', repetitions: 3 })).toEqual(['fired', 'fired', 'fired', null]);
  expect(told([11, 12, 13, 14], { repeat: 'interval', repetitions: 9, repeat_minutes: 2 * 24 * 60 })).toEqual([
    'fired',
    null,
    'fired',
    null,
  ]);
});

test('what changes is compared with the answer before, and the first one with nothing', () => {
  expect(told([10, 10, 11, null, null], { operator: 'changed' })).toEqual([null, null, 'fired', null, null]);
  expect(told([100, 106, 111], { operator: 'rose', value: '5' })).toEqual([null, 'fired', null]);
});

test('only executed, it tells nobody', () => {
  expect(told([11, 12], { only_execute: true })).toEqual([null, null]);
});

test('five answers over half of the days are enough', () => {
  const over = (count: number, days: number) =>
    Array.from({ length: count }, (_, index) => ({
      at: new Date(Date.UTC(2026, 2, 1) + (index * days * 86_400_000) / (count - 1)),
      value: 1,
    }));
  expect(areEnough([], 30)).toBe(false);
  expect(areEnough(over(4, 20), 30)).toBe(false);
  expect(areEnough(over(5, 15), 30)).toBe(true);
  expect(areEnough(over(50, 14), 30)).toBe(false);
});

test('runs at its times within the days, in spite of an end; without times once a day', () => {
  const weekly = {
    frequency: 'weekly',
    days: [1],
    day_of_month: null,
    times: ['08:00', '12:00'],
    every_minutes: null,
    from: '00:00',
    until: '23:59',
  } as const;
  const [from, until] = [new Date('2026-03-01T03:00:00Z'), new Date('2026-03-12T03:00:00Z')];
  const runs = runsWithin([{ ...weekly, days: [1], times: [...weekly.times], expires_on: '2020-01-01' }], 'America/Sao_Paulo', from, until);
  expect(runs.map((at) => at.toISOString().slice(0, 16))).toEqual([
    '2026-03-02T11:00',
    '2026-03-02T15:00',
    '2026-03-09T11:00',
    '2026-03-09T15:00',
  ]);
  expect(runsWithin([], 'America/Sao_Paulo', from, until)).toHaveLength(11);
});

test('a day has its last value, and those on which nothing ran are there as well', () => {
  const [first, ...rest] = byDay(
    decisionsOn(rule, [
      { at: new Date('2026-03-01T11:00:00Z'), value: 12 },
      { at: new Date('2026-03-02T01:00:00Z'), value: 3 },
    ]),
    'America/Sao_Paulo',
    {
      from: '2026-03-01',
      until: '2026-03-03',
    },
  );
  // One o'clock in London is still the evening before in São Paulo.
  expect(first).toEqual({ day: '2026-03-01', value: '3', number_value: 3, runs: 2, met: true, fired: 1, recovered: 0 });
  expect(rest).toEqual(
    ['2026-03-02', '2026-03-03'].map((day) => ({ day, value: null, number_value: null, runs: 0, met: false, fired: 0, recovered: 0 })),
  );
});
