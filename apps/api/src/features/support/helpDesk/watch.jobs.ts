/** Tickets of silent agents go back to all agents, and what has been resolved and silent for long is put away. */
import { ticketLimits } from '@vitrine/contract/support/helpDesk.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { tellOfTicket } from './helpDesk.jobs.ts';

/** Somebody waits, and the agent has neither said nor done anything since; an estimate that has not come yet was an answer. */
const isSilent = (now: Date) => sql<boolean>`t.assigned_to is not null and t.state = 'in_progress'
  and t.waits_since < ${now}::timestamptz - ${sql.lit(`${ticketLimits.silent_days} days`)}::interval
  and coalesce(t.worked_at < ${now}::timestamptz - ${sql.lit(`${ticketLimits.silent_days} days`)}::interval, true)
  and coalesce(t.estimated_at < ${now}, true)`;

const isOver = (now: Date) => sql<boolean>`t.state = 'resolved' and t.archived_at is null
  and t.touched_at < ${now}::timestamptz - ${sql.lit(`${ticketLimits.archive_days} days`)}::interval`;

type Due = { tenant_id: string; id: string };

function giveBack(ctx: PlatformJobContext, { tenant_id, id }: Due): Promise<void> {
  const now = ctx.now();
  return ctx.unit(tenant_id).withTenant(async (tx) => {
    const given = await tx.run(sql`
      update ticket t set assigned_to = null, state = 'open', touched_at = ${now}, version = version + 1 where t.id = ${id} and ${isSilent(now)} returning t.id`);
    if (given.length === 0) return;
    const entry_id = uuidv7();
    await tx.run(
      sql`insert into ticket_entry (tenant_id, id, ticket_id, kind, side, event, created_at)
        values (${tenant_id}, ${entry_id}, ${id}, 'event', 'portal', 'returned', ${now})`,
      sql`insert into live_event (tenant_id, topic, about) values (${tenant_id}, 'ticket', jsonb_build_object('ticket_id', ${id}::text))`,
      addJob(tellOfTicket, tenant_id, { ticket_id: id, entry_id }),
    );
  });
}

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
