/** How much of each kind there is, how much goes when, and when the jobs last removed some: by the conditions of the jobs themselves. */
import type { RetentionKindName, RetentionRow } from '@vitrine/contract/privacy/retention.ts';
import { retentionCountCap, retentionKinds as names } from '@vitrine/contract/privacy/retention.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { notHeld } from '#domain/retention/holds.ts';
import type { RetentionKind } from '#domain/retention/kinds.ts';
import { retentionKinds } from '#domain/retention/kinds.ts';
import { going, heldBack } from '#domain/retention/removeDue.ts';
import type { Moment } from '#domain/retention/periods.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';

type Count = Pick<RetentionRow, 'kind' | 'total' | 'week' | 'month' | 'held_back' | 'next_at'>;

/**
 * When the next rows go: those that no hold keeps, as soon as their time has passed; and those that are free when a hold ends by itself, not
 * before it does.
 */
function nextOf({ table, of = sql`true`, concerns, dueAt, oldestBy }: RetentionKind, tenant_id: string, { at, timezone }: Moment) {
  const end = dueAt({ timezone });
  return sql`(
    select min(greatest(m.at, oldest.at))
    from (
      select ${at} as at
      union select l.ends_at from legal_hold l where l.tenant_id = ${tenant_id} and l.lifted_at is null and l.ends_at > ${at}
    ) as m
    cross join lateral (
      select ${end} as at from ${sql.table(table)} x
      where x.tenant_id = ${tenant_id} and (${of}) and ${notHeld(concerns, sql`m.at`)} order by ${oldestBy ?? end} limit 1
    ) as oldest)`;
}

function countOf(name: RetentionKindName, tenant_id: string, timezone: string, now: Date) {
  const kind = retentionKinds[name];
  const inDays = (days: number): Moment => ({
    at: sql`(${now}::timestamptz + make_interval(days => ${sql.lit(days)}))`,
    timezone: sql`${timezone}::text`,
  });
  // The unit is named as well: those who sign people in see all units.
  const counted = (condition: RawBuilder<unknown>) => sql`(select count(*)::int from (
    select from ${sql.table(kind.table)} x where x.tenant_id = ${tenant_id} and ${condition} limit ${sql.lit(retentionCountCap + 1)}) as c)`;
  return sql<Count>`
    select ${name}::text as kind, ${counted(sql`(${kind.of ?? sql`true`})`)} as total, ${counted(going(name, inDays(7)))} as week,
      ${counted(going(name, inDays(30)))} as month, ${counted(heldBack(name, inDays(0)))} as held_back,
      ${nextOf(kind, tenant_id, inDays(0))} as next_at`;
}

type Run = { kind: string; looked_at: string | null; last_at: string | null; last_removed: number | null };
const runs = sql<Run>`
  select k.kind, l.looked_at, r.ran_at as last_at, r.removed as last_removed
  from unnest(${[...names]}::text[]) as k (kind) left join retention_look l on l.kind = k.kind
  left join lateral (select ran_at, removed from retention_run r where r.kind = k.kind order by r.day desc limit 1) as r on true`;

export async function countKinds(ctx: Context, tenant_id: string): Promise<RetentionRow[]> {
  const statement = (name: RetentionKindName) => countOf(name, tenant_id, ctx.actor.timezone, ctx.now());
  const [seen, unseen] = [names.filter((name) => !retentionKinds[name].unseen), names.filter((name) => retentionKinds[name].unseen)];
  const [ran, ...ofUnit] = await ctx.run(runs, ...seen.map(statement));
  const others = await Promise.all(unseen.map((name) => ctx.identity.run(statement(name))));
  const counts = new Map([...ofUnit.flat(), ...others.flat()].map((count) => [count.kind, count]));
  const told = new Map(ran.map((run) => [run.kind, run]));
  return names.map((name) => {
    const { period, becomes, concerns } = retentionKinds[name];
    const { total, week, month, held_back, next_at } = found(counts.get(name));
    const { looked_at, last_at, last_removed } = found(told.get(name));
    const upTo = (count: number) => Math.min(count, retentionCountCap);
    return {
      kind: name,
      period,
      becomes,
      held: concerns !== null,
      total: upTo(total),
      total_is_capped: total > retentionCountCap,
      week: upTo(week),
      month: upTo(month),
      held_back: upTo(held_back),
      next_at,
      looked_at,
      last_at,
      last_removed,
    };
  });
}
