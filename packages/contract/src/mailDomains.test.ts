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
])('%s probably meant %s', (typed, meant) => expect(meantAddress(typed, ['horizonte.example'])).toBe(meant));

test.each([
  'ana@gmail.com',
  'ana@ymail.com',
  'ana@yahoo.com.ar',
  'ana@horizonte.example',
  'ana@orizonet.example',
  'ana@empresa.com.br',
  'ana@b.co',
  'ana@',
  'ana',
  '',
])('%j is what it says', (typed) => expect(meantAddress(typed, ['horizonte.example', 'a.co'])).toBeNull());
