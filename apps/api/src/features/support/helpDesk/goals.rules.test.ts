import { expect, test } from 'vitest';
import type { Clock, Goals } from './goals.rules.ts';
import { afterWork, clockAfter, clockOfNew, workedMinutes } from './goals.rules.ts';

const none = { answer: null, solution: null };
/** 2026-11-23 is a Monday. São Paulo is three hours behind UTC, and its clocks do not change. */
const weekdays: Goals = {
  days: [1, 2, 3, 4, 5],
  starts: '08:00',
  ends: '18:00',
  hours: { high: { answer: 2, solution: 10 }, normal: { answer: 4, solution: 20 }, low: none },
  timezone: 'America/Sao_Paulo',
};
const nights: Goals = { ...weekdays, days: [5], starts: '22:00', ends: '06:00' };
const always: Goals = { ...weekdays, days: [0, 1, 2, 3, 4, 5, 6], starts: '00:00', ends: '00:00' };
const at = (local: string, offset = '-03:00') => new Date(`${local}:00${offset}`);

test.each([
  ['within the day', weekdays, '2026-11-23T09:00', 120, '2026-11-23T11:00'],
  ['up to the minute at which work ends', weekdays, '2026-11-23T16:00', 120, '2026-11-23T18:00'],
  ['and what is left goes on in the morning', weekdays, '2026-11-23T16:00', 121, '2026-11-24T08:01'],
  ['before work begins', weekdays, '2026-11-23T03:00', 60, '2026-11-23T09:00'],
  ['after it ended', weekdays, '2026-11-23T20:00', 60, '2026-11-24T09:00'],
  ['over the weekend', weekdays, '2026-11-27T17:00', 120, '2026-11-30T09:00'],
  ['from within the weekend', weekdays, '2026-11-28T12:00', 600, '2026-11-30T18:00'],
  ['more than a week of work', weekdays, '2026-11-23T08:00', 51 * 60, '2026-11-30T09:00'],
  ['a night that goes over midnight', nights, '2026-11-27T23:00', 240, '2026-11-28T03:00'],
  ['from after midnight of it', nights, '2026-11-28T02:00', 300, '2026-12-04T23:00'],
  ['day and night', always, '2026-11-27T17:00', 48 * 60, '2026-11-29T17:00'],
  ['nothing, while nobody works', weekdays, '2026-11-28T12:00', 0, '2026-11-30T08:00'],
  ['backwards', weekdays, '2026-11-30T09:00', -120, '2026-11-27T17:00'],
  ['backwards from within the weekend', weekdays, '2026-11-28T12:00', -60, '2026-11-27T17:00'],
] as const)('after so much work: %s', (_what, goals, from, minutes, expected) => {
  expect(afterWork(goals, at(from), minutes).toISOString()).toBe(at(expected).toISOString());
});

test('the hours are those of the clock of the unit', () => {
  const from = new Date('2026-11-23T09:00:00Z');
  const due = (timezone: string) => afterWork({ ...weekdays, timezone }, from, 60).toISOString();
  expect(due('America/Sao_Paulo')).toBe('2026-11-23T12:00:00.000Z');
  expect(due('Europe/Lisbon')).toBe('2026-11-23T10:00:00.000Z');
  expect(due('America/Manaus')).toBe('2026-11-23T13:00:00.000Z');
});

test('where clocks change, work begins by the clock and lasts as long as it lasts', () => {
  const lisbon = { ...weekdays, timezone: 'Europe/Lisbon' };
  // On 28 March 2027 the clock goes from one to two: Friday is an hour behind Monday.
  expect(afterWork(lisbon, new Date('2027-03-26T17:00:00Z'), 120).toISOString()).toBe('2027-03-29T08:00:00.000Z');
  // On 31 October it goes back.
  expect(afterWork(lisbon, new Date('2027-10-29T16:00:00Z'), 120).toISOString()).toBe('2027-11-01T09:00:00.000Z');
  // A day without its hour between one and two, and one that has it twice.
  const allDay = { ...always, timezone: 'Europe/Lisbon' };
  expect(workedMinutes(allDay, new Date('2027-03-28T00:00:00Z'), new Date('2027-03-28T23:00:00Z'))).toBe(23 * 60);
  expect(workedMinutes(allDay, new Date('2027-10-30T23:00:00Z'), new Date('2027-11-01T00:00:00Z'))).toBe(25 * 60);
});

