/** What speaks for one or another reading of a column: counted over the whole file, after a sample has said what is worth counting. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CellColumn } from './cells.ts';
import { literal, numbersOf, rowsOf } from './cells.ts';
import { currencyPattern, isDate, isNumber, isWritten, patterns } from './grammar.ts';

type Common = { filled: number; blank: number; sample: string[] };
export type NumberEvidence = Common & {
  kind: 'number';
  /** Cells that are a number with a decimal comma, with a decimal point, with either. */
  comma: number;
  point: number;
  either: number;
  /** Cells with a comma, with a point. */
  commas: number;
  points: number;
  scientific: number;
  percent: number;
  leadingZero: number;
  longest: number;
  /** Every cell is digits alone. */
  isBare: boolean;
};
export type DateEvidence = Common & {
  kind: 'date';
  /** Cells with the year at the end, and at the beginning. */
  part: number;
  year: number;
  /** Cells whose first, whose second figure can be no month. */
  firstIsDay: number;
  secondIsDay: number;
  timed: number;
};
export type Evidence = NumberEvidence | DateEvidence | (Common & { kind: 'yes_no'; yesNo: number }) | { kind: 'text' } | { kind: 'typed' };

const sampled = 1000;
const leastSample = 20;

export const matches = (at: string, pattern: string): string => `regexp_full_match(${at}, ${literal(pattern)}, 'i')`;

const meansSomething = (text: string): boolean => !isWritten(patterns.blank, text);

const isYesNo = (text: string): boolean => isWritten(patterns.yes, text) || isWritten(patterns.no, text);

/** What at least half of the sample is. */
const guessOf = (sample: string[]): 'number' | 'date' | 'yes_no' | 'text' => {
  const most = (is: (text: string) => boolean): boolean => sample.filter(is).length * 2 >= sample.length;
  if (sample.length === 0) return 'text';
  if (most(isDate)) return 'date';
  if (most(isNumber)) return 'number';
  return most(isYesNo) ? 'yes_no' : 'text';
};

/** Digits alone are the most frequent numbers and the cheapest to find out. */
const bareEvidence = async (connection: DuckDBConnection, { at, filled }: CellColumn, sample: string[]): Promise<NumberEvidence> => {
  const [bare = 0, leadingZero = 0, longest = 0] = await numbersOf(
    connection,
    `SELECT count_if(regexp_full_match(${at}, '[0-9]+')), count_if(${at} >= '00' AND ${at} < '1' AND strlen(${at}) > 1), max(strlen(${at})) FROM cells`,
  );
  const none = { blank: 0, commas: 0, points: 0, scientific: 0, percent: 0 };
  const all = { comma: filled, point: filled, either: filled };
  return { kind: 'number', filled, sample, ...none, ...all, leadingZero, longest, isBare: bare === filled };
};

const numberEvidence = async (connection: DuckDBConnection, { at, filled }: CellColumn, sample: string[]): Promise<NumberEvidence> => {
  const counts = await numbersOf(
    connection,
    `SELECT count_if(blank), count_if(comma AND NOT blank), count_if(point AND NOT blank), count_if(comma AND point AND NOT blank),
      count_if(contains(c, ',')), count_if(contains(c, '.')), count_if(scientific), count_if(contains(c, '%')),
      count_if(regexp_matches(c, '^\\s*0\\d')), coalesce(max(strlen(c)), 0)
    FROM (SELECT ${at} AS c, ${matches(at, patterns.blank)} AS blank, ${matches(at, patterns.commaNumber)} AS comma,
      ${matches(at, patterns.pointNumber)} AS point, ${matches(at, patterns.scientific)} AS scientific FROM cells WHERE ${at} IS NOT NULL)`,
  );
  const [blank = 0, comma = 0, point = 0, either = 0, commas = 0, points = 0, scientific = 0, percent = 0, leadingZero = 0, longest = 0] =
    counts;
  return {
    kind: 'number',
    filled,
    sample,
    blank,
    comma,
    point,
    either,
    commas,
    points,
    scientific,
    percent,
    leadingZero,
    longest,
    isBare: false,
  };
};

const noMonth = '(?:1[3-9]|[23]\\d)';

