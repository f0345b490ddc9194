import { expect, test } from 'vitest';
import type { MailTime } from './mailTime.rules.ts';
import { mailTime } from './mailTime.rules.ts';

const usual: MailTime = { mails: 'at_once', digest_hour: 8, quiet: null };
const zone = 'America/Sao_Paulo'; // three hours behind UTC
const when = (choice: Partial<MailTime>, now: string, timezone = zone) => {
  const { digest, at } = mailTime({ ...usual, ...choice }, timezone, new Date(now));
  return [digest, at?.toISOString() ?? null];
};

test('mails go at once, and with the next digest of a day', () => {
  expect(when({}, '2026-11-27T02:00:00Z')).toEqual([false, null]);
  expect(when({ mails: 'daily' }, '2026-11-27T10:59:00Z')).toEqual([true, '2026-11-27T11:00:00.000Z']);
  expect(when({ mails: 'daily' }, '2026-11-27T11:00:00Z')).toEqual([true, '2026-11-28T11:00:00.000Z']);
});

test('a weekly digest comes on Monday', () => {
  // 27 November 2026 is a Friday.
  expect(when({ mails: 'weekly' }, '2026-11-27T12:00:00Z')).toEqual([true, '2026-11-30T11:00:00.000Z']);
  expect(when({ mails: 'weekly' }, '2026-11-30T10:00:00Z')).toEqual([true, '2026-11-30T11:00:00.000Z']);
  expect(when({ mails: 'weekly' }, '2026-11-30T11:00:00Z')).toEqual([true, '2026-12-07T11:00:00.000Z']);
  // Monday in UTC is still Sunday there.
  expect(when({ mails: 'weekly', digest_hour: 23 }, '2026-11-30T02:30:00Z')).toEqual([true, '2026-12-01T02:00:00.000Z']);
});

test('quiet hours hold over midnight and within a day', () => {
  const night = { quiet: { from: '20:00', until: '07:00' } };
  expect(when(night, '2026-11-27T22:59:00Z')).toEqual([false, null]);
  expect(when(night, '2026-11-27T23:00:00Z')).toEqual([false, '2026-11-28T10:00:00.000Z']);
  expect(when(night, '2026-11-28T09:59:00Z')).toEqual([false, '2026-11-28T10:00:00.000Z']);
  expect(when(night, '2026-11-28T10:00:00Z')).toEqual([false, null]);
  const noon = { quiet: { from: '12:00', until: '13:30' } };
  expect(when(noon, '2026-11-27T15:10:00Z')).toEqual([false, '2026-11-27T16:30:00.000Z']);
  expect(when(noon, '2026-11-27T14:59:00Z')).toEqual([false, null]);
});

test('an hour that the clock skips comes right after', () => {
  // In Lisbon the clock goes from 01:00 to 02:00 on 29 March 2026.
  expect(when({ mails: 'daily', digest_hour: 1 }, '2026-03-28T12:00:00Z', 'Europe/Lisbon')).toEqual([true, '2026-03-29T01:00:00.000Z']);
});
