/** Tickets as they are read. */
import type { Ticket, TicketAttachment, TicketEntry, TicketRating, WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { passingAddress } from '#platform/files/address.ts';
import { found } from '#platform/http/fail.ts';
import { withClock } from './clock.ts';
import type { Desk } from './desk.ts';
import { evidenceOf } from './evidence.ts';
import { maintenanceOf } from './readMaintenance.ts';
import { mayEdit, mayRate, ticketCan } from './ticket.rules.ts';

export type TicketRow = Omit<Ticket, 'opened_name' | 'assigned_name' | 'due' | 'can'>;
/** With its clock. */
export type CountedRow = TicketRow & { due_what: 'answer' | 'solution'; due_at: string | null };
type WholeRow = CountedRow & Pick<WholeTicket, 'text' | 'estimated'> & { follows_id: string | null; watches: boolean };
type EntryRow = Omit<TicketEntry, 'person_name' | 'attachments' | 'mentions' | 'can'> & { person_id: string | null; mentioned: string[] };
type FileRow = Omit<TicketAttachment, 'address'> & { entry_id: string | null };
type Linked = WholeTicket['followed_by'][number] & { is_before: boolean };

export const ticketColumns = sql`t.id, t.number, t.title, t.priority, t.state, t.level, t.opened_by, t.assigned_to, t.created_at, t.touched_at,
  t.waits_since, t.estimated_at, t.resolved_at, t.archived_at, t.merged_into_id, t.version`;

/** Whether somebody follows a ticket `t` because an own one was merged into it. */
export const watchesOf = (person_id: string) =>
  sql`exists (select from ticket_watcher w where w.tenant_id = t.tenant_id and w.ticket_id = t.id and w.person_id = ${person_id})`;

/** Of a ticket with its clock (`withClock`): when something is due next, if anything is. */
export const dueColumns = sql`case when c.answered_at is null and c.answer_due_at <= c.due_at then 'answer' else 'solution' end as due_what,
  nullif(c.due_at, 'infinity') as due_at`;

/** Names of people, who may be the partner's or the operator's and no members of the unit. */
export async function namesOf(
  { identity }: Pick<Context, 'identity'>,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return () => null;
  const rows = await identity.run(sql<{ id: string; name: string }>`select id, name from person where id = any (${wanted}::uuid[])`);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? '–'));
}

const withNames = (row: TicketRow, nameOf: (id: string | null) => string | null) => ({
  opened_name: nameOf(row.opened_by) ?? '–',
  assigned_name: nameOf(row.assigned_to),
});

/** Goals are no promise to whoever opened the ticket: they are for those who work on it. */
const dueOf = ({ due_what, due_at }: CountedRow, { works, oversees }: Desk): Ticket['due'] =>
  due_at !== null && (works || oversees) ? { what: due_what, at: due_at } : null;

/** Rows of a list, with names and what the caller may do. */
export async function ticketsOf(ctx: Context, desk: Desk, rows: readonly CountedRow[]): Promise<Ticket[]> {
  const nameOf = await namesOf(
    ctx,
    rows.flatMap(({ opened_by, assigned_to }) => [opened_by, assigned_to]),
  );
  return rows.map(({ due_what, due_at, ...row }) => ({
    ...row,
    ...withNames(row, nameOf),
    due: dueOf({ ...row, due_what, due_at }, desk),
    can: ticketCan(row, desk, ctx.now()),
  }));
}

/** What was said of the help when it was last resolved, or of the time before if nothing was. */
export const ratingOf = (id: string) => sql<TicketRating>`
  select r.helped, r.words, r.rated_at, r.resolved_at from ticket_rating r where r.ticket_id = ${id} order by r.resolved_at desc limit 1`;

/** A ticket with all that the caller may read of it; 'This ticket does not exist' for those that one may not see. */
export async function getTicket(ctx: Context, desk: Desk, id: string): Promise<WholeTicket> {
  const { scope, visible, works, oversees } = desk;
  const readable = works || oversees ? sql`true` : sql`e.kind <> 'note'`;
  const [[row], entries, files, linked, [rating = null], merged, [merged_into = null], [evidence = null], [maintenance = null]] =
    await scope.run(
      sql<WholeRow>`select ${ticketColumns}, ${dueColumns}, ${watchesOf(desk.person_id)} as watches, t.text, t.follows_id, to_char(t.estimated_at at time zone ${ctx.actor.timezone}, 'YYYY-MM-DD"T"HH24:MI') as estimated from ${withClock} where t.id = ${id} and ${visible}`,
      sql<EntryRow>`
      select e.id, e.kind, e.side, e.person_id, e.text, e.event, e.about, e.mail_key is not null as by_mail, e.created_at, e.edited_at,
        array(select m.person_id from ticket_mention m where m.tenant_id = e.tenant_id and m.entry_id = e.id) as mentioned
      from ticket_entry e where e.ticket_id = ${id} and ${readable} order by e.created_at, e.id`,
      sql<FileRow>`
      select f.id, f.name, f.size, a.entry_id from ticket_attachment a join file f on f.tenant_id = a.tenant_id and f.id = a.file_id
      where a.ticket_id = ${id} order by a.position`,
      sql<Linked>`
      select t.id, t.number, t.title, t.follows_id is distinct from ${id}::uuid as is_before from ticket t
      where (t.follows_id = ${id} or t.id = (select o.follows_id from ticket o where o.id = ${id})) and ${visible} order by t.number`,
      ratingOf(id),
      sql<WholeTicket['merged'][number]>`
      select case when ${visible} then t.id end as id, t.number, t.title, t.text from ticket t where t.merged_into_id = ${id} order by t.number`,
      sql<NonNullable<WholeTicket['merged_into']>>`
      select t.id, t.number, t.title from ticket t where t.id = (select o.merged_into_id from ticket o where o.id = ${id}) and ${visible}`,
      evidenceOf(ctx, desk, id),
      maintenanceOf(ctx, desk, id),
    );
  const ticket = found(row, 'ticket_not_found');
  const nameOf = await namesOf(ctx, [
    ticket.opened_by,
    ticket.assigned_to,
    ...entries.flatMap(({ person_id, event, about, mentioned }) => [person_id, event === 'assigned' ? about : null, ...mentioned]),
  ]);
  const filesOf = (entry_id: string | null) =>
    files
      .filter((file) => file.entry_id === entry_id)
      .map(({ entry_id: _entry, ...file }) => ({ ...file, address: passingAddress(ctx, file.id) }));
  const { follows_id: _follows, watches: _watches, due_what: _what, due_at: _at, ...shown } = ticket;
  return {
    ...shown,
    ...withNames(ticket, nameOf),
    due: dueOf(ticket, desk),
    can: { ...ticketCan(ticket, desk, ctx.now()), rate: mayRate(ticket, rating, desk.person_id, ctx.now()) },
    rating,
    merged,
    merged_into,
    evidence,
    maintenance,
    attachments: filesOf(null),
    follows: linked.find(({ is_before }) => is_before) ?? null,
    followed_by: linked.filter(({ is_before }) => !is_before),
    entries: entries.map(({ person_id, mentioned, ...entry }) => ({
      ...entry,
      person_name: nameOf(person_id),
      about: entry.event === 'assigned' ? nameOf(entry.about) : entry.about,
      attachments: filesOf(entry.id),
      mentions: mentioned.map((one) => nameOf(one) ?? '–'),
      can: { edit: mayEdit({ ...entry, person_id }, desk.person_id, ticket, ctx.now()) },
    })),
  };
}
