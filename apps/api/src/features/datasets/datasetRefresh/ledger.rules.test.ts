import { expect, test } from 'vitest';
import type { Taken } from './ledger.rules.ts';
import { ledgerOf, startedOutside } from './ledger.rules.ts';

const at = (time: string) => `2026-11-24T${time}:00.000Z`;
const taken = (time: string): Taken => ({ source: 'person', by: 'Ana', at: at(time), ended_at: null, state: 'running' });
const many = (count: number) => Array.from({ length: count }, (_, index) => taken(`0${index}:00`));
const later = (count: number) => Array.from({ length: count }, (_, index) => new Date(at(`2${index}:00`)));
const since = new Date(at('03:00'));

test('slots are numbered by time, schedules come after what was taken, and the rest is free', () => {
  const { slots, used, reserved, free } = ledgerOf([taken('09:00'), taken('06:00')], later(2), 8);
  expect(slots.map(({ number, use, at: moment }) => [number, use, moment])).toEqual([
    [1, 'taken', at('06:00')],
    [2, 'taken', at('09:00')],
    [3, 'reserved', at('20:00')],
    [4, 'reserved', at('21:00')],
  ]);
  expect([used, reserved, free]).toEqual([2, 2, 4]);
});

test.each([
  [4, 2, null, 2, 0],
  [4, 3, 'tight', 1, 0],
  [7, 0, 'tight', 1, 0],
  [6, 2, 'tight', 0, 0],
  [6, 3, 'short', 0, 1],
  [8, 0, 'spent', 0, 0],
  [8, 2, 'spent', 0, 2],
  [9, 0, 'spent', 0, 1],
] as const)('%d used and %d reserved of 8: %s', (used, reserved, warning, free, beyond) => {
  const ledger = ledgerOf(many(used), later(reserved), 8);
  expect([ledger.warning, ledger.free, ledger.slots.filter((slot) => slot.beyond).length]).toEqual([warning, free, beyond]);
});

test('what the service knows and the portal did not start was started outside, of this day alone', () => {
  const atService = [
    { request_id: 'own', started_at: at('06:00'), ended_at: at('06:10'), state: 'completed' },
    { request_id: 'other', started_at: at('07:00'), ended_at: at('07:10'), state: 'failed' },
    { request_id: null, started_at: at('08:00'), ended_at: null, state: 'running' },
    { request_id: 'yesterday', started_at: at('02:59'), ended_at: at('03:10'), state: 'completed' },
    { request_id: 'never', started_at: null, ended_at: null, state: 'running' },
  ] as const;
  const own = [
    { request_id: 'own', started_at: at('06:00') },
    // Of this one the portal did not get to note the id.
    { request_id: null, started_at: '2026-11-24T08:00:40.000Z' },
  ];
  expect(startedOutside(atService, own, since)).toEqual([
    { source: 'outside', by: null, at: at('07:00'), ended_at: at('07:10'), state: 'failed' },
  ]);
});
