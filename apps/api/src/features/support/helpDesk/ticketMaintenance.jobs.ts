/** What waited for the end of a maintenance is resolved by it. */
import type { Ticket } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { found } from '#platform/http/fail.ts';
import { keepClock, readClock } from './clock.ts';
import { clockAfter } from './goals.rules.ts';
import { goalsOf } from './readGoals.ts';
import { writtenByPortal } from './writtenByPortal.ts';

type Due = { tenant_id: string; id: string };

const waitedUntil = (now: Date) =>
  sql`t.maintenance_id in (select m.id from report_maintenance m where m.tenant_id = t.tenant_id and m.ends_at <= ${now})`;

async function endWithMaintenance(ctx: PlatformJobContext, tenant_id: string): Promise<void> {
  const now = ctx.now();
  const goals = await goalsOf(ctx, tenant_id);
  const unit = ctx.unit(tenant_id);
  const over = await unit.run(sql<Due>`select t.tenant_id, t.id from ticket t where ${waitedUntil(now)} order by t.id limit 500`);
  await eachByItself(ctx, over, (due) =>
    unit.withTenant(async (tx) => {
      const [ended] = await tx.run(sql<Pick<Ticket, 'priority'>>`
        update ticket t set state = 'resolved', resolved_at = ${now}, waits_since = null, maintenance_id = null, touched_at = ${now}, version = version + 1
        where t.id = ${due.id} and ${waitedUntil(now)} returning t.priority`);
      if (!ended) return;
      const [clock] = await tx.run(readClock(due.id));
      const after = clockAfter(found(clock), { ...ended, state: 'resolved', answered: true }, goals, now);
      await tx.run(keepClock(due.id, after), ...writtenByPortal(due, 'maintenance_over', now));
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
