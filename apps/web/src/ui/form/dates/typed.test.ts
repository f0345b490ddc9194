import { describe, expect, test } from 'vitest';
import { readDate, readNumber, readTime } from './typed.ts';

const today = new Date(2026, 10, 23);

describe('a day', () => {
  test.each([
    ['03/04/2026', '2026-04-03'],
    ['3/4/26', '2026-04-03'],
    ['03042026', '2026-04-03'],
    ['030426', '2026-04-03'],
    ['3-4-2026', '2026-04-03'],
    ['3.4.2026', '2026-04-03'],
    ['3/4', '2026-04-03'],
    ['2026-04-03', '2026-04-03'],
    [' Hoje ', '2026-11-23'],
    ['amanhã', '2026-11-24'],
    ['mañana', '2026-11-24'],
    ['+30', '2026-12-23'],
    ['29/02/2028', '2028-02-29'],
  ])('%s is %s', (text, day) => expect(readDate(text, today)).toBe(day));

  test.each(['', '31/02/2026', '29/02/2026', '12/25/2026', '2026-13-01', '3', 'logo', '1/1/1500', '1/2/345'])('“%s” is none', (text) =>
    expect(readDate(text, today)).toBeNull(),
  );
});

describe('an hour', () => {
  test.each([
    ['8', '08:00'],
    ['08', '08:00'],
    ['800', '08:00'],
    ['0800', '08:00'],
    ['8:00', '08:00'],
    ['8h', '08:00'],
    ['8h30', '08:30'],
    ['20.15', '20:15'],
    ['2359', '23:59'],
    ['0', '00:00'],
  ])('%s is %s', (text, hour) => expect(readTime(text)).toBe(hour));

  test.each(['', '24', '24:00', '8:60', '8:3', 'oito', '12345', '-1'])('“%s” is none', (text) => expect(readTime(text)).toBeNull());
});

describe('a number', () => {
  test.each([
    ['1.234,5', 'pt-BR', 1234.5],
    ['1234,5', 'es', 1234.5],
    ['1,234.5', 'en-US', 1234.5],
    ['-3', 'pt-PT', -3],
    ['0', 'pt-BR', 0],
  ] as const)('%s in %s is %d', (text, locale, value) => expect(readNumber(text, locale)).toBe(value));

  test.each([
    ['1,5', 'en-US'],
    ['1.5', 'pt-BR'],
    ['1,2,3', 'pt-BR'],
    ['', 'pt-BR'],
    ['três', 'pt-BR'],
    ['1e3', 'en-US'],
  ] as const)('“%s” in %s is none', (text, locale) => expect(readNumber(text, locale)).toBeNull());
});
