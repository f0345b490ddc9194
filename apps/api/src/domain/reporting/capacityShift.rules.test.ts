import { expect, test } from 'vitest';
import type { CapacityHours, CapacityRule, CapacityUse } from './capacityShift.rules.ts';
import { mayWakeNow, nextChanges, opensAt, wantedOf } from './capacityShift.rules.ts';

const none: CapacityRule = {
  auto_activate: false,
  auto_pause: false,
  inactive_minutes: 60,
  use_schedule: false,
  activate_outside: false,
  force_stop: false,
};
const both: CapacityRule = { ...none, auto_activate: true, auto_pause: true, use_schedule: true };
const shift = (start: string, end: string, day = 1) => ({ ranges: [{ day, start, end }], holidays: [] });
const monday: CapacityHours = { timezone: 'America/Sao_Paulo', shifts: [shift('08:00', '18:00')] };
const idle: CapacityUse = { used_at: null, held_by: null, paused_by_hand_at: null };
/** Monday, 1 June 2026, in São Paulo (UTC-3). */
const at = (time: string) => new Date(`2026-06-01T${time}:00-03:00`);

test.each<[string, CapacityRule, Partial<CapacityUse>, string, string, string]>([
  ['nothing is chosen', none, {}, '12:00', 'leave', 'off'],
  ['the hours have begun', both, {}, '08:00', 'run', 'within_hours'],
  ['a minute before they begin', both, {}, '07:59', 'pause', 'outside_hours'],
  ['they have ended', both, {}, '18:00', 'pause', 'outside_hours'],
  ['somebody reads after their end', both, { used_at: at('17:45') }, '18:10', 'leave', 'in_use'],
  ['the last use is an hour ago', both, { used_at: at('17:45') }, '18:45', 'pause', 'outside_hours'],
  ['a refresh runs', both, { held_by: 'refresh' }, '18:30', 'leave', 'held_refresh'],
  ['an export runs', both, { held_by: 'export' }, '18:30', 'leave', 'held_export'],
  ['a refresh runs for longer than an hour after the end', both, { held_by: 'refresh' }, '19:01', 'pause', 'outside_hours'],
  ['a refresh runs, and the end is forced', { ...both, force_stop: true }, { held_by: 'refresh' }, '18:00', 'pause', 'outside_hours'],
  ['somebody paused it in these hours', both, { paused_by_hand_at: at('10:00') }, '12:00', 'leave', 'by_hand'],
  ['somebody paused it before these hours', both, { paused_by_hand_at: at('07:00') }, '12:00', 'run', 'within_hours'],
  ['it only starts by itself', { ...both, auto_pause: false }, {}, '20:00', 'leave', 'off'],
  ['it only pauses by itself, without use', { ...both, auto_activate: false }, {}, '12:00', 'pause', 'idle'],
  ['without hours, in use', { ...none, auto_pause: true }, { used_at: at('11:01') }, '12:00', 'leave', 'in_use'],
  ['without hours, without use', { ...none, auto_pause: true }, { used_at: at('11:00') }, '12:00', 'pause', 'idle'],
])('%s', (_case, rule, use, time, wanted, reason) => {
  expect(wantedOf(rule, monday, { ...idle, ...use }, at(time))).toEqual({ wanted, reason });
});

test('shifts that overlap are one: it pauses where none covers the time', () => {
  const hours = { ...monday, shifts: [shift('08:00', '12:00'), shift('11:00', '15:00')] };
  expect(wantedOf(both, hours, idle, at('12:30')).wanted).toBe('run');
  expect(nextChanges(both, hours, at('07:00'), 2).map((change) => change.at)).toEqual([at('08:00'), at('15:00')]);
});

test('the next three changes, without those that are switched off', () => {
  expect(nextChanges(both, monday, at('12:00')).map(({ to, reason }) => [to, reason])).toEqual([
    ['pause', 'outside_hours'],
    ['run', 'within_hours'],
    ['pause', 'outside_hours'],
  ]);
  expect(nextChanges({ ...both, auto_activate: false }, monday, at('12:00')).map(({ to }) => to)).toEqual(['pause', 'pause', 'pause']);
  expect(nextChanges({ ...both, use_schedule: false }, monday, at('12:00'))).toEqual([]);
});

test('an hour that the clock skips opens at the next one that it shows, and one that it shows twice ends once', () => {
  const berlin = (start: string, end: string): CapacityHours => ({ timezone: 'Europe/Berlin', shifts: [shift(start, end, 0)] });
  const spring = nextChanges(both, berlin('02:30', '10:00'), new Date('2026-03-29T00:00:00Z'), 2);
  expect(spring.map((change) => change.at.toISOString())).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-29T08:00:00.000Z']);
  const autumn = nextChanges(both, berlin('00:00', '08:00'), new Date('2026-10-25T00:00:00Z'), 1);
  expect(autumn.map((change) => change.at.toISOString())).toEqual(['2026-10-25T07:00:00.000Z']);
});

test('a reader wakes it outside of its hours only where the rule lets them', () => {
  expect([at('12:00'), at('20:00')].map((time) => mayWakeNow(both, monday, time))).toEqual([true, false]);
  expect(mayWakeNow({ ...both, activate_outside: true }, monday, at('20:00'))).toBe(true);
  expect(mayWakeNow(none, monday, at('20:00'))).toBe(true);
});

test('while its hours are over it is known when they begin; open, never open or not followed, nothing is waited for', () => {
  expect(opensAt(both, monday, at('06:00'))).toEqual(at('08:00'));
  expect(opensAt(both, monday, at('12:00'))).toBeNull();
  expect(opensAt(none, monday, at('06:00'))).toBeNull();
  expect(opensAt({ ...both, use_schedule: false }, monday, at('06:00'))).toBeNull();
});
