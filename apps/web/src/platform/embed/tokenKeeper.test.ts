import { AxiosError, AxiosHeaders } from 'axios';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Token } from './tokenKeeper.ts';
import { keepToken, renewalDelay } from './tokenKeeper.ts';

const minute = 60_000;
const start = new Date('2026-11-21T12:00:00Z').getTime();
const inMinutes = (count: number) => new Date(Date.now() + count * minute).toISOString();

function refusal(status: number): AxiosError {
  const config = { headers: new AxiosHeaders() };
  return new AxiosError('refused', 'ERR_BAD_REQUEST', config, null, { status, statusText: '', headers: {}, config, data: null });
}

function watch(renew: () => Promise<Token>) {
  const applied: string[] = [];
  const refused: unknown[] = [];
  let asked = 0;
  const keeper = keepToken({
    first: { token: 'first', expires_at: inMinutes(60) },
    renew: () => {
      asked += 1;
      return renew();
    },
    apply: async (token) => void applied.push(token),
    onRefused: (error) => refused.push(error),
  });
  return { keeper, applied, refused, asked: () => asked };
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

test('asks for a new token ten minutes before the old one ends, again and again', async () => {
  const { applied, keeper } = watch(async () => ({ token: `at ${(Date.now() - start) / minute}`, expires_at: inMinutes(60) }));
  await vi.advanceTimersByTimeAsync(49 * minute);
  expect(applied).toEqual([]);
  await vi.advanceTimersByTimeAsync(minute);
  expect(applied).toEqual(['at 50']);
  await vi.advanceTimersByTimeAsync(50 * minute);
  expect(applied).toEqual(['at 50', 'at 100']);
  keeper.stop();
});

test('renews at once when the person returns after the time for it has passed', async () => {
  const { keeper, asked } = watch(async () => ({ token: 'new', expires_at: inMinutes(60) }));
  keeper.check();
  expect(asked()).toBe(0);
  // Timers slept with the tab; the clock did not.
  vi.setSystemTime(start + 55 * minute);
  keeper.check();
  keeper.check();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(1);
  keeper.stop();
});

test('tries again after half a minute when the server cannot be reached', async () => {
  let reachable = false;
  const { keeper, applied, refused } = watch(async () => {
    if (!reachable) throw new AxiosError('Network Error', 'ERR_NETWORK');
    return { token: 'new', expires_at: inMinutes(60) };
  });
  expect(await keeper.expired()).toBe(false);
  reachable = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(applied).toEqual(['new']);
  expect(refused).toEqual([]);
  keeper.stop();
});

test('tells when the person may not see the report any more, and stops asking', async () => {
  const { keeper, refused, asked } = watch(async () => {
    throw refusal(404);
  });
  expect(await keeper.expired()).toBe(false);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(refused).toHaveLength(1);
  expect(asked()).toBe(1);
  keeper.stop();
});

test.each([429, 500, 503])('a service that is busy (%i) takes no report away: it is asked again', async (status) => {
  let isBusy = true;
  const { keeper, applied, refused } = watch(async () => {
    if (isBusy) throw refusal(status);
    return { token: 'new', expires_at: inMinutes(60) };
  });
  expect(await keeper.expired()).toBe(false);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect([refused, applied]).toEqual([[], ['new']]);
  keeper.stop();
});

test('does nothing more once it is stopped, also not with an answer that is on its way', async () => {
  const { keeper, applied } = watch(async () => ({ token: 'late', expires_at: inMinutes(60) }));
  const expired = keeper.expired();
  keeper.stop();
  expect(await expired).toBe(false);
  await vi.advanceTimersByTimeAsync(100 * minute);
  expect(applied).toEqual([]);
});

test('renews short-lived tokens half-way, and never in a hurry', () => {
  const now = Date.now();
  expect(renewalDelay(inMinutes(60), now)).toBe(50 * minute);
  expect(renewalDelay(inMinutes(21), now)).toBe(11 * minute);
  expect(renewalDelay(inMinutes(20), now)).toBe(10 * minute);
  expect(renewalDelay(inMinutes(15), now)).toBe(7.5 * minute);
  expect(renewalDelay(inMinutes(11), now)).toBe(5.5 * minute);
  expect(renewalDelay(inMinutes(8), now)).toBe(4 * minute);
  expect(renewalDelay(inMinutes(1), now)).toBe(minute);
  expect(renewalDelay(inMinutes(-30), now)).toBe(minute);
});
