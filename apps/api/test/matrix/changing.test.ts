import { expect, test } from 'vitest';
import { patience, prove } from './proof.ts';

test('nobody changes a row of another unit, whatever the route, the role and the place of the id', patience, async () => {
  const { findings, calls, leaks } = await prove({ reading: false });
  expect(calls).toBeGreaterThan(2500);
  expect(findings).toEqual([]);
  expect(leaks).toEqual([]);
});
