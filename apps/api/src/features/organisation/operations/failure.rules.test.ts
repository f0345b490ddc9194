import { expect, test } from 'vitest';
import { failureKind, shownError } from './failure.rules.ts';

test.each([
  ['The process with the last attempt was lost', 'lost'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'unreachable'],
  ['Request timed out', 'silent'],
  ['Invalid login: 535 Authentication failed', 'refused'],
  ['The service answered 429', 'busy'],
  ['Cannot read properties of undefined', 'unknown'],
  [null, 'unknown'],
] as const)('%s is %s', (message, kind) => {
  expect(failureKind(message)).toBe(kind);
});

test('an error is shown without addresses, and without what somebody typed', () => {
  expect(shownError('550 5.1.1 <ana.prates@loja.example>: user unknown')).toBe('550 5.1.1 <…>: user unknown');
  expect(shownError('invalid input syntax for type uuid: "Ana Prates"')).toBe('invalid input syntax for type uuid: "…"');
  expect(shownError('relation "report_view" does not exist')).toBe('relation "report_view" does not exist');
  expect(shownError(`no field “${'Ana '.repeat(300)}” here`)).toBe('no field "…" here');
  expect(shownError('unexpected end: "Ana Prates')).toBe('unexpected end: "…"');
  expect(shownError('the first line\n  with a trace of Ana')).toBe('the first line');
  expect(shownError('x'.repeat(5000))).toHaveLength(301);
  expect(shownError(null)).toBeNull();
});
