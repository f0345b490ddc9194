import { expect, test } from 'vitest';
import { summarise } from '#platform/weekHours.ts';
import { copyToWeekdays, dayOf, isOvernight, withRanges } from './week.ts';

const monday = { day: 1, start: '08:00', end: '18:00' };

test('changes one day and keeps the order of the week', () => {
  const saturday = { day: 6, start: '09:00', end: '13:00' };
  expect(withRanges([monday, saturday], 1, [{ ...monday, end: '12:00' }])).toEqual([{ ...monday, end: '12:00' }, saturday]);
  expect(withRanges([monday, saturday], 6, [])).toEqual([monday]);
});

test('copies Monday to Friday and leaves the weekend alone', () => {
  const week = copyToWeekdays([monday, { day: 3, start: '01:00', end: '02:00' }, { day: 6, start: '09:00', end: '13:00' }]);
  expect(week.map(({ day, start }) => [day, start])).toEqual([
    [1, '08:00'],
    [2, '08:00'],
    [3, '08:00'],
    [4, '08:00'],
    [5, '08:00'],
    [6, '09:00'],
  ]);
});

test('tells days with the same hours together', () => {
  const week = [...copyToWeekdays([monday]), { day: 6, start: '22:00', end: '06:00' }];
  expect(summarise(week, 'en-US')).toBe('Mon–Fri 08:00–18:00; Sat 22:00–06:00');
  expect(isOvernight({ day: 6, start: '22:00', end: '06:00' })).toBe(true);
});

test('days are read as people write them', () => {
  expect(['25/12/2026', ' 1/5/2027 ', '29/02/2028'].map(dayOf)).toEqual(['2026-12-25', '2027-05-01', '2028-02-29']);
  expect(['31/02/2027', '2026-12-25', '12/25/2026', 'Natal', ''].map(dayOf)).toEqual([null, null, null, null, null]);
});
