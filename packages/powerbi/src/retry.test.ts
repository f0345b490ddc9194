import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { PowerBiError } from './errors.ts';
import { withRetries } from './retry.ts';

const failure = (fields: Partial<PowerBiError>): PowerBiError =>
  new PowerBiError({ kind: 'unavailable', status: 503, code: 'http_503', message: 'x', request_id: null, retry_after_s: null, ...fields });

const run = async (error: unknown, repeatable: boolean) => {
  const waits: number[] = [];
  const clock: Clock = { now: () => 0, sleep: async (ms) => void waits.push(ms) };
  let tries = 0;
  const outcome = await withRetries(
    async () => {
      tries++;
      throw error;
    },
    { clock, repeatable, maxWaitS: 60 },
  ).catch((thrown: unknown) => thrown);
  expect(outcome).toBe(error);
  return { tries, waits };
};

test('gives up after three tries and waits at least as long as asked', async () => {
  const { tries, waits } = await run(failure({ status: 429, kind: 'throttled', retry_after_s: 7 }), true);
  expect(tries).toBe(3);
  expect(waits).toHaveLength(2);
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(7000);
});

test('hands a wait of more than a minute to the caller', async () => {
  expect(await run(failure({ status: 429, kind: 'throttled', retry_after_s: 61 }), true)).toEqual({ tries: 1, waits: [] });
});

test('backs off longer each time when the service names no time', async () => {
  const { waits } = await run(failure({}), true);
  expect(waits[0]).toBeLessThan(1000);
  expect(waits[1]).toBeGreaterThanOrEqual(500);
});

test.each([
  ['a server failure', failure({ status: 500, code: 'http_500' }), 1],
  ['a throttle without a time', failure({ status: 429, kind: 'throttled' }), 1],
  ['a broken connection', failure({ status: null, code: 'network' }), 1],
  ['a server failure with a time', failure({ status: 500, code: 'http_500', retry_after_s: 1 }), 1],
  ['a throttle with a time', failure({ status: 429, kind: 'throttled', retry_after_s: 1 }), 3],
  ['an overload with a time', failure({ status: 503, retry_after_s: 1 }), 3],
])('sends what must not be done twice again only when it surely was not done: %s', async (_, error, tries) => {
  expect((await run(error, false)).tries).toBe(tries);
});

test.each([
  ['a time-out', failure({ status: null, code: 'timeout' })],
  ['a refusal', failure({ status: 401, kind: 'not_authorized' })],
  ['a broken rule', failure({ status: 400, kind: 'invalid' })],
  ['a paused capacity', failure({ status: 503, code: 'CapacityNotActive' })],
  ['an error of our own', new TypeError('bug')],
])('never tries again after %s', async (_, error) => {
  expect((await run(error, true)).tries).toBe(1);
});

test('stops waiting when the caller gives up', async () => {
  const controller = new AbortController();
  const reason = new Error('changed my mind');
  const waiting = withRetries(() => Promise.reject(failure({ retry_after_s: 50 })), {
    clock: systemClock,
    repeatable: true,
    maxWaitS: 60,
    signal: controller.signal,
  });
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});
