import { expect, test } from 'vitest';
import { createViewTime } from './viewTime.ts';

test('counts what was in sight, and tells only what is new', () => {
  let now = 0;
  let visible = true;
  const reported: number[] = [];
  const time = createViewTime({ now: () => now, isVisible: () => visible, report: (seconds) => reported.push(seconds) });
  now = 60_000;
  time.tick();
  time.tick();
  expect(reported).toEqual([60]);
  now = 70_000;
  visible = false;
  time.tick();
  now = 600_000;
  time.tick();
  expect(reported).toEqual([60, 70]);
  visible = true;
  time.tick();
  now = 605_000;
  time.tick();
  expect(reported).toEqual([60, 70, 75]);
});

test('a page that was never in sight has no time', () => {
  const reported: number[] = [];
  const time = createViewTime({ now: () => 1000, isVisible: () => false, report: (seconds) => reported.push(seconds) });
  time.tick();
  expect(reported).toEqual([]);
});