test.each([
  ['a morning', weekdays, '2026-11-23T07:00', '2026-11-23T12:00', 240],
  ['a night in which nobody works', weekdays, '2026-11-23T17:00', '2026-11-24T09:00', 120],
  ['a weekend', weekdays, '2026-11-27T18:00', '2026-11-30T08:00', 0],
  ['two weeks', weekdays, '2026-11-16T00:00', '2026-11-30T00:00', 6000],
  ['a night over midnight', nights, '2026-11-27T23:00', '2026-11-28T07:00', 420],
  ['nothing backwards', weekdays, '2026-11-24T12:00', '2026-11-23T12:00', 0],
] as const)('minutes of work: %s', (_what, goals, from, until, expected) => {
  expect(workedMinutes(goals, at(from), at(until))).toBe(expected);
});

const iso = (local: string) => at(local).toISOString();
const opened = clockAfter(
  clockOfNew(at('2026-11-23T09:00')),
  { state: 'open', priority: 'normal', answered: false },
  weekdays,
  at('2026-11-23T09:00'),
);

test('a new ticket is due by the goals of its priority; without a goal nothing is', () => {
  expect(opened).toMatchObject({ answer_due_at: iso('2026-11-23T13:00'), solution_due_at: iso('2026-11-25T09:00'), counted_minutes: null });
  const low = clockAfter(opened, { state: 'open', priority: 'low', answered: false }, weekdays, at('2026-11-23T09:30'));
  expect(low).toMatchObject({ answer_due_at: null, solution_due_at: null, counts_since: opened.counts_since });
  const high = clockAfter(low, { state: 'open', priority: 'high', answered: false }, weekdays, at('2026-11-23T10:00'));
  expect(high).toMatchObject({ answer_due_at: iso('2026-11-23T11:00'), solution_due_at: iso('2026-11-24T09:00') });
});

test('the first answer is kept, with the work that it took and the goal of its time', () => {
  const answered = clockAfter(opened, { state: 'in_progress', priority: 'normal', answered: true }, weekdays, at('2026-11-23T10:30'));
  expect(answered).toMatchObject({ answered_at: iso('2026-11-23T10:30'), answer_minutes: 90, answer_due_at: iso('2026-11-23T13:00') });
  const later = clockAfter(answered, { state: 'in_progress', priority: 'high', answered: true }, weekdays, at('2026-11-24T10:00'));
  expect(later).toMatchObject({ answered_at: iso('2026-11-23T10:30'), answer_minutes: 90, answer_due_at: iso('2026-11-23T13:00') });
  expect(later.solution_due_at).toBe(iso('2026-11-24T09:00'));
});

test('time stops while a ticket is resolved, and goes on where it stopped', () => {
  const resolved = clockAfter(opened, { state: 'resolved', priority: 'normal', answered: false }, weekdays, at('2026-11-23T12:00'));
  expect(resolved).toMatchObject({ counts_since: null, counted_minutes: 180, solution_due_at: opened.solution_due_at, answered_at: null });
  const still = clockAfter(resolved, { state: 'resolved', priority: 'high', answered: false }, weekdays, at('2026-11-24T12:00'));
  expect(still).toEqual(resolved);
  const again = clockAfter(still, { state: 'open', priority: 'normal', answered: false }, weekdays, at('2026-11-26T10:00'));
  // One of four hours is left for the answer, seventeen of twenty for the solution.
  expect(again).toMatchObject({ answer_due_at: iso('2026-11-26T11:00'), solution_due_at: iso('2026-11-27T17:00') });
  const closed = clockAfter(again, { state: 'resolved', priority: 'normal', answered: true }, weekdays, at('2026-11-26T12:00'));
  expect(closed).toMatchObject({ counted_minutes: 300, answer_minutes: 300 });
});

test('what was late before it was resolved is as late when it is opened again', () => {
  const late: Clock = { ...opened, answered_at: iso('2026-11-23T10:00'), answer_minutes: 60 };
  const resolved = clockAfter(late, { state: 'resolved', priority: 'normal', answered: true }, weekdays, at('2026-11-25T11:00'));
  const again = clockAfter(resolved, { state: 'open', priority: 'normal', answered: false }, weekdays, at('2026-11-30T12:00'));
  // Two hours of work beyond the goal, as before.
  expect(again.solution_due_at).toBe(iso('2026-11-30T10:00'));
});
