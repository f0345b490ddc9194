import { sql, trusted } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Scalar } from './scalar.ts';

/** Text is ordered as people read it, whatever its case and accents; blanks come before everything. */
export function ordering({ sql: value, type }: Pick<Scalar, 'sql' | 'type'>, direction: 'ascending' | 'descending'): Sql {
  const order = trusted(direction === 'descending' ? 'DESC NULLS LAST' : 'ASC NULLS FIRST');
  return type === 'text' ? sql`strip_accents(lower(${value})) ${order}, ${value} ${order}` : sql`${value} ${order}`;
}
