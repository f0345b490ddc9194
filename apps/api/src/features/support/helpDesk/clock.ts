/** The time of a ticket, kept with every change so that lists only read it. */
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import type { Clock } from './goals.rules.ts';

export const clockColumns = sql`c.counts_since, c.counted_minutes, c.answered_at, c.answer_minutes, c.answer_due_at, c.solution_due_at`;

/** Beside a ticket `t`. */
export const withClock = sql`ticket t join ticket_clock c on c.tenant_id = t.tenant_id and c.ticket_id = t.id`;

export const readClock = (id: string) => sql<Clock>`select ${clockColumns} from ticket_clock c where c.ticket_id = ${id}`;

export const keepClock = (id: string, clock: Clock): Statement => sql`
  update ticket_clock set counts_since = ${clock.counts_since}, counted_minutes = ${clock.counted_minutes},
    answered_at = ${clock.answered_at}, answer_minutes = ${clock.answer_minutes},
    answer_due_at = ${clock.answer_due_at}, solution_due_at = ${clock.solution_due_at}
  where ticket_id = ${id}`;
