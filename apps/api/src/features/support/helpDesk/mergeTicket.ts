/** A ticket that says the same as another becomes part of it: what is said from then on is said there, to both who asked. */
import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { ticketLimits } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';
import { changeTicket } from './changeTicket.ts';
import type { Desk } from './desk.ts';
import { ticketCan } from './ticket.rules.ts';

export const mergeTicket = (ctx: Context, desk: Desk, id: string, into_id: string): Promise<WholeTicket> =>
  changeTicket(
    ctx,
    desk,
    id,
    'merge',
    async ({ tx, ticket, other, set, write, now }) => {
      const into = other ?? fail('ticket_not_found');
      if (into.id === id || !ticketCan(into, desk, now).merge) fail('ticket_not_now');
      if (into.entries >= ticketLimits.entries) fail('ticket_full', { limit: ticketLimits.entries });
      await set(
        sql`merged_into_id = ${into_id}, state = 'resolved', resolved_at = coalesce(resolved_at, ${now}), waits_since = null, maintenance_id = null,
          worked_at = ${now}`,
      );
      await tx.run(
        // Nobody has to go from one to the next: what was merged into this one leads to where it is now.
        sql`update ticket set merged_into_id = ${into_id} where merged_into_id = ${id}`,
        // Whoever waited goes on waiting there.
        sql`update ticket set touched_at = ${now}, worked_at = ${now}, version = version + 1,
          waits_since = case when state <> 'resolved' then least(waits_since, ${ticket.waits_since}::timestamptz) end where id = ${into_id}`,
        sql`insert into ticket_watcher (tenant_id, ticket_id, person_id)
          select ${ticket.tenant_id}, ${into_id}, person_id
          from (select ${ticket.opened_by}::uuid as person_id union select w.person_id from ticket_watcher w where w.ticket_id = ${id}) all_of_it
          where person_id <> ${into.opened_by} on conflict do nothing`,
      );
      await write({ kind: 'event', event: 'merged', about: String(into.number) });
      await write({ kind: 'event', event: 'merged_in', about: String(ticket.number) }, { quiet: true, of: into });
    },
    into_id,
  );
