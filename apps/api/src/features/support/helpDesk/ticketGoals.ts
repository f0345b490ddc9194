/** The goals of a help desk, set by the administrators of the unit. */
import * as contract from '@vitrine/contract/support/ticketGoals.ts';
import type { TicketGoals } from '@vitrine/contract/support/ticketGoals.ts';
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { fail } from '#platform/http/fail.ts';
import { countTickets } from './goals.jobs.ts';

const { usualGoals } = contract;

async function readGoals(ctx: Context): Promise<TicketGoals> {
  const [row] = await ctx.run(sql<TicketGoals>`select days, starts, ends, hours, version from ticket_goal`);
  return row ?? usualGoals;
}

export function ticketGoals(serve: Serve): void {
  serve(contract.getGoals, readGoals);

  serve(contract.saveGoals, async (ctx, { body: { days, starts, ends, hours, version } }) => {
    const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
    await ctx.withTenant(async (tx) => {
      const saved = await tx.run(sql`
        insert into ticket_goal as g (tenant_id, days, starts, ends, hours, version)
        values (${ownTenant}, ${JSON.stringify(days.toSorted((a, b) => a - b))}, ${starts}, ${ends}, ${JSON.stringify(hours)}, 2)
        on conflict (tenant_id) do update set days = excluded.days, starts = excluded.starts, ends = excluded.ends, hours = excluded.hours,
          version = g.version + 1
        where g.version = ${version} returning g.version`);
      if (saved.length === 0) fail('conflict');
      await tx.run(addJob(countTickets, tenant_id, {}));
    });
    return readGoals(ctx);
  });
}
