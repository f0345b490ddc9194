import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskPostalCode, stateOfPostalCode, states } from './brazil.ts';

test.each([
  ['01310100', 'SP'],
  ['20040002', 'RJ'],
  ['70040010', 'DF'],
  ['72800000', 'GO'],
  ['74000000', 'GO'],
  ['73690000', 'DF'],
  ['69005010', 'AM'],
  ['69301000', 'RR'],
  ['69400000', 'AM'],
  ['69900000', 'AC'],
  ['76801000', 'RO'],
  ['90010000', 'RS'],
  ['00999999', null],
  ['0131010', null],
])('the code %s belongs to %s', (code, state) => {
  expect(stateOfPostalCode(code)).toBe(state);
});

test('there are 27 states, and every code from 01000-000 on belongs to one at most', () => {
  expect(states).toHaveLength(27);
  const found = Array.from({ length: 99_000 }, (_, at) => stateOfPostalCode(`${String(at + 1000).padStart(5, '0')}000`));
  expect(new Set(found.filter(Boolean)).size).toBe(27);
  // What the post office has given to nobody: the former codes of Rondônia.
  expect(found.filter((state) => state === null)).toHaveLength(100);
});

test('a code is shown with its line, as far as it is typed', () => {
  expect(maskPostalCode('01310100')).toBe('01310-100');
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(maskPostalCode(text)).toMatch(/^\d{0,5}$|^\d{5}-\d{1,3}$/);
    }),
  );
});
