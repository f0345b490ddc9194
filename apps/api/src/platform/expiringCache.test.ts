import { expect, test } from 'vitest';
import { expiringCache } from './expiringCache.ts';

function clock(at = '2026-03-01T12:00:00Z') {
  let time = new Date(at);
  return { now: () => time, forward: (minutes: number) => void (time = new Date(time.getTime() + minutes * 60_000)) };
}

function counter(usable: () => Date) {
  let made = 0;
  return async () => ({ value: ++made, usableUntil: usable() });
}

test('keeps a value until it is no longer usable', async () => {
  const { now, forward } = clock();
  const cache = expiringCache<number>({ limit: 10, now });
  const make = counter(() => new Date(now().getTime() + 10 * 60_000));
  expect([await cache('a', make), await cache('a', make)]).toEqual([1, 1]);
  forward(10);
  expect(await cache('a', make)).toBe(2);
});

test('makes a value once for those who ask at the same time', async () => {
  const { now } = clock();
  const cache = expiringCache<number>({ limit: 10, now });
  const make = counter(() => new Date('2027-01-01'));
  expect(await Promise.all(Array.from({ length: 50 }, () => cache('a', make)))).toEqual(Array(50).fill(1));
});

test('hands nobody the value of another key, however the calls interleave', async () => {
  const { now } = clock();
  const cache = expiringCache<string>({ limit: 3, now });
  const asked = Array.from({ length: 1000 }, (_, index) => `key ${index % 7}`);
  const got = await Promise.all(asked.map((key) => cache(key, async () => ({ value: key, usableUntil: new Date('2027-01-01') }))));
  expect(got).toEqual(asked);
});

test('does not keep a failure', async () => {
  const { now } = clock();
  const cache = expiringCache<number>({ limit: 10, now });
  await expect(cache('a', () => Promise.reject(new Error('not today')))).rejects.toThrow('not today');
  expect(
    await cache(
      'a',
      counter(() => new Date('2027-01-01')),
    ),
  ).toBe(1);
});

test('lets go of the value that was not asked for longest', async () => {
  const { now } = clock();
  const cache = expiringCache<number>({ limit: 2, now });
  const make = counter(() => new Date('2027-01-01'));
  await cache('a', make);
  await cache('b', make);
  await cache('a', make);
  await cache('c', make);
  expect(await cache('a', make)).toBe(1);
  expect(await cache('b', make)).toBe(4);
});
