/** The list of tickets, and its search. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import { countCap } from '@vitrine/contract/list.ts';
import type { list } from '@vitrine/contract/support/helpDesk.ts';
import { saveGoals } from '@vitrine/contract/support/ticketGoals.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { every, longListPage } from '#platform/http/list.ts';
import type { Desk } from './desk.ts';
import { withClock } from './clock.ts';
import type { CountedRow } from './readTicket.ts';
import { dueColumns, ticketColumns, ticketsOf } from './readTicket.ts';

type Wanted = Input<typeof list>['query'];
/** Without the page. */
type Narrowed = Omit<Wanted, 'page' | 'per_page' | 'after'>;

/**
 * Up to the number that a list counts, matches are found by id; if there are more, walking the list is faster. `#1042` is that ticket,
 * and not also those in which the number is mentioned.
 */
async function foundBy({ scope }: Desk, q: string): Promise<RawBuilder<unknown> | undefined> {
  if (q === '') return undefined;
  const number = /^#(\d{1,9})$/.exec(q)?.[1];
  if (number !== undefined) return sql`t.number = ${Number(number)}`;
  const ids = await scope.run(sql<{ id: string }>`select id from search_ticket(${q}, ${sql.lit(countCap + 1)}) as id`);
  if (ids.length <= countCap) return sql`t.id = any (${ids.map(({ id }) => id)}::uuid[])`;
  // A value and no `exists`, which PostgreSQL would turn around: it would read the words of all tickets before the first of the list.
  return sql`(select w.words from ticket_words w where w.tenant_id = t.tenant_id and w.ticket_id = t.id) like all ((select search_patterns(${q}))::text[])`;
}

function narrowed({ person_id }: Desk, { scope, state, priority, assigned, archived, late }: Narrowed, now: Date): RawBuilder<unknown> {
  return every(
    scope === 'mine' ? sql`t.opened_by = ${person_id}` : undefined,
    scope === 'handling' ? sql`t.assigned_to = ${person_id} and t.state <> 'resolved'` : undefined,
    state === undefined ? undefined : sql`t.state = ${state}`,
    priority === undefined ? undefined : sql`t.priority = ${priority}`,
    assigned === undefined ? undefined : sql`(t.assigned_to is null) = ${assigned === 'nobody'}`,
    late ? sql`c.due_at < ${now}` : undefined,
    archived ? sql`t.archived_at is not null` : sql`t.archived_at is null`,
  );
}

/** Which tickets are wanted, and the order in which an index leads to them; that of what is due next is the clock's. */
export async function ticketsWanted(ctx: Context, desk: Desk, wanted: Narrowed) {
  const byDue = wanted.sort === 'due_at' || wanted.sort === '-due_at';
  return {
    matching: every(desk.visible, narrowed(desk, wanted, ctx.now()), await foundBy(desk, wanted.q)),
    keys: {
      by: { touched_at: sql`t.touched_at`, number: sql`t.number`, due_at: sql`c.due_at` },
      id: byDue ? sql`c.ticket_id` : sql`t.id`,
      from: withClock,
    },
  };
}

/** What is counted. Nothing that is late is resolved or put away: when all late ones are meant, their clocks alone tell how many they are. */
function counted(desk: Desk, wanted: Narrowed, matching: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  if (!wanted.late) return sql`select from ticket t where ${matching}`;
  const { scope, state, priority, assigned, archived, q } = wanted;
  const all = desk.sees_all && scope === 'all' && !archived && q === '' && [state, priority, assigned].every((one) => one === undefined);
  return all ? sql`select from ticket_clock c where c.due_at < ${now}` : sql`select from ${withClock} where ${matching}`;
}

export async function listTickets(ctx: Context, desk: Desk, wanted: Wanted): Promise<Answer<typeof list>> {
  const { matching, keys } = await ticketsWanted(ctx, desk, wanted);
  const { data, meta } = await longListPage(
    desk.scope,
    wanted,
    keys,
    ({ beyond, order, limit }) =>
      sql<CountedRow>`select ${ticketColumns}, ${dueColumns} from ${withClock} where ${matching} and ${beyond} ${order} ${limit}`,
    counted(desk, wanted, matching, ctx.now()),
  );
  const can = { add: true, work: desk.works, oversee: desk.oversees, set_goals: mayCall(ctx.actor, saveGoals.can) };
  return { data: await ticketsOf(ctx, desk, data), meta, can };
}
