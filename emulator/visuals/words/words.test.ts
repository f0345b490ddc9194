import { expect, test } from 'vitest';
import { languageOf, localeOf, sayIn, wordsOf } from './words.ts';

test('finds the language of a tag', () => {
  expect(['pt', 'pt-BR', 'pt-pt', 'pt-AO', 'es', 'es-MX', 'en-GB', 'de', undefined].map(languageOf)).toEqual([
    'pt-BR',
    'pt-BR',
    'pt-PT',
    'pt-PT',
    'es',
    'es',
    'en-US',
    'en-US',
    'en-US',
  ]);
});

test('falls back when the host names no real locale', () => {
  expect(localeOf('pt-BR', 'en-US')).toBe('pt-BR');
  expect(localeOf('not a locale', 'en-US')).toBe('en-US');
  expect(localeOf(undefined, 'es')).toBe('es');
});

test('fills the holes of a sentence', () => {
  expect(sayIn('pt-BR')('rows', { count: '1.200' })).toBe('1.200 linhas');
  expect(sayIn('en-US')('and_more', { values: 'A, B', count: 3 })).toBe('A, B and 3 more');
});

test('every language leaves the same holes', () => {
  const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
  const first = wordsOf('pt-BR');
  for (const language of ['en-US', 'es', 'pt-PT'] as const) {
    for (const [key, text] of Object.entries(wordsOf(language))) {
      const original = Object.entries(first).find(([name]) => name === key)?.[1] ?? '';
      expect(holes(text), `${language} ${key}`).toEqual(holes(original));
    }
  }
});
