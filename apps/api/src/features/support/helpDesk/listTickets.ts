/** The list of tickets, and its search. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import { countCap } from '@vitrine/contract/list.ts';
import type { list } from '@vitrine/contract/support/helpDesk.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { every, longListPage } from '#platform/http/list.ts';
import type { Desk } from './desk.ts';
import type { TicketRow } from './readTicket.ts';
import { ticketColumns, ticketsOf } from './readTicket.ts';

type Wanted = Input<typeof list>['query'];

/** Up to the number that a list counts, matches are found by id; if there are more, walking the list is faster. */
async function foundBy({ scope }: Desk, q: string): Promise<RawBuilder<unknown> | undefined> {
  if (q === '') return undefined;
  const ids = await scope.run(sql<{ id: string }>`select id from search_ticket(${q}, ${sql.lit(countCap + 1)}) as id`);
  if (ids.length <= countCap) return sql`t.id = any (${ids.map(({ id }) => id)}::uuid[])`;
  return sql`exists (select from ticket_words w where w.ticket_id = t.id and w.words like all (search_patterns(${q})))`;
}

function narrowed({ person_id }: Desk, { scope, state, priority, assigned, archived }: Wanted): RawBuilder<unknown> {
  return every(
    scope === 'mine' ? sql`t.opened_by = ${person_id}` : undefined,
    scope === 'handling' ? sql`t.assigned_to = ${person_id} and t.state <> 'resolved'` : undefined,
    state === undefined ? undefined : sql`t.state = ${state}`,
    priority === undefined ? undefined : sql`t.priority = ${priority}`,
    assigned === undefined ? undefined : sql`(t.assigned_to is null) = ${assigned === 'nobody'}`,
    archived ? sql`t.archived_at is not null` : sql`t.archived_at is null`,
  );
}

export async function listTickets(ctx: Context, desk: Desk, wanted: Wanted): Promise<Answer<typeof list>> {
  const matching = every(desk.visible, narrowed(desk, wanted), await foundBy(desk, wanted.q));
  const keys = { by: { touched_at: sql`t.touched_at`, number: sql`t.number` }, id: sql`t.id`, from: sql`ticket t` };
  const { data, meta } = await longListPage(
    desk.scope,
    wanted,
    keys,
    ({ beyond, order, limit }) => sql<TicketRow>`select ${ticketColumns} from ticket t where ${matching} and ${beyond} ${order} ${limit}`,
    sql`select from ticket t where ${matching}`,
  );
  return { data: await ticketsOf(ctx, desk, data), meta, can: { add: true, work: desk.works, oversee: desk.oversees } };
}
