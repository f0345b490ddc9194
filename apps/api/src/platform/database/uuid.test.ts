import { expect, test, vi } from 'vitest';
import { uuidv7 } from './uuid.ts';

test('is a version 7 uuid that carries the time', () => {
  const before = Date.now();
  const id = uuidv7();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(before);
});

test('ids are strictly increasing, also within a millisecond and when the clock goes back', () => {
  const now = vi.spyOn(Date, 'now');
  let last = uuidv7();
  const start = Date.now();
  for (const clock of [start, start - 3_600_000, start + 5]) {
    now.mockReturnValue(clock);
    for (let i = 0; i < 20_000; i++) {
      const id = uuidv7();
      expect(id > last).toBe(true);
      last = id;
    }
  }
  now.mockRestore();
});
