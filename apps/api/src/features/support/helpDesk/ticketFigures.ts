/** How a help desk is doing, as far as somebody sees its tickets. Times are minutes of work, kept with each ticket. */
import * as contract from '@vitrine/contract/support/ticketFigures.ts';
import type { TicketFigures, TicketNumbers } from '@vitrine/contract/support/ticketFigures.ts';
import { ticketPriorities } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { withClock } from './clock.ts';
import { deskOf } from './desk.ts';
import { namesOf } from './readTicket.ts';

const dayMs = 86_400_000;
const longestDays = 800;

type Period = { from: string; until: string };

function checkPeriod({ from, until }: Period): void {
  const days = (Date.parse(until) - Date.parse(from)) / dayMs;
  if (days < 0) failFields({ until: 'period_reversed' });
  if (days > longestDays) failFields({ until: `period_too_long:${longestDays}` });
}

/** What was not said of a ticket does not count against anybody; an answer that has not come counts once it is late. */
const numbers = (now: Date) => sql`
  count(*) filter (where opened)::int as opened,
  count(*) filter (where solved)::int as resolved,
  round(percentile_cont(0.5) within group (order by answer_minutes) filter (where opened))::int as answer_p50,
  round(percentile_cont(0.9) within group (order by answer_minutes) filter (where opened))::int as answer_p90,
  round(percentile_cont(0.5) within group (order by counted_minutes) filter (where solved))::int as solution_p50,
  round(percentile_cont(0.9) within group (order by counted_minutes) filter (where solved))::int as solution_p90,
  count(*) filter (where opened and answer_due_at is not null and (answered_at is not null or (state <> 'resolved' and answer_due_at < ${now})))::int as answers_due,
  count(*) filter (where opened and answered_at <= answer_due_at)::int as answers_met,
  count(*) filter (where solved and solution_due_at is not null)::int as solutions_due,
  count(*) filter (where solved and resolved_at <= solution_due_at)::int as solutions_met,
  count(*) filter (where solved and helped = 'yes')::int as helped_yes,
  count(*) filter (where solved and helped = 'partly')::int as helped_partly,
  count(*) filter (where solved and helped = 'no')::int as helped_no`;

type Grouped = TicketNumbers & {
  kind: 'total' | 'priority' | 'agent';
  priority: (typeof ticketPriorities)[number];
  assigned_to: string | null;
};

async function figuresOf(ctx: Context, { from, until }: Period): Promise<TicketFigures> {
  const { timezone } = ctx.actor;
  const { visible } = deskOf(ctx);
  const begin = sql`(${from}::date::timestamp at time zone ${timezone})`;
  const end = sql`((${until}::date + 1)::timestamp at time zone ${timezone})`;
  const within = (column: 'created_at' | 'resolved_at') => sql`t.${sql.ref(column)} >= ${begin} and t.${sql.ref(column)} < ${end}`;
  const weekOf = (column: 'created_at' | 'resolved_at') =>
    sql`select date_trunc('week', t.${sql.ref(column)} at time zone ${timezone})::date as week, count(*)::int as count
      from ticket t where ${within(column)} and ${visible} group by 1`;
  const [grouped, weeks, [now]] = await ctx.run(
    sql<Grouped>`
      select case grouping(w.priority, w.assigned_to) when 3 then 'total' when 1 then 'priority' else 'agent' end as kind, w.priority, w.assigned_to,
        ${numbers(ctx.now())}
      from (
        select t.priority, t.state, t.assigned_to, t.resolved_at, c.answered_at, c.answer_minutes, c.counted_minutes, c.answer_due_at,
          c.solution_due_at, r.helped, ${within('created_at')} as opened, coalesce(${within('resolved_at')}, false) as solved
        from ${withClock} left join ticket_rating r on r.tenant_id = t.tenant_id and r.ticket_id = t.id and r.resolved_at = t.resolved_at
        where ((${within('created_at')}) or (${within('resolved_at')})) and ${visible}
      ) as w group by grouping sets ((), (w.priority), (w.assigned_to))`,
    sql<TicketFigures['weeks'][number]>`
      select to_char(s.week, 'YYYY-MM-DD') as week, coalesce(o.count, 0) as opened, coalesce(d.count, 0) as resolved
      from generate_series(date_trunc('week', ${from}::date::timestamp), ${until}::date::timestamp, '7 days') as s (week)
      left join (${weekOf('created_at')}) as o on o.week = s.week::date left join (${weekOf('resolved_at')}) as d on d.week = s.week::date
      order by s.week`,
    sql<Pick<TicketFigures, 'open_now' | 'late_now'>>`
      select count(*)::int as open_now, count(*) filter (where c.due_at < ${ctx.now()})::int as late_now
      from ${withClock} where t.state <> 'resolved' and ${visible}`,
  );
  const ofKind = (wanted: Grouped['kind']) =>
    grouped.flatMap(({ kind, priority, assigned_to, ...all }) => (kind === wanted ? [{ priority, id: assigned_to, ...all }] : []));
  const total = found(ofKind('total')[0]);
  return {
    totals: withoutGroup(total),
    ...found(now),
    weeks,
    priorities: ofKind('priority')
      .map(({ id: _id, ...row }) => row)
      .toSorted((a, b) => ticketPriorities.indexOf(a.priority) - ticketPriorities.indexOf(b.priority)),
    agents: holds(ctx.actor, 'users', 'read') ? await agentsOf(ctx, ofKind('agent')) : null,
  };
}

const withoutGroup = ({ priority: _priority, id: _id, ...all }: TicketNumbers & { priority: unknown; id: unknown }): TicketNumbers => all;

/** Who has most to do first, and last what nobody works on. */
async function agentsOf(ctx: Context, rows: readonly (TicketNumbers & { id: string | null; priority: unknown })[]) {
  const nameOf = await namesOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows
    .map(({ priority: _priority, ...row }) => ({ ...row, name: nameOf(row.id) }))
    .toSorted(
      (a, b) => Number(a.id === null) - Number(b.id === null) || b.resolved - a.resolved || (a.name ?? '').localeCompare(b.name ?? ''),
    );
}

export function ticketFigures(serve: Serve): void {
  serve(contract.figures, (ctx, { query: period }) => {
    // Where the help desk is off nothing of it is seen.
    if (!holds(ctx.actor, 'tickets', 'use')) fail('forbidden');
    checkPeriod(period);
    return figuresOf(ctx, period);
  });
}
