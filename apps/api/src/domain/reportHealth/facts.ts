/** What a report is judged by, as one statement for as many reports as are asked for. Nobody outside of the database is asked. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { unusedDays } from '@vitrine/contract/reports/reportHealth.ts';
import type { ReportMark } from '@vitrine/contract/reports/reportHealth.ts';
import { lastRefreshed } from '#domain/reportAccess/dataAge.ts';
import { todayOf } from '#domain/waiting/conditions.ts';
import type { Context } from '#domain/serving/context.ts';
import type { HealthFacts } from './reportHealth.rules.ts';
import { healthOf } from './reportHealth.rules.ts';

type Asking = Pick<Context, 'actor' | 'now'>;

const lastOpened = sql`(select max(v.opened_at) from report_view v where v.report_id = r.id)`;

/** Of a report `r`; null for one that is not active. */
export const healthFacts = (ctx: Asking): RawBuilder<HealthFacts | null> => sql<HealthFacts | null>`
  case when r.active then (
    select to_jsonb(facts) from (
      select r.created_at, r.dataset_id is not null and r.kind in ('report', 'paginated') as has_data,
        case when latest.state is not null then jsonb_build_object('state', latest.state, 'at', latest.at) end as last,
        case when latest.state = 'completed' then latest.at when latest.state = 'failed' then ${lastRefreshed} end as good_at,
        (select jsonb_build_object('days', s.days, 'times', s.times, 'paused', s.paused)
          from refresh_schedule s where s.dataset_id = r.dataset_id) as schedule,
        case when r.owner_id is null then 'nobody' when held.state <> 'active' then 'gone' else 'there' end as owner,
        (held.deactivated_on::timestamp at time zone ${ctx.actor.timezone}) as owner_gone_on,
        (select jsonb_build_object('loads', l.loads, 'p95_ms', l.p95_ms, 'usual_ms', l.usual_ms, 'counted_at', l.counted_at)
          from report_load l where l.report_id = r.id) as load,
        ${lastOpened} as last_opened_at, r.data_rule, r.identity_required,
        r.data_rule <> 'none' and exists (
          select from report_grant ra where ra.report_id = r.id and coalesce(ra.ends_on >= ${todayOf(ctx).today}::date, true)
            and case r.data_rule when 'filter' then jsonb_array_length(ra.filters) = 0 else r.roles_required and cardinality(ra.rls_roles) = 0 end
        ) as unruled
      from (values (1)) as one
      left join membership held on held.person_id = r.owner_id
      left join lateral (
        select d.state, coalesce(d.ended_at, d.asked_at) as at from dataset_refresh d
        where d.dataset_id = r.dataset_id and d.state in ('completed', 'failed') order by d.asked_at desc limit 1
      ) as latest on true
    ) as facts) end`;

export function markOf(facts: HealthFacts | null, now: Date): ReportMark | null {
  if (facts === null) return null;
  const { mark, advice } = healthOf(facts, now);
  return { mark, advice };
}

/** The ids of all active reports of the unit by their mark, for a filter or an order: the same rule as in the list. */
export async function marksOfAll(ctx: Asking & Pick<Context, 'run'>): Promise<Record<ReportMark['mark'], string[]>> {
  const rows = await ctx.run(sql<{ id: string; facts: HealthFacts }>`
    select r.id, ${healthFacts(ctx)} as facts from report r where r.active`);
  const marks: Record<ReportMark['mark'], string[]> = { good: [], attention: [], act: [] };
  for (const { id, facts } of rows) marks[healthOf(facts, ctx.now()).mark].push(id);
  return marks;
}

/** Condition on a report `r`: readers could open it, and nobody did for so long. */
export const isUnused = ({ now }: Pick<Context, 'now'>): RawBuilder<boolean> => {
  const since = new Date(now().getTime() - unusedDays * 86_400_000);
  return sql<boolean>`r.active and r.created_at < ${since}
    and not exists (select from report_view v where v.report_id = r.id and v.opened_at >= ${since})`;
};

export { lastOpened };
