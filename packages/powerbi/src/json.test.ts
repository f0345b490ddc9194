import { expect, test } from 'vitest';
import { asRecord, parseJson, parseJsonOrNothing, withSpelling } from './json.ts';

test('reads JSON with and without a byte order mark, and nothing as nothing', () => {
  expect(parseJson('\uFEFF{"a":1}')).toEqual({ a: 1 });
  expect(parseJson('[1]')).toEqual([1]);
  expect(parseJson(' ')).toBeUndefined();
});

test('tells broken JSON from an answer', () => {
  expect(() => parseJson('{"a":')).toThrow(SyntaxError);
  expect(parseJsonOrNothing('<html>')).toBeUndefined();
});

test('finds members whatever their letter case', () => {
  expect(withSpelling({ IsRefreshable: true, QnAEmbedURL: 'u', other: 1 }, ['isRefreshable', 'qnaEmbedURL'])).toEqual({
    isRefreshable: true,
    qnaEmbedURL: 'u',
    other: 1,
  });
});

test('takes lists and texts for no object', () => {
  expect(asRecord([1])).toEqual({});
  expect(asRecord('x')).toEqual({});
});
