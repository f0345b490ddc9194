import { expect, test } from 'vitest';
import { meantAddress } from './mailDomains.ts';

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@hotmial.com', 'ana@hotmail.com'],
  ['Ana@Outlok.com', 'ana@outlook.com'],
  ['ana@yahoo.com.bt', 'ana@yahoo.com.br'],
  ['ana@horizonte.exampel', 'ana@horizonte.example'],
  ['ana@horizonet.example', 'ana@horizonte.example'],
  ['ana@horzonte.example', 'ana@horizonte.example'],
  [' ana@gmial.com ', 'ana@gmail.com'],
  ['ana@hotmail.com.bt', 'ana@hotmail.com.br'],
  ['ana@outlook.com.bt', 'ana@outlook.com.br'],
  ['ana@yahoo.con', 'ana@yahoo.com'],
  ['ana@iclou.com', 'ana@icloud.com'],
  ['ana@uoll.com.br', 'ana@uol.com.br'],
  ['ana@bool.com.br', 'ana@bol.com.br'],
  ['ana@tera.com.br', 'ana@terra.com.br'],
  // One letter too many at the end, one too few at the beginning.
  ['ana@gmail.comm', 'ana@gmail.com'],
  ['ana@otmail.com', 'ana@hotmail.com'],
  // A familiar domain of eight letters is just long enough to be compared.
  ['ana@bcd.com.b', 'ana@bcd.com.br'],
  ['ana@abcde.cc', 'ana@abcde.co'],
])('%s probably meant %s', (typed, meant) => expect(meantAddress(typed, ['horizonte.example', 'bcd.com.br', 'abcde.co'])).toBe(meant));

test.each([
  'ana@gmail.com',
  'ana@ymail.com',
  'ana@yahoo.com.ar',
  'ana@horizonte.example',
  'ana@orizonet.example',
  'ana@empresa.com.br',
  'ana@b.co',
  // Valid, though one letter away from a common one.
  'ana@mail.com',
  'ana@email.com',
  'ana@yahoo.com.tr',
  'ana@aol.com.br',
  'ana@tetra.com.br',
  // Two letters changed, or one changed and one moved.
  'ana@gnaul.com',
  'ana@gamli.com',
  'ana@gmxxl.com',
  'ana@gmaxx.com',
  '@gmial.com',
  'ana@',
  'ana',
  '',
])('%j is what it says', (typed) => expect(meantAddress(typed, ['horizonte.example', 'a.co'])).toBeNull());
