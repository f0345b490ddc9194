import { describe, expect, test } from 'vitest';
import { createFormatter, parseNumberFormat } from './format.ts';
import type { FieldType, FormatColumn } from './format.ts';

const brazil = createFormatter('pt-BR', { blank: '(Em branco)', yes: 'Sim', no: 'Não', quarter: '{n}º tri' });
const english = createFormatter('en-US', { blank: '(Blank)', yes: 'Yes', no: 'No', quarter: 'Q{n}' });

const measure = (format?: string): FormatColumn => ({ field: { table: 'Sales', measure: 'Amount' }, type: 'number', format });
const column = (type: FieldType, format?: string): FormatColumn => ({ field: { table: 'Sales', column: 'Date' }, type, format });
const grain = (grain: 'year' | 'quarter' | 'month' | 'day'): FormatColumn => ({
  field: { table: 'Sales', column: 'Date', grain },
  type: 'date',
});

/** Non-breaking spaces read as spaces here. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

describe('numbers in full', () => {
  test.each([
    [1234567.891, '#,0', '1.234.568'],
    [1234.5, '#,0.00', '1.234,50'],
    [0.12345, '0.0%', '12,3%'],
    [1234.5, 'R$ #,0.00', 'R$ 1.234,50'],
    [-1234.5, 'R$ #,0', '-R$ 1.235'],
    [-0.2, '#,0', '0'],
    [1.23456, '0.0#', '1,23'],
    [21.5, '0.0 "°C"', '21,5 °C'],
    [2025, '0', '2025'],
    [5, '#,0;(#,0)', '5'],
  ])('%d as %s', (value, format, text) => expect(plain(brazil.full(value, measure(format)))).toBe(text));

  test('follow the language', () => expect(english.full(1234.5, measure('#,0.00'))).toBe('1,234.50'));
  test('a year that is grouped by has no separator', () => expect(brazil.full(2025, column('integer'))).toBe('2025'));
  test('without a format two decimals at most', () => expect(brazil.full(1234.5678, measure())).toBe('1.234,57'));
});

describe('numbers in short', () => {
  test.each([
    [12_345_678, 'R$ #,0.00', 'R$ 12,3 mi'],
    [125_400, '#,0', '125,4 mil'],
    [9_876.5, 'R$ #,0', 'R$ 9.877'],
    [-3_200_000, '#,0', '-3,2 mi'],
    [0.256, '0.0%', '25,6%'],
  ])('%d as %s', (value, format, text) => expect(plain(brazil.compact(value, measure(format)))).toBe(text));
});

describe('dates', () => {
  test.each([
    ['2026-11-21', 'dd/mm/yyyy', '21/11/2026'],
    ['2026-11-21', 'mmm yyyy', 'nov 2026'],
    ['2026-11-21T14:05:00Z', 'dd/mm/yyyy hh:mm', '21/11/2026 14:05'],
    ['2026-03-01', 'mmmm', 'março'],
  ])('%s as %s', (value, format, text) => expect(brazil.full(value, column('date', format))).toBe(text));

  test('without a format the language decides', () => {
    expect(brazil.full('2026-11-21', column('date'))).toBe('21/11/2026');
    expect(english.full('2026-11-21', column('date'))).toBe('11/21/2026');
  });

  test('a period reads as one', () => {
    expect(brazil.full('2026-04-01', grain('quarter'))).toBe('2º tri 2026');
    expect(english.full('2026-04-01', grain('quarter'))).toBe('Q2 2026');
    expect(brazil.full('2026-01-01', grain('year'))).toBe('2026');
    expect(brazil.full(2026, grain('year'))).toBe('2026');
    expect(brazil.full('2026-02-01', grain('month'))).toBe('fev 2026');
  });
});

test('short numbers are grouped as long ones are, whatever the language would do by itself', () => {
  const spain = createFormatter('es', { blank: '(En blanco)', yes: 'Sí', no: 'No', quarter: 'T{n}' });
  expect(spain.compact(3201, measure('#,0'))).toBe('3.201');
  expect(spain.compact(3201, measure('#,0'))).toBe(spain.full(3201, measure('#,0')));
  expect(spain.compact(3201, measure('0'))).toBe('3201');
  expect(plain(spain.compact(9_854_500_000, measure('US$ #,0')))).toBe('US$ 9.854,5 M');
});

describe('days in figures', () => {
  const day = new Date(Date.UTC(2026, 2, 4));

  test('are written and read as the language does', () => {
    expect(brazil.day(day, column('date'))).toBe('04/03/2026');
    expect(english.day(day, column('date'))).toBe('03/04/2026');
    for (const [format, text] of [
      [brazil, '4/3/2026'],
      [brazil, '04.03.26'],
      [english, '3/4/2026'],
      [english, '2026-03-04'],
    ] as const)
      expect(format.parseDay(text, column('date'))).toEqual(day);
  });

  test('follow the column where it has figures alone', () => {
    expect(english.day(day, column('date', 'dd/mm/yyyy'))).toBe('04/03/2026');
    expect(english.parseDay('04/03/2026', column('date', 'dd/mm/yyyy'))).toEqual(day);
    expect(english.day(day, column('date', 'mmm yyyy'))).toBe('03/04/2026');
  });

  test.each(['31/02/2026', '12/2026', 'amanhã', '', '4 de 3 de 2026'])('%j is none', (text) =>
    expect(brazil.parseDay(text, column('date'))).toBeUndefined(),
  );
});

test('blanks are empty in full and named as a group', () => {
  expect(brazil.full(null, measure('#,0'))).toBe('');
  expect(brazil.label(null, column('text'))).toBe('(Em branco)');
  expect(brazil.label('', column('text'))).toBe('(Em branco)');
  expect(brazil.full(false, column('boolean'))).toBe('Não');
});

test('what is no number format is left alone', () => {
  expect(parseNumberFormat('dd/mm/yyyy')).toBeUndefined();
  expect(parseNumberFormat('General')).toBeUndefined();
});

test('numbers beyond words are powers of ten, and large shares are short', () => {
  expect(plain(brazil.compact(2.7566e20, measure('R$ #,0.00')))).toBe('R$ 2,76E20');
  expect(plain(brazil.compact(-9.9e14, measure('#,0')))).toBe('-990 tri');
  expect(brazil.percent(0.1234)).toBe('12,3%');
  expect(plain(brazil.percent(1_194_066))).toBe('119,4 mi%');
});

test.each([
  [brazil, '1.234,5', 1234.5],
  [brazil, '-24,99', -24.99],
  [brazil, '\u22125', -5],
  [brazil, 'R$ 10', 10],
  [english, '1,234.5', 1234.5],
  [brazil, '', undefined],
  [brazil, 'dez', undefined],
  [brazil, '1-2', undefined],
])('reads numbers as the language writes them', (format, text, value) => expect(format.parse(text)).toBe(value));
