import type { ColumnType } from '../../definitions/model.ts';
import { QueryError } from '../queryError.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

function mismatch(value: string | number | boolean, type: ColumnType): QueryError {
  return new QueryError('InvalidFilter', `The filter value ${JSON.stringify(value)} does not fit a column of type ${type}.`);
}

const isoMoment = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** A moment without a zone is one of UTC, wherever the service runs. */
function moment(text: string): number {
  const match = isoMoment.exec(text);
  if (!match) return Number.NaN;
  return Date.parse(text.length > 10 && !match[1] ? `${text}Z` : text);
}

function date(value: string | number | boolean, type: ColumnType): Date {
  const parsed = new Date(typeof value === 'string' ? moment(value) : Number(value));
  if (typeof value === 'boolean') throw mismatch(value, type);
  if (Number.isNaN(parsed.getTime()) || parsed.getUTCFullYear() < 1 || parsed.getUTCFullYear() > 9999) throw mismatch(value, type);
  return parsed;
}

/** A value of a filter, bound as a value of the column's type. */
export function literal(value: string | number | boolean, type: ColumnType): Sql {
  switch (type) {
    case 'text':
      return sql`${String(value)}`;
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) throw mismatch(value, type);
      return sql`${number}`;
    }
    case 'boolean':
      if (value === true || value === 'true') return sql`${true}`;
      if (value === false || value === 'false') return sql`${false}`;
      throw mismatch(value, type);
    case 'date':
      return sql`CAST(${date(value, type).toISOString().slice(0, 10)} AS DATE)`;
    default:
      return sql`CAST(${date(value, type).toISOString().slice(0, 23)} AS TIMESTAMP)`;
  }
}
