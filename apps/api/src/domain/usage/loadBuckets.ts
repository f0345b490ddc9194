/**
 * Times until a first page was shown, counted in an array: to the tenth of a second, from ten seconds on to the second, and all from ten
 * minutes on as ten minutes. A percentile of rounded times is the rounded percentile.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Place of a time in the array, from 1 on. */
export const bucketOf = (ms: RawBuilder<unknown>) =>
  sql`1 + (case when ${ms} < 10000 then round(${ms} / 100.0) else least(90 + round(${ms} / 1000.0), 690) end)::int`;

/** Milliseconds that a place in the array stands for. */
export const loadOf = (bucket: RawBuilder<unknown>) =>
  sql`(case when ${bucket} <= 101 then (${bucket} - 1) * 100 else (${bucket} - 91) * 1000 end)::int`;
