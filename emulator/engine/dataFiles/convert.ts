/** Turns the text of a cell into its value, as SQL; what cannot be read is null. */
import { sqlTypes } from '../sqlTypes.ts';
import type { Decision } from './columnType.ts';
import { literal } from './cells.ts';
import { matches } from './evidence.ts';
import { patterns } from './grammar.ts';

const numberValue = (at: string, decision: Extract<Decision, { kind: 'number' }>): string => {
  const { decimal, isAllPercent, isEvery, hasScientific } = decision;
  const group = decimal === ',' ? '.' : ',';
  const digits = `replace(regexp_replace(${at}, '[^0-9${decimal}]', '', 'g'), '${decimal}', '.')`;
  const isNegative = `regexp_matches(${at}, '[-(\u2212\u2013]')`;
  const size = `CAST(${digits} AS DOUBLE) / CASE WHEN ${isAllPercent} OR contains(${at}, '%') THEN 100 ELSE 1 END`;
  const decorated = `CASE WHEN ${isNegative} THEN -(${size}) ELSE ${size} END`;
  // Most numbers are bare, and those are read in a tenth of the time.
  const bare = `TRY_CAST(replace(replace(${at}, '${group}', ''), '${decimal}', '.') AS DOUBLE)`;
  const written = isAllPercent ? decorated : `coalesce(${bare}, ${decorated})`;
  const scientific = `WHEN ${matches(at, patterns.scientific)} THEN CAST(replace(trim(${at}), ',', '.') AS DOUBLE)`;
  const value = hasScientific ? `CASE ${scientific} ELSE ${written} END` : written;
  return isEvery ? value : `CASE WHEN ${matches(at, decimal === ',' ? patterns.commaNumber : patterns.pointNumber)} THEN ${value} END`;
};

const parts = '^\\s*(\\d+)[/.-](\\d+)[/.-](\\d+)(?:[T ,\u00a0]+(\\d+):(\\d+)(?::(\\d+(?:[.,]\\d+)?))?)?(?: ?([ap])\\.? ?m)?';
const names = "['a', 'b', 'c', 'hour', 'minute', 'second', 'half']";

/** Written with the year first, a date can be read in one way alone, whatever the order of the column. */
const dateValue = (at: string, { order, hasTime, isEvery, isWritten }: Extract<Decision, { kind: 'date' }>): string => {
  const found = `regexp_extract(${at}, ${literal(parts)}, ${names}, 'i')`;
  const number = (part: string): string => `TRY_CAST(p.${part} AS INTEGER)`;
  const [day, month] = order === 'day_first' ? ['a', 'b'] : ['b', 'a'];
  const full = `CASE WHEN strlen(p.c) = 2 THEN ${number('c')} + CASE WHEN ${number('c')} < 70 THEN 2000 ELSE 1900 END ELSE ${number('c')} END`;
  const ymd = `CASE WHEN strlen(p.a) = 4 THEN make_date(${number('a')}, ${number('b')}, ${number('c')})
    ELSE make_date(${full}, ${number(month)}, ${number(day)}) END`;
  const hour = `CASE lower(p.half) WHEN 'p' THEN ${number('hour')} % 12 + 12 WHEN 'a' THEN ${number('hour')} % 12 ELSE coalesce(${number('hour')}, 0) END`;
  const second = `coalesce(TRY_CAST(replace(p.second, ',', '.') AS DOUBLE), 0)`;
  const moment = `${ymd} + make_time(${hour}, coalesce(${number('minute')}, 0), ${second})`;
  const isDate = `${matches(at, patterns.partDate)} OR ${matches(at, patterns.yearDate)}`;
  const any = `list_transform([${found}], lambda p: TRY(${hasTime ? moment : ymd}))[1]`;
  // Most dates are written in one way, which is read in a quarter of the time.
  const usual = isWritten ? (order === 'day_first' ? '%d/%m/%Y' : '%m/%d/%Y') : '%Y-%m-%d';
  const value = hasTime ? any : `coalesce(CASE WHEN strlen(${at}) = 10 THEN CAST(try_strptime(${at}, '${usual}') AS DATE) END, ${any})`;
  return isEvery ? value : `CASE WHEN ${isDate} THEN ${value} END`;
};

/** A workbook's numbers are handed over in a form that leaves no doubt, and stand among texts as people write them. */
const textValue = (at: string, isWorkbook: boolean): string => {
  const number = isWorkbook ? `WHEN ${matches(at, patterns.scientific)} THEN CAST(CAST(${at} AS DOUBLE) AS VARCHAR)` : '';
  return `CASE WHEN starts_with(${at}, '#') AND ${matches(at, patterns.error)} THEN NULL WHEN ${at} = '' THEN NULL ${number}
    WHEN starts_with(${at}, ' ') OR ends_with(${at}, ' ') THEN nullif(trim(${at}), '') ELSE ${at} END`;
};

/** The value of a cell of a column that is read so. */
export const valueOf = (at: string, decision: Decision, isWorkbook: boolean): string => {
  switch (decision.kind) {
    case 'typed':
      return `CAST(${at} AS ${sqlTypes[decision.type]})`;
    case 'number':
      if (decision.isBare && decision.isWhole) return `TRY_CAST(${at} AS BIGINT)`;
      return `TRY_CAST(${numberValue(at, decision)} AS ${decision.isWhole ? 'BIGINT' : 'DOUBLE'})`;
    case 'date':
      return `CAST(${dateValue(at, decision)} AS ${decision.hasTime ? 'TIMESTAMP' : 'DATE'})`;
    case 'yes_no':
      return `CASE WHEN ${matches(at, patterns.yes)} THEN true WHEN ${matches(at, patterns.no)} THEN false END`;
    case 'text':
  }
  return textValue(at, isWorkbook);
};
