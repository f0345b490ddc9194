import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCountdown } from './countdown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether it is over by now, and what it called on the way. */
function watch(countdown: ReturnType<typeof createCountdown>, at: number) {
  const seen = { over: false, called: 0 };
  void countdown.over.then(() => (seen.over = true));
  countdown.after(at, () => (seen.called += 1));
  return seen;
}

test('is over after its time and calls on the way, once', async () => {
  const seen = watch(createCountdown(10_000, false), 4000);
  await vi.advanceTimersByTimeAsync(3999);
  expect(seen).toEqual({ over: false, called: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual({ over: false, called: 1 });
  await vi.advanceTimersByTimeAsync(6000);
  expect(seen).toEqual({ over: true, called: 1 });
});

test('stands still while it is paused', async () => {
  const countdown = createCountdown(10_000, false);
  const seen = watch(countdown, 0);
  await vi.advanceTimersByTimeAsync(6000);
  countdown.toggle();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(seen.over).toBe(false);
  countdown.toggle();
  await vi.advanceTimersByTimeAsync(3999);
  expect(seen.over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.over).toBe(true);
});

test('ended early it is over and calls nothing any more', async () => {
  const countdown = createCountdown(10_000, true);
  const seen = watch(countdown, 9000);
  countdown.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual({ over: true, called: 0 });
});
