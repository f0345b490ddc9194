/** What the text of a cell can mean. The patterns are read alike by the database and by JavaScript, and mean whole cells in any case. */

const gap = '[ \\t\u00a0\u202f]*';
const sign = '[-+\u2212\u2013]';
const currency = '(?:R\\$|US\\$|U\\$S|AU?\\$|C\\$|MX\\$|\\$|€|£|¥|S/\\.?|BRL|USD|EUR|GBP|MXN|ARS|COP|CLP|PEN|AOA|Kz)';
/** As programs write very large and very small numbers; the mark in it is always the decimal one. */
const scientific = `${sign}?\\d(?:[.,]\\d+)?e[-+]\\d{1,3}`;

const numberWith = (decimal: string, group: string): string => {
  const digits = `(?:(?:[1-9]\\d{0,2}(?:[${group} '’\u00a0\u202f]\\d{3})+|\\d+)(?:${decimal}\\d+)?|${decimal}\\d+)`;
  const amount = `(?:${currency}${gap}(?:${sign}${gap})?)?${digits}(?:${gap}${currency})?(?:${gap}%)?`;
  return `${gap}(?:(?:${sign}${gap})?${amount}(?:${gap}-)?|\\(${gap}${amount}${gap}\\)|${scientific})${gap}`;
};

const time = '(?:(?:[T ,]|\u00a0)+\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?: ?[ap]\\.? ?m\\.?)?(?:Z|[-+]\\d{2}:?\\d{2})?)?';

const errors = [
  'N/A',
  'N/D',
  'REF!',
  'VALOR!',
  '¡VALOR!',
  'VALUE!',
  'DIV/0!',
  '¡DIV/0!',
  'NOME\\?',
  'NAME\\?',
  '¿NOMBRE\\?',
  'N[ÚU]M!',
  '¡NUM!',
  'NULO!',
  '¡NULO!',
  'NULL!',
  'SPILL!',
  'CALC!',
  'GETTING_DATA',
  '#+',
];
const error = `#(?:${errors.join('|')})`;

export const patterns = {
  /** What a program writes where a formula failed. */
  error: `${gap}${error}${gap}`,
  /** What people write where there is no number or day. */
  blank: `${gap}(?:n[./]?[ad]\\.?|n\\.d\\.|n\\.a\\.|s/d|s\\.d\\.|(?:${currency}${gap})?[-\u2212\u2013\u2014_]+|\\?+|\\.{2,3}|…|null|nulo|none|nan|sem dados|sin datos|no data|${error})?${gap}`,
  /** Thousands with points, decimals with a comma. */
  commaNumber: numberWith(',', '.'),
  pointNumber: numberWith('\\.', ','),
  /** Day and month in some order, then the year. */
  partDate: `${gap}\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})${time}${gap}`,
  yearDate: `${gap}\\d{4}[/.-]\\d{1,2}[/.-]\\d{1,2}${time}${gap}`,
  yes: `${gap}(?:sim|yes|s[ií]|true|verdadeiro|verdadero)${gap}`,
  no: `${gap}(?:n[ãa]o|no|false|falso)${gap}`,
  scientific: `${gap}${scientific}${gap}`,
} as const;

/** Finds a currency before or after a number. */
export const currencyPattern: string = currency;

const compiled = new Map<string, RegExp>();

/** No number or day is longer; a pattern that steps back and forth in a long text would take for ever. */
const longest = 100;

/** Whether a cell's text is what a pattern says. */
export const isWritten = (pattern: string, text: string): boolean => {
  const cell = text.trim();
  if (cell.length > longest) return false;
  const known = compiled.get(pattern) ?? new RegExp(`^(?:${pattern})$`, 'i');
  compiled.set(pattern, known);
  return known.test(cell);
};

export const isNumber = (text: string): boolean => isWritten(patterns.commaNumber, text) || isWritten(patterns.pointNumber, text);

export const isDate = (text: string): boolean => isWritten(patterns.partDate, text) || isWritten(patterns.yearDate, text);
