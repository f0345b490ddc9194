import { expect, test } from 'vitest';
import { stillNamed, tokenBefore } from './tokenBefore.ts';

test('somebody is named from an @ on that begins a word, with one space at most', () => {
  expect(tokenBefore('@', 1)).toEqual({ from: 0, words: '' });
  expect(tokenBefore('Veja @Ána', 9)).toEqual({ from: 5, words: 'Ána' });
  expect(tokenBefore('(@Ana B', 7)).toEqual({ from: 1, words: 'Ana B' });
  expect(tokenBefore('@Ana Brito olá', 14)).toBeNull();
  expect(tokenBefore('@Ana ', 5)).toBeNull();
  expect(tokenBefore('ana@loja.example', 16)).toBeNull();
  // What stands behind the caret is not part of it.
  expect(tokenBefore('@Ana Brito', 3)).toEqual({ from: 0, words: 'An' });
});

test('whoever was taken out of the text is named no more', () => {
  const [ana, davi] = [
    { id: '1', name: 'Ana Brito' },
    { id: '2', name: 'Davi' },
  ];
  expect(stillNamed('Oi @Ana Brito', [ana, davi, ana])).toEqual(['1']);
});
