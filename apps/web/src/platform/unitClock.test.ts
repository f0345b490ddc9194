import { expect, test } from 'vitest';
import { momentText, nextHours } from './unitClock.ts';

test('moments are told by the clock of the unit, whatever the zone of the browser', () => {
  expect(momentText('2026-11-23T09:00:00.000Z', 'America/Sao_Paulo')).toBe('23/11/2026 06:00');
  expect(momentText('2026-11-23T01:30:00.000Z', 'America/Manaus')).toBe('22/11/2026 21:30');
});

test('a new window starts with the next full hour on that clock', () => {
  expect(nextHours('America/Sao_Paulo', new Date('2026-11-23T01:10:00Z'))).toEqual({
    starts: '2026-11-22T23:00',
    ends: '2026-11-23T01:00',
  });
});
