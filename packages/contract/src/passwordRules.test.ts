/** What people try, and what is made of it; docs/reference/product-rules.md 2.3. */
import { expect, test } from 'vitest';
import { disguises, hasCapital, hasSpecial, isMonotonous, isPersonal, lengthOf } from './passwordRules.ts';

test('length is counted as people count: letters, not bytes or halves', () => {
  expect([lengthOf('maçã'), lengthOf('😀😀'), lengthOf('ma\u0301')]).toEqual([4, 2, 2]);
});

test('capitals and signs are those of every alphabet', () => {
  expect(['ção', 'ÇÃO', 'ж', 'Ж'].map(hasCapital)).toEqual([false, true, false, true]);
  expect(['abc123', 'abc 123', 'abç', 'abc-123', 'abc€'].map(hasSpecial)).toEqual([false, false, false, true, true]);
});

const person = ['Ana Bittencourt', 'ana.bittencourt@aurora.example', 'Aurora Varejo', 'a b'];

test.each(['bittencourt1', 'BITTENCOURT-2026', 'aurora12345', 'Bittencourt&Aurora', 'varejo😀12345', 'xvarejoyaurora'])(
  '%s is little more than words of the person',
  (password) => expect(isPersonal(password, person)).toBe(true),
);

test.each(['aurora123456', 'cavalo bateria', 'ana-1', 'bitten', '123'])('%s is more than that, or something else', (password) =>
  expect(isPersonal(password, person)).toBe(false),
);

test('words of four letters count, shorter ones do not, and the longest is taken out first', () => {
  expect(isPersonal('luna12345', ['Luna'])).toBe(true);
  expect(isPersonal('lua12345', ['Lua'])).toBe(false);
  // Taken out after its beginning, `mariana` would leave `ana` behind: seven characters instead of four.
  expect(isPersonal('mariana1234', ['mari', 'mariana'])).toBe(true);
  // What stands on both sides of a word is no word of its own.
  expect(isPersonal('lualuna123 na', ['luna', 'lua na'])).toBe(false);
  expect(isPersonal('12345', ['---'])).toBe(false);
});

test.each([
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'Abcdabcdabcd',
  'ABCDabcdABCD',
  'ababababab123',
  '123456789012',
  'abcdefghijkl',
  '987654321098',
  'aabbccddeeff',
  'x'.repeat(2),
])('%s is monotonous', (password) => expect(isMonotonous(password)).toBe(true));

test.each(['cavalo bateria', 'abcabcabcxyzw', 'xabcabcabc9', 'abxcdyefz', '', 'x', 'abcdeabcdeabcde!'.slice(0, 5) + 'q7w2'])(
  '%j is not',
  (password) => expect(isMonotonous(password)).toBe(false),
);

test('three of four steps make a row, fewer do not', () => {
  expect(isMonotonous('abcdz')).toBe(true);
  expect(isMonotonous('abcpz')).toBe(false);
});

test.each([
  ['S3nh@', 'senha'],
  ['5enh4', 'senha'],
  ['p4$$w0rd', 'password'],
  ['73rr4', 'terra'],
  ['!sto1sto', 'istoisto'],
  ['!senha2026', 'senha'],
  ['123senha', 'senha'],
  ['M1nhaS3nha2026', 'minhasenha'],
])('%s is looked up as %s', (password, plain) => expect(disguises(password)).toContain(plain));

test('what stands between letters stays, and nothing else is taken for a letter', () => {
  expect(disguises('Casa-2-Azul')).toEqual(['casa-2-azul', 'casa-2-azul', 'casa-2-azul', 'casa-2-azul', 'casa-2-azul']);
  expect(disguises('2682')).toContain('2682');
});
