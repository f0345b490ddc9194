import { grainOf } from '../view/fields.ts';
import { parseDate } from '../view/dates.ts';
import type { Grain } from '../view/dates.ts';
import type { Cell } from '../../definitions/queries.ts';
import { formatDate, readDay } from './formatDate.ts';
import type { FieldRef } from '../../definitions/model.ts';

export type FieldType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime';
/** What a value needs to be written: its column in an answer. */
export type FormatColumn = { field: FieldRef; type: FieldType; format?: string };

export type FormatWords = { blank: string; yes: string; no: string; quarter: string };

export type Formatter = {
  locale: string;
  /** A value in full, as tables and tooltips show it. A blank is empty. */
  full: (value: Cell | undefined, column: FormatColumn) => string;
  /** A value as the name of a group: a blank has a name too. */
  label: (value: Cell | undefined, column: FormatColumn) => string;
  /** A number in few characters ("R$ 12,3 mi"), for cards and axes. */
  compact: (value: number, column: FormatColumn) => string;
  percent: (value: number) => string;
  integer: (value: number) => string;
  /** The number that a text of this language means; undefined where it means none. */
  parse: (text: string) => number | undefined;
  /** A day in figures, and back: as the column writes it where it does so in figures, else as the language does. */
  day: (date: Date, column: FormatColumn | undefined) => string;
  parseDay: (text: string, column: FormatColumn | undefined) => Date | undefined;
};

type NumberFormat = { prefix: string; suffix: string; percent: boolean; grouping: boolean; minimum: number; maximum: number };

/** Reads the number formats of Power BI (`#,0.00`, `R$ #,0`, `0.0%`); undefined when it is none. */
export function parseNumberFormat(format: string): NumberFormat | undefined {
  const [positive = ''] = format.split(';');
  const match = /^([^#0]*)([#,0]*[#0])(?:\.([0#]+))?(%?)(.*)$/.exec(positive);
  if (!match) return undefined;
  const [, prefix = '', integers = '', decimals = '', percent = '', suffix = ''] = match;
  const literal = (text: string) => text.replaceAll(/["\\]/g, '').replace('$-', '$');
  return {
    prefix: literal(prefix),
    suffix: literal(suffix),
    percent: percent === '%',
    grouping: integers.includes(','),
    minimum: decimals.replaceAll('#', '').length,
    maximum: decimals.length,
  };
}

const isDateFormat = (format: string): boolean => /[dyhq]|m{2,}/i.test(format) && !/[#0]/.test(format);

const grainFormats: Record<Grain, string> = { year: 'yyyy', quarter: 'qqq yyyy', month: 'mmm yyyy', week: 'short', day: 'short' };

/** How a column writes a day in figures alone. */
const dayFormat = (column: FormatColumn | undefined): string => {
  const format = column?.format ?? '';
  return /^(?:d{1,2}|m{1,2}|y{2,4})(?:[./-](?:d{1,2}|m{1,2}|y{2,4})){2}$/i.test(format) ? format : 'short';
};

const noBreak = (text: string): string => text.replaceAll(' ', '\u00A0');

export function createFormatter(locale: string, words: FormatWords): Formatter {
  const numbers = new Map<string, Intl.NumberFormat>();
  const number = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const known = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
    numbers.set(key, known);
    return known;
  };

  const withFormat = (value: number, spec: NumberFormat, options: Intl.NumberFormatOptions): string => {
    const text = number({ ...options, ...(spec.percent && { style: 'percent' }) }).format(Math.abs(value));
    const zero = !/[1-9]/.test(text);
    return `${value < 0 && !zero ? '-' : ''}${noBreak(spec.prefix)}${text}${noBreak(spec.suffix)}`;
  };

  const writeNumber = (value: number, column: FormatColumn): string => {
    const spec = column.format ? parseNumberFormat(column.format) : undefined;
    if (!spec) {
      // Numbers that name something (a year, a month) are columns to group by and carry no separators.
      const grouped = 'measure' in column.field || 'aggregation' in column.field || column.type === 'number';
      return number({ useGrouping: grouped, maximumFractionDigits: 2 }).format(value);
    }
    return withFormat(value, spec, {
      useGrouping: spec.grouping,
      minimumFractionDigits: spec.minimum,
      maximumFractionDigits: spec.maximum,
    });
  };

  const writeDate = (value: Cell, column: FormatColumn): string | undefined => {
    const grain = grainOf(column.field);
    if (grain === 'year' && typeof value === 'number') return String(value);
    const date = parseDate(value);
    if (!date) return undefined;
    const own = column.format && isDateFormat(column.format) ? column.format : undefined;
    const byGrain = grain && (grain === 'day' || grain === 'week' ? (own ?? grainFormats[grain]) : grainFormats[grain]);
    return formatDate(date, byGrain ?? own ?? (column.type === 'datetime' ? 'short hh:nn' : 'short'), locale, words.quarter);
  };

  const full = (value: Cell | undefined, column: FormatColumn): string => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (column.type === 'date' || column.type === 'datetime' || grainOf(column.field)) return writeDate(value, column) ?? String(value);
    return typeof value === 'number' ? writeNumber(value, column) : value;
  };

  const decimal = (): string =>
    number({})
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.';

  return {
    locale,
    full,
    label: (value, column) => full(value, column) || words.blank,
    compact(value, column) {
      const spec = column.format ? parseNumberFormat(column.format) : undefined;
      if (spec?.percent) {
        return withFormat(value, spec, { minimumFractionDigits: spec.minimum, maximumFractionDigits: spec.maximum });
      }
      const bare = spec ?? { prefix: '', suffix: '', percent: false, grouping: true, minimum: 0, maximum: 2 };
      // By the format as in full: left to itself, Spanish groups only numbers of five digits and more.
      const useGrouping = bare.grouping;
      if (Math.abs(value) < 10_000) {
        return withFormat(value, bare, { useGrouping, minimumFractionDigits: bare.minimum, maximumFractionDigits: bare.maximum });
      }
      // Beyond the last word for a power of a thousand there are only its digits, which nobody can read.
      if (Math.abs(value) >= 1e15) return withFormat(value, bare, { notation: 'scientific', maximumFractionDigits: 2 });
      return withFormat(value, bare, { useGrouping, notation: 'compact', maximumFractionDigits: 1 });
    },
    percent: (value) =>
      number({
        style: 'percent',
        ...(Math.abs(value) < 100
          ? { minimumFractionDigits: 1, maximumFractionDigits: 1 }
          : { notation: 'compact', maximumFractionDigits: 1 }),
      }).format(value),
    integer: (value) => number({ useGrouping: true, maximumFractionDigits: 0 }).format(value),
    parse(text) {
      const mark = decimal();
      const digits = text.replaceAll('\u2212', '-').replaceAll(new RegExp(`[^-\\d${mark}]`, 'g'), '');
      const value = Number(digits.replace(mark, '.'));
      return digits !== '' && Number.isFinite(value) ? value : undefined;
    },
    day: (date, column) => formatDate(date, dayFormat(column), locale, words.quarter),
    parseDay: (text, column) => readDay(text, dayFormat(column), locale),
  };
}
