/** Tickets of silent agents go back to all agents, what waited for the end of a maintenance is resolved by it, and what has been resolved and silent for long is put away. */
import type { Ticket } from '@vitrine/contract/support/helpDesk.ts';
import { ticketLimits } from '@vitrine/contract/support/helpDesk.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import type { Statement } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { found } from '#platform/http/fail.ts';
import { keepClock, readClock } from './clock.ts';
import { clockAfter } from './goals.rules.ts';
import { tellOfTicket } from './helpDesk.jobs.ts';
import { goalsOf } from './readGoals.ts';

/** Somebody waits, and the agent has neither said nor done anything since; an estimate or a maintenance that has not come yet was an answer. */
const isSilent = (now: Date) => sql<boolean>`t.assigned_to is not null and t.state = 'in_progress'
  and t.waits_since < ${now}::timestamptz - ${sql.lit(`${ticketLimits.silent_days} days`)}::interval
  and coalesce(t.worked_at < ${now}::timestamptz - ${sql.lit(`${ticketLimits.silent_days} days`)}::interval, true)
  and coalesce(t.estimated_at < ${now}, true) and t.maintenance_id is null`;

const isOver = (now: Date) => sql<boolean>`t.state = 'resolved' and t.archived_at is null
  and t.touched_at < ${now}::timestamptz - ${sql.lit(`${ticketLimits.archive_days} days`)}::interval`;

type Due = { tenant_id: string; id: string };

/** Says in the ticket what happened by itself, and tells whom it concerns. */
function written({ tenant_id, id }: Due, event: 'returned' | 'maintenance_over', now: Date): [Statement, ...Statement[]] {
  const entry_id = uuidv7();
  return [
    sql`insert into ticket_entry (tenant_id, id, ticket_id, kind, side, event, created_at)
      values (${tenant_id}, ${entry_id}, ${id}, 'event', 'portal', ${event}, ${now})`,
    sql`insert into live_event (tenant_id, topic, about) values (${tenant_id}, 'ticket', jsonb_build_object('ticket_id', ${id}::text))`,
    addJob(tellOfTicket, tenant_id, { ticket_id: id, entry_id }),
  ];
}

function giveBack(ctx: PlatformJobContext, due: Due): Promise<void> {
  const now = ctx.now();
  return ctx.unit(due.tenant_id).withTenant(async (tx) => {
    const given = await tx.run(sql`
      update ticket t set assigned_to = null, state = 'open', touched_at = ${now}, version = version + 1 where t.id = ${due.id} and ${isSilent(now)} returning t.id`);
    if (given.length > 0) await tx.run(...written(due, 'returned', now));
  });
}

const isTiedTo = (now: Date) =>
  sql`t.maintenance_id in (select m.id from report_maintenance m where m.tenant_id = t.tenant_id and m.ends_at <= ${now})`;

async function endWithMaintenance(ctx: PlatformJobContext, tenant_id: string): Promise<void> {
  const now = ctx.now();
  const goals = await goalsOf(ctx, tenant_id);
  const unit = ctx.unit(tenant_id);
  const over = await unit.run(sql<Due>`select t.tenant_id, t.id from ticket t where ${isTiedTo(now)} order by t.id limit 500`);
  await eachByItself(ctx, over, (due) =>
    unit.withTenant(async (tx) => {
      const [ended] = await tx.run(sql<Pick<Ticket, 'priority'>>`
        update ticket t set state = 'resolved', resolved_at = ${now}, waits_since = null, maintenance_id = null, touched_at = ${now}, version = version + 1
        where t.id = ${due.id} and ${isTiedTo(now)} returning t.priority`);
      if (!ended) return;
      const [clock] = await tx.run(readClock(due.id));
      const after = clockAfter(found(clock), { ...ended, state: 'resolved', answered: true }, goals, now);
      await tx.run(keepClock(due.id, after), ...written(due, 'maintenance_over', now));
    }),
  );
}

/** What waited for the end of a maintenance is resolved within minutes of it. */
export const endTicketsWithMaintenance = definePlatformJob({
  name: 'tickets.resolve',
  schema: z.strictObject({}),
  every: '*/5 * * * *',
  async work(ctx) {
    const units = await ctx.identity.run(
      sql<Pick<Due, 'tenant_id'>>`select distinct t.tenant_id from ticket t where t.maintenance_id is not null`,
    );
    await eachByItself(ctx, units, ({ tenant_id }) => endWithMaintenance(ctx, tenant_id));
  },
});

export const watchTickets = definePlatformJob({
  name: 'tickets.watch',
  schema: z.strictObject({}),
  every: '23 * * * *',
  async work(ctx) {
    const now = ctx.now();
    const [silent, over] = await ctx.identity.run(
      sql<Due>`select t.tenant_id, t.id from ticket t where ${isSilent(now)} order by t.waits_since limit 500`,
      sql<Pick<Due, 'tenant_id'>>`select distinct t.tenant_id from ticket t where ${isOver(now)}`,
    );
    await eachByItself(ctx, silent, (due) => giveBack(ctx, due));
    await eachByItself(ctx, over, async ({ tenant_id }) => {
      await ctx.unit(tenant_id).run(sql`update ticket t set archived_at = ${now}, version = version + 1 where ${isOver(now)}`);
    });
  },
});
