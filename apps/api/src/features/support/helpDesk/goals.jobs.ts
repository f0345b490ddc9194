/** Counts what is not resolved anew: the goals of the help desk, its hours or the clock of the unit have changed. */
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import type { Clock } from './goals.rules.ts';
import { clockAfter } from './goals.rules.ts';
import { clockColumns } from './clock.ts';
import { goalsOf } from './readGoals.ts';

const batch = 1000;

type Running = Clock & { ticket_id: string; priority: 'high' | 'normal' | 'low' };

export const countTickets = defineJob({
  name: 'ticket.count',
  schema: z.strictObject({}),
  async work(ctx) {
    const goals = await goalsOf(ctx, ctx.tenant_id);
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const running = await ctx.run(sql<Running>`
        select c.ticket_id, t.priority, ${clockColumns} from ticket_clock c join ticket t on t.tenant_id = c.tenant_id and t.id = c.ticket_id
        where c.counts_since is not null and c.ticket_id > ${after} order by c.ticket_id limit ${sql.lit(batch)}`);
      const counted = running.map(({ ticket_id, priority, ...clock }) => ({
        ticket_id,
        // Whoever changes a ticket meanwhile counts it by the new goals as well.
        priority,
        ...clockAfter(clock, { state: 'open', priority, answered: false }, goals, ctx.now()),
      }));
      await ctx.run(sql`
        update ticket_clock c set answer_due_at = n.answer_due_at, solution_due_at = n.solution_due_at
        from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
          as n (ticket_id uuid, priority text, answered_at timestamptz, answer_due_at timestamptz, solution_due_at timestamptz)
        where c.ticket_id = n.ticket_id and c.counts_since is not null and (c.answered_at is null) = (n.answered_at is null)
          and exists (select from ticket t where t.id = c.ticket_id and t.priority = n.priority)`);
      const last = running.at(-1);
      if (!last || running.length < batch) break;
      after = last.ticket_id;
    }
    await ctx.run(publishEvent({ topic: 'ticket', about: {} }));
  },
});
