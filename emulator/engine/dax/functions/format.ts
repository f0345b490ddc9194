/** FORMAT: numbers and dates as text. A format that is not known here is an error, never a guess. */
import { sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument } from '../arguments.ts';
import { asNumber, constant, isNumeric } from '../scalar.ts';
import type { DaxFunction } from '../scalar.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression, Position } from '../syntax.ts';

type Locale = { group: string; decimal: string; currency: (number: Sql) => Sql; months: string[]; days: string[]; dates: [string, string] };

const list = (words: string): string[] => words.split(' ');
const portuguese = {
  months: list('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
  days: list('domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'),
};
const locales: Record<string, Locale> = {
  'en-us': {
    group: ',',
    decimal: '.',
    currency: (number) => sql`'$' || ${number}`,
    months: list('January February March April May June July August September October November December'),
    days: list('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
    dates: ['M/d/yyyy', 'dddd, MMMM d, yyyy'],
  },
  'pt-br': {
    ...portuguese,
    group: '.',
    decimal: ',',
    currency: (number) => sql`'R$ ' || ${number}`,
    dates: ['dd/MM/yyyy', 'dddd, d "de" MMMM "de" yyyy'],
  },
  'pt-pt': {
    ...portuguese,
    group: '\u00A0',
    decimal: ',',
    currency: (number) => sql`${number} || ' €'`,
    dates: ['dd/MM/yyyy', 'd "de" MMMM "de" yyyy'],
  },
  'es-es': {
    group: '.',
    decimal: ',',
    currency: (number) => sql`${number} || ' €'`,
    months: list('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    days: list('domingo lunes martes miércoles jueves viernes sábado'),
    dates: ['dd/MM/yyyy', 'dddd, d "de" MMMM "de" yyyy'],
  },
};

type NumberFormat = {
  prefix: string;
  suffix: string;
  /** Only words: the section of a format that shows no number. */
  bare?: true;
  grouped: boolean;
  integers: number;
  fixed: number;
  optional: number;
  percent: boolean;
};

const unknown = (format: string, at: Position) => new DaxError(`The format "${format}" is not supported.`, at);

/** Words in quotes, characters after a backslash, and those that stand for themselves. */
const literal = /^(?:"[^"]*"|\\.|[ $€£()+:-]|R\$)*/;
const plain = (text: string): string =>
  text.replaceAll(/"([^"]*)"|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '');

/** Positive; negative; zero: up to three sections, divided by semicolons that are no words. */
function readSections(format: string, at: Position): [NumberFormat, NumberFormat | undefined, NumberFormat | undefined] {
  const sections = (format.match(/(?:"[^"]*"|\\.|[^;"\\])+|;/g) ?? []).reduce<string[]>(
    (read, piece) => (piece === ';' ? [...read, ''] : [...read.slice(0, -1), `${read.at(-1)}${piece}`]),
    [''],
  );
  if (sections.length > 3 || sections.join(';') !== format) throw unknown(format, at);
  const [positive, negative, zero] = sections.map((section) => (section === '' ? undefined : readNumberFormat(section, format, at)));
  if (!positive) throw unknown(format, at);
  return [positive, negative, zero];
}

/** In which section a number falls is said by what is left of it after rounding. */
function writeSections(
  value: Sql,
  [positive, negative, zero]: [NumberFormat, NumberFormat | undefined, NumberFormat | undefined],
  locale: Locale,
): Sql {
  const isNothing = (section: NumberFormat) => sql`${roundedBy(value, section)} = 0`;
  const below = negative ? writeNumber(sql`abs(${value})`, negative, locale) : writeNumber(value, positive, locale);
  const none = writeNumber(sql`(0 * ${value})`, zero ?? positive, locale);
  return sql`CASE WHEN ${value} > 0 AND NOT (${isNothing(positive)}) THEN ${writeNumber(value, positive, locale)} WHEN ${value} < 0 AND NOT (${isNothing(negative ?? positive)}) THEN ${below} WHEN ${value} IS NOT NULL THEN ${none} END`;
}

