/** Every change of a ticket: the row is held, the rules are asked, and what was said or done is told to open pages and by mail. */
import type { TicketCan, TicketEntry, WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { ticketLimits } from '@vitrine/contract/support/ticket.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import type { Desk } from './desk.ts';
import { keepClock, readClock } from './clock.ts';
import { clockAfter } from './goals.rules.ts';
import { tellOfTicket } from './helpDesk.jobs.ts';
import { goalsOf } from './readGoals.ts';
import type { TicketRow } from './readTicket.ts';
import { getTicket, ticketColumns, watchesOf } from './readTicket.ts';
import { speaksAsOpener, ticketCan } from './ticket.rules.ts';

type Held = TicketRow & { tenant_id: string; entries: number; watches: boolean };

/** Whom the words are from: who opened the ticket speaks as that, whatever else they are. */
const sideOf = (desk: Desk, ticket: Held, kind: TicketEntry['kind']): TicketEntry['side'] =>
  speaksAsOpener(ticket, desk) && kind !== 'note' ? 'opener' : desk.side;

type Said = {
  kind: TicketEntry['kind'];
  text?: string;
  event?: TicketEntry['event'];
  about?: string | null;
  /** Of the mail that it came by. */
  mail_key?: Buffer | null;
};

export type Change = {
  now: Date;
  tx: Transaction;
  ticket: Held;
  /** A second ticket that it has to do with. */
  other: Held | null;
  /** Writes an entry; `quiet` for one that goes without saying to anybody, `of` for one of the other ticket. */
  write: (said: Said, how?: { quiet?: boolean; of?: Held }) => Promise<string>;
  set: (assignments: RawBuilder<unknown>) => Promise<unknown>;
};

const heard = ({ tenant_id, id }: Pick<Held, 'tenant_id' | 'id'>) => sql`
  insert into live_event (tenant_id, topic, about) values (${tenant_id}, 'ticket', jsonb_build_object('ticket_id', ${id}::text))`;

/** The unit of a ticket, which is the actor's own but for the operator. */
async function unitOf({ scope, visible }: Desk, id: string): Promise<string> {
  const [row] = await scope.run(sql<{ tenant_id: string }>`select t.tenant_id from ticket t where t.id = ${id} and ${visible}`);
  return found(row, 'ticket_not_found').tenant_id;
}

/** What counts as an answer: words of somebody who works on tickets, or that they call it resolved. */
const isAnswer = ({ kind, event }: Said, side: TicketEntry['side']): boolean =>
  side !== 'opener' && (kind === 'said' || event === 'resolved');

/** Refuses what the rules do not allow at this moment; answers the ticket as it is afterwards. */
export async function changeTicket(
  ctx: Context,
  desk: Desk,
  id: string,
  needs: keyof TicketCan,
  work: (change: Change) => Promise<void>,
  other_id?: string,
): Promise<WholeTicket> {
  await change(ctx, desk, id, needs, work, other_id);
  return getTicket(ctx, desk, id);
}

/** The same where nobody waits for the ticket. */
export async function change(
  ctx: { identity: Scoped; now: () => Date },
  desk: Desk,
  id: string,
  needs: keyof TicketCan,
  work: (change: Change) => Promise<void>,
  other_id?: string,
): Promise<void> {
  const now = ctx.now();
  const goals = await goalsOf(ctx, await unitOf(desk, id));
  await desk.scope.withTenant(async (tx) => {
    // In one order, whoever asks: two who hold each other's would wait for ever.
    const rows = await tx.run(sql<Held>`
      select ${ticketColumns}, t.tenant_id, ${watchesOf(desk.person_id)} as watches, (select count(*)::int from ticket_entry e where e.ticket_id = t.id) as entries
      from ticket t where t.id = any (${[id, other_id ?? id]}::uuid[]) and ${desk.visible} order by t.id for update`);
    const ticket = found(
      rows.find((row) => row.id === id),
      'ticket_not_found',
    );
    const other = other_id === undefined ? null : (rows.find((row) => row.id === other_id) ?? fail('ticket_not_found'));
    if (!ticketCan(ticket, desk, now)[needs]) fail('ticket_not_now');
    if (ticket.entries >= ticketLimits.entries) fail('ticket_full', { limit: ticketLimits.entries });
    let answered = false;
    await work({
      now,
      tx,
      ticket,
      other,
      set: (assignments) => tx.run(sql`update ticket set ${assignments}, touched_at = ${now}, version = version + 1 where id = ${id}`),
      async write({ kind, text = '', event = null, about = null, mail_key = null }, { quiet = false, of = ticket } = {}) {
        const entry_id = uuidv7();
        const side = sideOf(desk, of, kind);
        answered ||= isAnswer({ kind, event }, side);
        await tx.run(sql`
          insert into ticket_entry (tenant_id, id, ticket_id, kind, person_id, side, text, event, about, mail_key, created_at)
          values (${of.tenant_id}, ${entry_id}, ${of.id}, ${kind}, ${desk.person_id}, ${side}, ${text}, ${event}, ${about}, ${mail_key}::bytea, ${now})`);
        if (!quiet) await tx.run(addJob(tellOfTicket, of.tenant_id, { ticket_id: of.id, entry_id }));
        return entry_id;
      },
    });
    const [[after], [clock]] = await tx.run(
      sql<Pick<TicketRow, 'state' | 'priority'>>`select state, priority from ticket where id = ${id}`,
      readClock(id),
    );
    await tx.run(
      keepClock(id, clockAfter(found(clock), { ...found(after), answered }, goals, now)),
      heard(ticket),
      ...(other ? [heard(other)] : []),
    );
  });
}

/** Puts files of the caller that nothing else has to a ticket; refuses any other with 404. */
export async function attach(
  tx: Transaction,
  {
    ticket_id,
    entry_id,
    person_id,
    file_ids,
  }: { ticket_id: string; entry_id: string | null; person_id: string; file_ids: readonly string[] },
): Promise<void> {
  if (file_ids.length === 0) return;
  const put = await tx.run(sql<{ file_id: string }>`
    insert into ticket_attachment (tenant_id, file_id, ticket_id, entry_id, position)
    select f.tenant_id, f.id, ${ticket_id}, ${entry_id}, wanted.place
    from unnest(${[...file_ids]}::uuid[]) with ordinality as wanted (id, place) join file f on f.id = wanted.id
    where f.kind = 'ticket_attachment' and f.person_id = ${person_id}
      and not exists (select from ticket_attachment a where a.file_id = f.id)
    returning file_id`);
  if (put.length < file_ids.length) fail('not_found');
}