const dateEvidence = async (connection: DuckDBConnection, { at, filled }: CellColumn, sample: string[]): Promise<DateEvidence> => {
  const counts = await numbersOf(
    connection,
    `SELECT count_if(blank), count_if(part), count_if(year),
      count_if(part AND regexp_matches(c, '^\\s*${noMonth}[/.-]')), count_if(part AND regexp_matches(c, '^\\s*\\d{1,2}[/.-]${noMonth}[/.-]')),
      count_if((part OR year) AND contains(c, ':') AND NOT regexp_matches(c, '[T ,]0?0:00(:00([.,]0+)?)?(Z|[-+][0-9:]+)?\\s*$'))
    FROM (SELECT ${at} AS c, ${matches(at, patterns.blank)} AS blank, ${matches(at, patterns.partDate)} AS part,
      ${matches(at, patterns.yearDate)} AS year FROM cells WHERE ${at} IS NOT NULL)`,
  );
  const [blank = 0, part = 0, year = 0, firstIsDay = 0, secondIsDay = 0, timed = 0] = counts;
  return { kind: 'date', filled, sample, blank, part, year, firstIsDay, secondIsDay, timed };
};

const evidenceFor = async (connection: DuckDBConnection, column: CellColumn, sample: string[]): Promise<Evidence> => {
  const { at, filled } = column;
  switch (guessOf(sample)) {
    case 'number': {
      const bare = sample.every((text) => /^\d+$/.test(text)) ? await bareEvidence(connection, column, sample) : undefined;
      return bare?.isBare ? bare : numberEvidence(connection, column, sample);
    }
    case 'date':
      return dateEvidence(connection, column, sample);
    case 'yes_no': {
      const yesNo = `${matches(at, patterns.yes)} OR ${matches(at, patterns.no)}`;
      const [blank = 0, count = 0] = await numbersOf(
        connection,
        `SELECT count_if(${matches(at, patterns.blank)}), count_if(${yesNo}) FROM cells`,
      );
      return { kind: 'yes_no', filled, sample, blank, yesNo: count };
    }
    case 'text':
  }
  return { kind: 'text' };
};

/** Cells from all over the file, by column; of a column with few cells, its first ones. */
const samplesOf = async (connection: DuckDBConnection, columns: CellColumn[]): Promise<string[][]> => {
  const [count = 0] = await numbersOf(connection, 'SELECT count(*) FROM cells');
  const step = Math.max(1, Math.floor(count / sampled));
  const rows = await rowsOf(connection, `SELECT ${columns.map(({ at }) => at).join(', ')} FROM cells WHERE rowid % ${step} = 0`);
  const samples: string[][] = [];
  for (const [index, { at, filled }] of columns.entries()) {
    const texts = (cells: unknown[]): string[] => cells.filter((cell) => typeof cell === 'string').filter(meansSomething);
    const spread = texts(rows.map((row) => row[index]));
    const isFew = spread.length < Math.min(leastSample, filled);
    const first = `SELECT ${at} FROM cells WHERE ${at} IS NOT NULL AND NOT ${matches(at, patterns.blank)} LIMIT ${sampled}`;
    samples.push(isFew ? texts((await rowsOf(connection, first)).flat()) : spread);
  }
  return samples;
};

/** The evidence for each column of the table of cells. */
export const gatherEvidence = async (connection: DuckDBConnection, columns: CellColumn[]): Promise<Evidence[]> => {
  const texts = columns.filter(({ sqlType }) => sqlType === 'VARCHAR');
  const samples = texts.length > 0 ? await samplesOf(connection, texts) : [];
  const evidence: Evidence[] = [];
  for (const column of columns) {
    const sample = samples[texts.indexOf(column)];
    evidence.push(sample ? await evidenceFor(connection, column, sample) : { kind: 'typed' });
  }
  return evidence;
};

/** The currency that most cells of a sample name, and where it stands. */
export const currencyOf = (sample: string[]): { symbol: string; isPrefix: boolean } | null => {
  const found = sample.flatMap((text) => {
    const match = new RegExp(currencyPattern, 'i').exec(text);
    return match ? [{ symbol: match[0], isPrefix: match.index < text.search(/\d/) }] : [];
  });
  const [first] = found;
  const isOne = first !== undefined && found.length * 2 >= sample.length && found.every(({ symbol }) => symbol === first.symbol);
  return isOne ? first : null;
};
