/** What whoever opened a ticket says of the help. It is no word about the matter: nothing waits for it, and the ticket is put away in its time. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { rate } from '@vitrine/contract/support/helpDesk.ts';
import type { WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail, found } from '#platform/http/fail.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import type { Desk } from './desk.ts';
import type { TicketRow } from './readTicket.ts';
import { getTicket, ratingOf, ticketColumns } from './readTicket.ts';
import { mayRate } from './ticket.rules.ts';

export async function rateTicket(
  ctx: Context,
  desk: Desk,
  id: string,
  { helped, words }: Input<typeof rate>['body'],
): Promise<WholeTicket> {
  const now = ctx.now();
  await ctx.withTenant(async (tx) => {
    const [[row], [rating = null]] = await tx.run(
      sql<TicketRow>`select ${ticketColumns} from ticket t where t.id = ${id} and ${desk.visible} for update`,
      ratingOf(id),
    );
    const ticket = found(row, 'ticket_not_found');
    if (!mayRate(ticket, rating, desk.person_id, now)) fail('ticket_not_now');
    await tx.run(
      sql`
        insert into ticket_rating (tenant_id, ticket_id, resolved_at, helped, words, rated_at)
        select t.tenant_id, t.id, t.resolved_at, ${helped}, ${words}, ${now} from ticket t where t.id = ${id}
        on conflict (tenant_id, ticket_id, resolved_at) do update set helped = excluded.helped, words = excluded.words, changed_at = ${now}`,
      publishEvent({ topic: 'ticket', about: { ticket_id: id } }),
    );
  });
  return getTicket(ctx, desk, id);
}
