/** Decides how a column is read, by the evidence of the whole column and, where that leaves it open, of the file. */
import type { CellSource, Currency, DateOrder } from '../../definitions/dataFile.ts';
import type { ColumnType } from '../../definitions/model.ts';
import type { CellColumn } from './cells.ts';
import type { DateEvidence, Evidence, NumberEvidence } from './evidence.ts';
import { currencyOf } from './evidence.ts';
import { isNamedIdentifier } from './identifiers.ts';

type DecimalMark = ',' | '.';
export type Decision =
  | { kind: 'text' }
  | { kind: 'typed'; type: ColumnType }
  | { kind: 'yes_no' }
  | { kind: 'date'; order: DateOrder; isWritten: boolean; hasTime: boolean; isEvery: boolean }
  | {
      kind: 'number';
      /** Every cell is such a number, is digits alone. */
      isEvery: boolean;
      isBare: boolean;
      hasScientific: boolean;
      decimal: DecimalMark;
      isWhole: boolean;
      isPercentage: boolean;
      /** Numbers without a sign of per cent are of per cent as well. */
      isAllPercent: boolean;
      currency: Currency | null;
      decimals: number;
    };

/** What the columns of a file that leave no doubt say about the others. */
export type Habits = { decimal: DecimalMark | null; order: DateOrder };

const typeOf = (sqlType: string): ColumnType => {
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/.test(sqlType)) return 'integer';
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(sqlType)) return 'number';
  if (sqlType === 'BOOLEAN') return 'boolean';
  if (sqlType === 'DATE') return 'date';
  return sqlType.startsWith('TIMESTAMP') ? 'datetime' : 'text';
};

/** So many of the cells that say something must be readable; else the column is text. */
const leastReadable = 0.9;
/** More cells with a leading zero than this share are codes. */
const mostLeadingZeros = 0.01;
/** Whole numbers with more digits than this cannot be kept exactly. */
const mostDigits = 15;

const sum = (evidence: Evidence[], of: (one: NumberEvidence | DateEvidence) => number): number =>
  evidence.reduce((total, one) => total + (one.kind === 'number' || one.kind === 'date' ? of(one) : 0), 0);

/** The habits of a file. A program that separates cells by semicolons does so because its decimals have a comma. */
export const habitsOf = (evidence: Evidence[], source: CellSource): Habits => {
  const comma = sum(evidence, (one) => (one.kind === 'number' ? one.comma - one.either : 0));
  const point = sum(evidence, (one) => (one.kind === 'number' ? one.point - one.either : 0));
  const bySeparator = source.kind === 'lines' && !source.isWorkbook ? ({ ';': ',', ',': '.' } as const)[source.separator] : undefined;
  const dayFirst = sum(evidence, (one) => (one.kind === 'date' ? one.firstIsDay : 0));
  const monthFirst = sum(evidence, (one) => (one.kind === 'date' ? one.secondIsDay : 0));
  return {
    decimal: comma > point ? ',' : point > comma ? '.' : (bySeparator ?? null),
    order: monthFirst > dayFirst ? 'month_first' : 'day_first',
  };
};

const decimalOf = ({ comma, point, either, commas, points }: NumberEvidence, habits: Habits): DecimalMark => {
  const [onlyComma, onlyPoint] = [comma - either, point - either];
  if (onlyComma !== onlyPoint) return onlyComma > onlyPoint ? ',' : '.';
  // A single mark before three digits, in every cell: the habit of the file, else thousands.
  return habits.decimal ?? (points > commas ? ',' : '.');
};

const isMostOf = (readable: number, { filled, blank }: { filled: number; blank: number }): boolean =>
  filled > blank && readable >= (filled - blank) * leastReadable;

const decimalsOf = (sample: string[], decimal: DecimalMark): number =>
  Math.max(0, ...sample.map((text) => (/e/i.test(text) ? 0 : (new RegExp(`\\${decimal}(\\d+)`).exec(text)?.[1]?.length ?? 0))));

/** Whole numbers that are written like codes, and codes among which some are no number: as text they stay what they are. */
const isCodes = (evidence: NumberEvidence, name: string, readable: number, isWhole: boolean): boolean => {
  const { filled, blank, leadingZero, longest, scientific } = evidence;
  const looksLikeCode = leadingZero > (filled - blank) * mostLeadingZeros || longest > mostDigits;
  if (isWhole && looksLikeCode && isDigits(evidence)) return true;
  return isNamedIdentifier(name) && (readable < filled - blank || leadingZero > 0 || scientific > 0);
};

const numberOf = (evidence: NumberEvidence, { name, format }: CellColumn, habits: Habits, isWorkbook: boolean): Decision => {
  const { filled, commas, points, scientific, percent, sample, isBare } = evidence;
  const decimal = decimalOf(evidence, habits);
  const readable = decimal === ',' ? evidence.comma : evidence.point;
  const isWhole = (decimal === ',' ? commas : points) === 0 && scientific === 0;
  if (!isMostOf(readable, evidence) || isCodes(evidence, name, readable, isWhole)) return { kind: 'text' };
  const isPercentage = percent * 2 >= readable || format?.percentage === true;
  return {
    kind: 'number',
    isEvery: readable === filled,
    isBare,
    hasScientific: scientific > 0,
    decimal,
    isWhole: isWhole && percent === 0 && !isPercentage,
    isPercentage,
    isAllPercent: isPercentage && !isWorkbook,
    currency: currencyOf(sample) ?? format?.currency ?? null,
    decimals: Math.max(decimalsOf(sample, decimal), isPercentage && scientific > 0 ? 1 : 0),
  };
};

/** Nearly digits alone, as codes are written. */
const isDigits = ({ isBare, sample }: NumberEvidence): boolean => isBare || sample.every((text) => /^\s*\d+\s*$/.test(text));

const dateOf = (evidence: DateEvidence, habits: Habits): Decision => {
  const { part, year, firstIsDay, secondIsDay, timed } = evidence;
  if (!isMostOf(part + year, evidence)) return { kind: 'text' };
  const order = firstIsDay === secondIsDay ? habits.order : firstIsDay > secondIsDay ? 'day_first' : 'month_first';
  return { kind: 'date', order, isWritten: part > 0, hasTime: timed > 0, isEvery: part + year === evidence.filled };
};

/** How a column is read. */
export const decide = (column: CellColumn, evidence: Evidence, habits: Habits, isWorkbook: boolean): Decision => {
  switch (evidence.kind) {
    case 'typed':
      return { kind: 'typed', type: typeOf(column.sqlType) };
    case 'number':
      return numberOf(evidence, column, habits, isWorkbook);
    case 'date':
      return dateOf(evidence, habits);
    case 'yes_no':
      return isMostOf(evidence.yesNo, evidence) ? { kind: 'yes_no' } : { kind: 'text' };
    case 'text':
  }
  return { kind: 'text' };
};
