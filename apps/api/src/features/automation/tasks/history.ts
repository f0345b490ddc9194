/** What a task has found, since it asks what it asks now: other questions have other values. */
import type { PastValue } from '@vitrine/contract/automation/tasks.ts';
import { sql } from 'kysely';

const dayMs = 86_400_000;
/** Within so many days each run is a point. */
const singleDays = 7;
const kept = 2000;

const answered = (task_id: string, since: Date) => sql`
  from task_run x join task_condition c on c.task_id = x.task_id
  where x.task_id = ${task_id} and x.state in ('ok', 'fired') and x.due_at >= ${since} and coalesce(x.started_at, x.due_at) >= c.asked_since`;

const runs = (task_id: string, since: Date) => sql<PastValue>`
  select * from (
    select x.id, x.due_at as at, x.value, x.number_value, x.state = 'fired' as met, x.told ${answered(task_id, since)}
    order by x.due_at desc, x.id desc limit ${sql.lit(kept)}) as latest
  order by at, id`;

/** The last run of each day on the clock of the unit, with what happened on all of it. */
const days = (task_id: string, since: Date, timezone: string) => sql<PastValue>`
  select distinct on (day) id, at, value, number_value, bool_or(met) over of_day as met, (sum(told) over of_day)::integer as told
  from (
    select x.id, x.due_at as at, x.value, x.number_value, x.state = 'fired' as met, x.told, (x.due_at at time zone ${timezone}::text)::date as day
    ${answered(task_id, since)}) as found
  window of_day as (partition by day)
  order by day, at desc, id desc`;

export function pastValues(task_id: string, { days: looked, timezone, now }: { days: number; timezone: string; now: Date }) {
  const since = new Date(now.getTime() - looked * dayMs);
  const single = looked <= singleDays;
  return { by: single ? ('run' as const) : ('day' as const), rows: single ? runs(task_id, since) : days(task_id, since, timezone) };
}
