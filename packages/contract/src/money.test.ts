import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, maxCents, moneyInput, parseMoney } from './money.ts';

const locales = ['pt-BR', 'en-US', 'es', 'pt-PT'] as const;

test('what is shown of an amount is read back as the same amount, to the centavo', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxCents }), fc.constantFrom(...locales), (amount, locale) => {
      expect(parseMoney(formatMoney(amount, locale), locale)).toBe(amount);
      expect(parseMoney(moneyInput(amount, locale), locale)).toBe(amount);
    }),
  );
});

test('an amount has two digits after the separator of its language and groups of three before it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxCents }), (amount) => {
      expect(moneyInput(amount, 'pt-BR')).toMatch(/^\d{1,3}(\.\d{3})*,\d{2}$/);
      expect(moneyInput(amount, 'en-US')).toMatch(/^\d{1,3}(,\d{3})*\.\d{2}$/);
    }),
  );
});

test('no text makes anything else than whole centavos within the limit', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[R$ ]{0,3}[\d.,]{0,16}$/)), fc.constantFrom(...locales), (text, locale) => {
      const amount = parseMoney(text, locale);
      expect(amount === null || (Number.isSafeInteger(amount) && amount >= 0 && amount <= maxCents)).toBe(true);
    }),
  );
});

test.each([
  ['12', 1200],
  ['12,3', 1230],
  ['R$ 1.234,56', 123456],
  ['1234,56', 123456],
  ['0,05', 5],
  ['', null],
  ['12,345', null],
  ['12,', null],
  ['1.23', null],
  ['12.34,00', null],
  ['-1', null],
  ['1e3', null],
  ['99999999999', null],
])('%s is %s centavos in Portuguese', (text, amount) => {
  expect(parseMoney(text, 'pt-BR')).toBe(amount);
});

test('negative amounts, such as credits, are shown with their sign', () => {
  expect(formatMoney(-123450, 'pt-BR')).toBe('-R$\u00a01.234,50');
});
