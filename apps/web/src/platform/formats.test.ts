import { expect, test } from 'vitest';
import { formatBytes, formatDate, formatDateTime, formatNumber, formatRelative, plain } from './formats.ts';
import { formatMoney } from './money.ts';

test('writes dates as DD/MM/YYYY and times with 24 hours', () => {
  expect(formatDate('2026-11-21')).toBe('21/11/2026');
  expect(formatDateTime(new Date(2026, 10, 21, 14, 5))).toBe('21/11/2026 14:05');
  expect(formatDateTime(new Date(2026, 0, 2, 0, 0))).toBe('02/01/2026 00:00');
});

test('a plain date is the same day in every time zone', () => {
  expect(formatDate('2026-01-01')).toBe('01/01/2026');
});

test.each([
  [0, '0 B'],
  [1023, '1.023 B'],
  [1024, '1 KB'],
  [1536, '1,5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 3 * 2.25, '2,3 GB'],
  [1024 ** 5, '1 PB'],
  [1024 ** 6, '1.024 PB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes, 'pt-BR')).toBe(text);
});

test('writes numbers and money as the language has them', () => {
  expect(formatNumber(1234.5, {}, 'pt-BR')).toBe('1.234,5');
  expect(formatNumber(1234.5, {}, 'en-US')).toBe('1,234.5');
  expect([0, 7, 999, 1000, -12.5].map((value) => formatNumber(value, undefined, 'pt-BR'))).toEqual(['0', '7', '999', '1.000', '-12,5']);
  expect(formatMoney(123450, 'pt-BR').replace(/\s/g, ' ')).toBe('R$ 1.234,50');
});

test.each([
  ['2026-11-21T11:00:00Z', 'há 3 horas'],
  ['2026-11-20T14:00:00Z', 'ontem'],
  ['2026-11-23T14:00:00Z', 'depois de amanhã'],
  ['2026-11-21T13:59:50Z', 'agora'],
])('%s is %s', (moment, text) => {
  expect(formatRelative(moment, new Date('2026-11-21T14:00:00Z'), 'pt-BR')).toBe(text);
});

test('search ignores case and accents', () => {
  expect(plain('Relatório de AÇÃO')).toBe('relatorio de acao');
});
