/** Tickets of silent agents go back to all agents, and what has been resolved and silent for long is put away. */
import { ticketLimits } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { writtenByPortal } from './writtenByPortal.ts';

/** Somebody waits, and the agent has neither said nor done anything since; an estimate or a maintenance that has not come yet was an answer. */
const isSilent = (now: Date) => sql<boolean>`t.assigned_to is not null and t.state = 'in_progress'
  and t.waits_since < ${now}::timestamptz - ${sql.lit(`${ticketLimits.silent_days} days`)}::interval
  and coalesce(t.worked_at < ${now}::timestamptz - ${sql.lit(`${ticketLimits.silent_days} days`)}::interval, true)
  and coalesce(t.estimated_at < ${now}, true) and t.maintenance_id is null`;

const isOver = (now: Date) => sql<boolean>`t.state = 'resolved' and t.archived_at is null
  and t.touched_at < ${now}::timestamptz - ${sql.lit(`${ticketLimits.archive_days} days`)}::interval`;

type Due = { tenant_id: string; id: string };

function giveBack(ctx: PlatformJobContext, due: Due): Promise<void> {
  const now = ctx.now();
  return ctx.unit(due.tenant_id).withTenant(async (tx) => {
    const given = await tx.run(sql`
      update ticket t set assigned_to = null, state = 'open', touched_at = ${now}, version = version + 1 where t.id = ${due.id} and ${isSilent(now)} returning t.id`);
    if (given.length > 0) await tx.run(...writtenByPortal(due, 'returned', now));
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
