/** Periods in SQL. Years and months are those of the calendar. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

export type Period = { unit: 'years' | 'months' | 'days'; count: number };

/** A moment of a statement, and the time zone of the unit, for what ends with a day. */
export type Moment = { at: RawBuilder<unknown>; timezone: RawBuilder<unknown> };

export const interval = ({ unit, count }: Period): RawBuilder<unknown> => sql`make_interval(${sql.raw(unit)} => ${sql.lit(count)})`;

/** Whether more than the period has passed since a moment. */
export const past =
  (since: RawBuilder<unknown>, period: Period) =>
  ({ at }: Pick<Moment, 'at'>): RawBuilder<unknown> =>
    sql`${since} < ${at} - ${interval(period)}`;

/** The first moment at which it has. A month later than the 31st is the last of the month, from which the month before is too short. */
export const passes = (since: RawBuilder<unknown>, period: Period) => (): RawBuilder<unknown> => {
  const end = sql`(${since} + ${interval(period)})`;
  return period.unit === 'days'
    ? end
    : sql`case when ${end} - ${interval(period)} < ${since} then date_trunc('month', ${end}) + interval '1 month' else ${end} end`;
};
