import { expect, test } from 'vitest';
import { patience, prove } from './proof.ts';

test('nobody reads a row of another unit, whatever the route, the role and the place of the id', patience, async () => {
  const { findings, calls, leaks } = await prove({ reading: true });
  expect(calls).toBeGreaterThan(1200);
  expect(findings).toEqual([]);
  expect(leaks).toEqual([]);
});
