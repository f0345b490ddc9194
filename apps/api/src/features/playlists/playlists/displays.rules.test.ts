import { expect, test } from 'vitest';
import { darkSince, linkEnd, linkState, pairingCode, pairingMs, plainCode } from './displays.rules.ts';

const now = new Date('2026-03-10T12:00:00Z');

test('a display that is silent for five minutes is offline', () => {
  expect(darkSince(now)).toEqual(new Date('2026-03-10T11:55:00Z'));
});

test('a link lasts to the end of its last day, a year at most', () => {
  expect(linkEnd('2026-03-12', now)).toEqual(new Date('2026-03-12T23:59:59Z'));
  expect(linkEnd(null, now)).toEqual(new Date('2027-03-10T12:00:00Z'));
  expect(linkEnd('2028-01-01', now)).toEqual(new Date('2027-03-10T12:00:00Z'));
});

test('a link ends at its end, after a month without use, or when it is revoked', () => {
  const link = { expires_at: '2026-06-01T00:00:00Z', last_used_at: '2026-03-09T00:00:00Z', revoked_at: null };
  expect(linkState(link, now)).toBe('active');
  expect(linkState({ ...link, expires_at: '2026-03-10T12:00:00Z' }, now)).toBe('expired');
  expect(linkState({ ...link, last_used_at: '2026-02-08T12:00:01Z' }, now)).toBe('active');
  expect(linkState({ ...link, last_used_at: '2026-02-08T12:00:00Z' }, now)).toBe('expired');
  expect(linkState({ ...link, revoked_at: '2026-03-01T00:00:00Z' }, now)).toBe('revoked');
  expect(linkState({ ...link, revoked_at: '2026-03-01T00:00:00Z', expires_at: '2026-03-02T00:00:00Z' }, now)).toBe('revoked');
});

test('a code for pairing is read aloud without mistakes, and holds for ten minutes', () => {
  expect(pairingCode(Uint8Array.from([0, 1, 7, 8, 22, 31]))).toBe('ABH-JY9');
  expect(pairingCode(Uint8Array.from([32, 33, 39, 40, 54, 63]))).toBe('ABH-JY9');
  expect(plainCode('abh-jy9')).toBe('ABHJY9');
  const every = Array.from({ length: 43 }, (_, at) => pairingCode(Uint8Array.from({ length: 6 }, (_, index) => at * 6 + index))).join('');
  expect(every).not.toMatch(/[01OI]/);
  expect(new Set(every.replaceAll('-', '')).size).toBe(32);
  expect(pairingMs).toBe(600_000);
});
