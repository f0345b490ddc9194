/** Removes what is past its time and covered by no legal hold, and writes down how much of each unit. */
import type { RetentionKindName } from '@vitrine/contract/privacy/retention.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import { heldBy, notHeld } from './holds.ts';
import { retentionKinds } from './kinds.ts';
import type { Moment } from './periods.ts';

/** Where the zone of a unit does not matter. */
const anywhere = sql`'UTC'`;
const momentOf = (now: Date): Moment => ({ at: sql`${now}::timestamptz`, timezone: anywhere });

/** Rows `x` of a kind that go at a moment. */
export function going(name: RetentionKindName, moment: Moment): RawBuilder<unknown> {
  const { of = sql`true`, due, concerns } = retentionKinds[name];
  return sql`(${of}) and (${due(moment)}) and ${notHeld(concerns, moment.at)}`;
}

/** Rows `x` of a kind that would go, and stay because they are held. */
export function heldBack(name: RetentionKindName, moment: Moment): RawBuilder<unknown> {
  const { of = sql`true`, due, concerns } = retentionKinds[name];
  return sql`(${of}) and (${due(moment)}) and ${heldBy(concerns, moment.at)}`;
}

export const goingNow = (name: RetentionKindName, now: Date): RawBuilder<unknown> => going(name, momentOf(now));

/** What ends a statement whose `gone` has the unit of each row that went. */
export const written = (name: RetentionKindName, now: Date): RawBuilder<unknown> => sql`
  insert into retention_run as r (tenant_id, kind, day, removed, ran_at)
  select g.tenant_id, ${name}, (${now}::timestamptz at time zone 'UTC')::date, count(*), ${now}::timestamptz
  from gone g join tenant t on t.id = g.tenant_id and t.erasing_since is null group by g.tenant_id
  on conflict (tenant_id, kind, day) do update set removed = r.removed + excluded.removed, ran_at = excluded.ran_at`;

/** In all units of the scope. */
export const removeDue = (name: RetentionKindName, now: Date): RawBuilder<unknown> => sql`
  with gone as (delete from ${sql.table(retentionKinds[name].table)} x where ${goingNow(name, now)} returning x.tenant_id)
  ${written(name, now)}`;

/** For the scope of signing in: a job has looked in all units. */
export const looked = (names: readonly RetentionKindName[], now: Date): RawBuilder<unknown> => sql`
  insert into retention_look (kind, looked_at) select unnest(${[...names]}::text[]), ${now}::timestamptz
  on conflict (kind) do update set looked_at = excluded.looked_at`;

const linesAtOnce = 1000;

/** Lines of the log and addresses in them, in transactions so short that nobody waits for them. The database knows the times. */
export async function expireLog(identity: Scoped, now: Date): Promise<void> {
  let expired = 1;
  while (expired > 0) {
    const [row] = await identity.run(sql<{ expired: number }>`
      with gone as materialized (select kind, unit, expired from expire_log(${linesAtOnce})),
      written as (
        insert into retention_run as r (tenant_id, kind, day, removed, ran_at)
        select g.unit, g.kind, (${now}::timestamptz at time zone 'UTC')::date, g.expired, ${now}::timestamptz
        from gone g join tenant t on t.id = g.unit and t.erasing_since is null
        on conflict (tenant_id, kind, day) do update set removed = r.removed + excluded.removed, ran_at = excluded.ran_at
      )
      select coalesce(sum(expired), 0)::int as expired from gone`);
    expired = row?.expired ?? 0;
  }
  await identity.run(looked(['audit', 'addresses'], now));
}

/** Of days that are this long over nothing is told. */
export const forgetRuns = (now: Date): RawBuilder<unknown> =>
  sql`delete from retention_run where day < (${now}::timestamptz - interval '12 months')::date`;
