/** What is stored about calls, as statements. */
import type { TaskDelivery } from '@vitrine/contract/automation/taskWebhook.ts';
import { webhookLimits } from '@vitrine/contract/automation/taskWebhook.ts';
import { sql } from 'kysely';

const keptSince = (now: Date): Date => new Date(now.getTime() - webhookLimits.kept_days * 86_400_000);

/** Whether the row `d` can be sent once more. */
export const isKept = (now: Date) => sql`(d.state = 'failed' and d.body <> '' and d.ended_at > ${keptSince(now)})`;

/** The call of the run `x`, as its log tells it. */
export const deliveryColumn = (now: Date) => sql`
  (select jsonb_build_object('id', d.id, 'state', d.state, 'tries', d.tries, 'status', d.status, 'problem', d.problem,
      'next_at', d.next_at, 'last_at', d.last_at, 'kept', ${isKept(now)})
    from task_delivery d where d.run_id = x.id)`;

export const deliveryRow = (id: string, now: Date) => sql<TaskDelivery>`
  select d.id, d.state, d.tries, d.status, d.problem, d.next_at, d.last_at, ${isKept(now)} as kept from task_delivery d where d.id = ${id}`;
