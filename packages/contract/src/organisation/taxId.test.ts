import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanTaxId, isCnpj, isCpf, isTaxId, maskTaxId } from './taxId.ts';

test('accepts the numbers of companies, the new ones with letters too, and of people', () => {
  for (const number of ['12ABC34501DE35', '11222333000181', '00000000000191']) expect(isCnpj(number), number).toBe(true);
  for (const number of ['52998224725', '11144477735']) expect(isCpf(number), number).toBe(true);
  expect(isTaxId('legal', '52998224725')).toBe(false);
  expect(isTaxId('physical', '11222333000181')).toBe(false);
});

test.each(['52998224725', '11222333000181', '12ABC34501DE35'])('of %s no other check digits are right', (number) => {
  const isRight = number.length === 11 ? isCpf : isCnpj;
  const others = Array.from({ length: 100 }, (_, digits) => number.slice(0, -2) + String(digits).padStart(2, '0')).filter(
    (other) => other !== number,
  );
  expect(others.filter(isRight)).toEqual([]);
});

test('refuses small letters, letters in a CPF or among the check digits, and one digit repeated', () => {
  for (const number of ['12abc34501de35', '12ABC34501DE3A', '00000000000000', '11111111111111', ''])
    expect(isCnpj(number), number).toBe(false);
  for (const number of ['11111111111', '00000000000', '5299822472A', '5299822472']) expect(isCpf(number), number).toBe(false);
});

test('the mask is drawn while one types, and taken off again', () => {
  expect(maskTaxId('legal', '12abc34501de35')).toBe('12.ABC.345/01DE-35');
  expect(maskTaxId('legal', '1122')).toBe('11.22');
  expect(maskTaxId('legal', '112')).toBe('11.2');
  expect(maskTaxId('physical', '52998224725')).toBe('529.982.247-25');
  expect(maskTaxId('physical', '529.98a')).toBe('529.98');
  expect(maskTaxId('legal', '')).toBe('');
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{0,14}$/), (number) => {
      expect(cleanTaxId(maskTaxId('legal', number))).toBe(number);
    }),
  );
});
