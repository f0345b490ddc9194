import { expect, test } from 'vitest';
import { centsPerHour, hoursOf, spentSince } from './capacityCost.rules.ts';

const at = (time: string) => `2026-06-01T${time}:00.000Z`;
const span = (from: string, until: string, state = 'active', sku = 'F4') => ({ seen_from: at(from), seen_until: at(until), state, sku });

test('a larger size costs more by its units; a size that nobody knows has no price', () => {
  expect(['F2', 'F4', 'F64', 'A1', 'A3', 'P1'].map((sku) => centsPerHour(sku))).toEqual([36, 72, 1152, 101, 404, null]);
});

test('hours are counted by what ran in them, the newest first; a pause costs nothing', () => {
  const spans = [span('08:30', '09:15'), span('09:15', '10:00', 'paused'), span('10:00', '10:30', 'active', 'F2')];
  expect(hoursOf(spans, new Date(at('08:45')))).toEqual([
    { hour: at('10:00'), sku: 'F2', minutes: 30, cents: 18 },
    { hour: at('09:00'), sku: 'F4', minutes: 15, cents: 18 },
    { hour: at('08:00'), sku: 'F4', minutes: 15, cents: 18 },
  ]);
  expect(spentSince(spans, new Date(at('09:00')))).toBe(36);
  expect(spentSince([span('08:00', '09:00', 'active', 'P1')], new Date(at('08:00')))).toBeNull();
});
