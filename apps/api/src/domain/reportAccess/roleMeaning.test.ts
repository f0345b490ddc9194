import { expect, test } from 'vitest';
import { roleMeaning } from './roleMeaning.ts';

const meaning = (...expressions: string[]) => {
  const { name: _, ...told } = roleMeaning({ name: 'R', rules: expressions.map((expression) => ({ table: 'Loja', expression })) });
  return told;
};

test('tells simple rules in words, and says of others no more than that there is one', () => {
  const all = { rows: 'all', column: null, values: [] };
  const other = { rows: 'other', column: null, values: [] };
  expect(meaning()).toEqual(all);
  expect(meaning('TRUE()')).toEqual(all);
  expect(meaning('Loja[Região] = "Sul"')).toEqual({ rows: 'values', column: 'Região', values: ['Sul'] });
  expect(meaning(`'D''Oeste'[A]]b] IN { "a ""b""", "c" }`)).toEqual({ rows: 'values', column: 'A]b', values: ['a "b"', 'c'] });
  expect(meaning('[E-mail] = USERPRINCIPALNAME()', 'TRUE()')).toEqual({ rows: 'reader', column: 'E-mail', values: [] });
  for (const more of ['[A] <> "Sul"', '[A] = "Sul" || [B] = "x"', 'LOWER([A]) = USERNAME()', '']) expect(meaning(more)).toEqual(other);
  expect(meaning('[A] = "x"', '[B] = "y"')).toEqual(other);
});