function roundedBy(value: Sql, format: NumberFormat): Sql {
  // Words alone show no number, so nothing is rounded away.
  if (format.bare) return sql`CAST(${value} AS DOUBLE)`;
  const scaled = format.percent ? sql`(CAST(${value} AS DOUBLE) * 100)` : sql`CAST(${value} AS DOUBLE)`;
  return sql`round(${scaled}, ${trusted(String(format.fixed + format.optional))})`;
}

function readNumberFormat(section: string, format: string, at: Position): NumberFormat {
  if (section !== '' && literal.exec(section)?.[0] === section) return number({ prefix: plain(section), bare: true });
  const prefix = literal.exec(section)?.[0] ?? '';
  const match = /^([#0]+(?:,[#0]+)*)(?:\.(0*)(#*))?(%?)(.*)$/.exec(section.slice(prefix.length));
  const [, integers = '', fixed = '', optional = '', percent = '', suffix = ''] = match ?? [];
  const digits = integers.replaceAll(',', '');
  if (!match || literal.exec(suffix)?.[0] !== suffix || /0#/.test(digits) || (digits !== integers && /00/.test(digits)))
    throw unknown(format, at);
  return {
    prefix: plain(prefix),
    suffix: `${percent}${plain(suffix)}`,
    grouped: integers.includes(','),
    integers: integers.replaceAll(/[^0]/g, '').length,
    fixed: fixed.length,
    optional: optional.length,
    percent: percent === '%',
  };
}

/** Rounded as people round, then with the marks of the language; what rounds to nothing has no sign. */
function writeNumber(value: Sql, format: NumberFormat, { group, decimal }: Locale): Sql {
  if (format.bare) return sql`CASE WHEN ${value} < 0 THEN '-' ELSE '' END || ${format.prefix}`;
  const places = format.fixed + format.optional;
  const rounded = roundedBy(value, format);
  const digits = sql`format(${`{:${format.grouped ? ',' : ''}.${places}f}`}, abs(${rounded}))`;
  const trimmed = format.optional === 0 ? digits : sql`regexp_replace(${digits}, ${`(\\.\\d{${format.fixed}}\\d*?)0+$`}, '\\1')`;
  // Digits that nobody asks for: `#` shows no zero before the comma, and no comma before nothing.
  const bare = sql`regexp_replace(${trimmed}, '\\.$', '')`;
  const whole = format.integers === 0 ? sql`regexp_replace(${bare}, '^0(\\.|$)', '\\1')` : bare;
  const length = trusted(String(format.integers + (places > 0 ? places + 1 : 0)));
  const padded = format.integers > 1 ? sql`lpad(${whole}, greatest(CAST(length(${whole}) AS INTEGER), ${length}), '0')` : whole;
  const marked = sql`translate(${padded}, ',.', ${group + decimal})`;
  return sql`CASE WHEN ${rounded} < 0 THEN '-' ELSE '' END || ${format.prefix} || ${marked} || ${format.suffix}`;
}

const pieces = /"[^"]*"|\\.|y+|M+|m+|d+|H+|n+|s+|[-/:.,\s]/gi;

/** One piece of a date's format; undefined for what is not known. `m` after hours or before seconds means minutes. */
function datePiece(piece: string, minutes: boolean, { months, days }: Locale, date: Sql): Sql | undefined {
  const named = (names: string[], at: string, length: number) =>
    sql`${trusted(`[${names.map((name) => `'${name.slice(0, length)}'`).join(', ')}]`)}[${trusted(at)}(${date}) + ${trusted(at === 'month' ? '0' : '1')}]`;
  const part = (code: string) => sql`strftime(${date}, ${code})`;
  if (/^["\\]/.test(piece)) return sql`${plain(piece)}`;
  if (/^[-/:.,\s]$/.test(piece)) return sql`${piece}`;
  switch (piece.startsWith('H') ? piece : piece.toLowerCase()) {
    case 'yyyy':
      return part('%Y');
    case 'yy':
      return part('%y');
    case 'mmmm':
      return named(months, 'month', 99);
    case 'mmm':
      return named(months, 'month', 3);
    case 'mm':
      return part(minutes ? '%M' : '%m');
    case 'm':
      return minutes ? undefined : part('%-m');
    case 'dddd':
      return named(days, 'dayofweek', 99);
    case 'ddd':
      return named(days, 'dayofweek', 3);
    case 'dd':
      return part('%d');
    case 'd':
      return part('%-d');
    case 'HH':
      return part('%H');
    case 'H':
      return part('%-H');
    case 'nn':
      return part('%M');
    case 'ss':
      return part('%S');
    default:
      return undefined;
  }
}

function writeDate(value: Sql, format: string, locale: Locale, at: Position): Sql {
  const found = format.match(pieces) ?? [];
  if (found.length === 0 || found.join('') !== format) throw unknown(format, at);
  const date = sql`CAST(${value} AS TIMESTAMP)`;
  const parts = found.map((piece, position) => {
    const [before, after] = [found[position - 2] ?? '', found[position + 2] ?? ''];
    return datePiece(piece, /^H/i.test(before) || /^s/i.test(after), locale, date);
  });
  return parts.reduce<Sql>((text, part) => {
    if (!part) throw unknown(format, at);
    return sql`${text} || ${part}`;
  }, trusted("''"));
}

function textOf(call: Call, position: number): { value: string; at: Position } {
  const expression: Expression = argument(call, position);
  if (expression.kind !== 'text') throw new DaxError('FORMAT needs its format and its language written out in quotes.', expression.at);
  return expression;
}

const number = (more: Partial<NumberFormat>): NumberFormat => ({
  prefix: '',
  suffix: '',
  grouped: true,
  integers: 1,
  fixed: 2,
  optional: 0,
  percent: false,
  ...more,
});
const namedNumbers: Record<string, NumberFormat> = {
  standard: number({}),
  currency: number({}),
  fixed: number({ grouped: false }),
  percent: number({ grouped: false, percent: true, suffix: '%' }),
};

/** The languages of the portal; without one that of the model, which is English. */
const written: DaxFunction = {
  takes: [2, 3],
  compile: (call, scope, compile) => {
    const value = compile(argument(call, 0), scope);
    const { value: format, at } = textOf(call, 1);
    const language = call.args[2] ? textOf(call, 2) : { value: 'en-US', at };
    const locale = locales[language.value.toLowerCase()];
    if (!locale) throw new DaxError(`The language "${language.value}" is not supported by FORMAT.`, language.at);
    if (value.type === 'blank') return constant(sql`''`, 'text');
    const [short, long] = locale.dates;
    const name = format.toLowerCase();
    if (value.type === 'date' || value.type === 'datetime') {
      const pattern = name === 'short date' ? short : name === 'long date' ? long : format;
      return constant(sql`coalesce(${writeDate(value.sql, pattern, locale, at)}, '')`, 'text');
    }
    if (!isNumeric(value.type)) throw new DaxError('FORMAT writes numbers and dates.', call.at);
    const { sql: of } = asNumber(value, 'FORMAT', call.at);
    if (name === 'currency') {
      const digits = writeNumber(sql`abs(${of})`, number({}), locale);
      const signed = sql`CASE WHEN round(CAST(${of} AS DOUBLE), 2) < 0 THEN '-' ELSE '' END || ${locale.currency(digits)}`;
      return constant(sql`coalesce(${signed}, '')`, 'text');
    }
    return constant(
      sql`coalesce(${writeSections(of, namedNumbers[name] ? [namedNumbers[name], undefined, undefined] : readSections(format, at), locale)}, '')`,
      'text',
    );
  },
};

export const format: Record<string, DaxFunction> = { FORMAT: written };
