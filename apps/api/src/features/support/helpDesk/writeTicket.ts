/** Opening a ticket, and what is written about it. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { add, edit, say } from '@vitrine/contract/support/helpDesk.ts';
import type { Ticket, WholeTicket } from '@vitrine/contract/support/ticket.ts';
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import type { Change } from './changeTicket.ts';
import { attach, changeTicket } from './changeTicket.ts';
import type { Desk } from './desk.ts';
import { keepClock } from './clock.ts';
import { keepEvidence, witnessed } from './evidence.ts';
import { clockAfter, clockOfNew } from './goals.rules.ts';
import { tellOfTicket } from './helpDesk.jobs.ts';
import { goalsOf } from './readGoals.ts';
import { mention, requireSeers } from './mentions.ts';
import { getTicket } from './readTicket.ts';
import { mayEdit, speaksAsOpener } from './ticket.rules.ts';

/** What one person writes within an hour: a hand needs few, a script would need many. */
const anHour = { tickets: 20, entries: 120 };
const hourMs = 3_600_000;

type Written = Pick<Ticket, 'archived_at' | 'merged_into_id'> & {
  kind: 'said' | 'note' | 'event';
  person_id: string | null;
  created_at: string;
};

async function requirePatience(tx: Transaction, { person_id }: Desk, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hourMs);
  const [[opened], [said]] = await tx.run(
    sql<{
      count: number;
    }>`select count(*)::int from ticket where opened_by = ${person_id} and created_at > ${since} and touched_at > ${since}`,
    sql<{ count: number }>`select count(*)::int from ticket_entry where person_id = ${person_id} and created_at > ${since}`,
  );
  if ((opened?.count ?? 0) >= anHour.tickets || (said?.count ?? 0) >= anHour.entries) fail('throttled', {}, { retry_after: 600 });
}

export async function openTicket(ctx: Context, desk: Desk, body: Input<typeof add>['body']): Promise<WholeTicket> {
  const { title, text, priority, attachment_ids, follows_ticket_id, problem } = body;
  const [id, now, tenant_id] = [uuidv7(), ctx.now(), ctx.actor.tenant_id ?? fail('not_found_companies')];
  const { person_id } = desk;
  const clock = clockAfter(clockOfNew(now), { state: 'open', priority, answered: false }, await goalsOf(ctx, tenant_id), now);
  const evidence = problem === null ? null : await witnessed(ctx, problem);
  await ctx.withTenant(async (tx) => {
    await requirePatience(tx, desk, now);
    if (follows_ticket_id !== null) {
      const [before] = await tx.run(
        sql`select from ticket where id = ${follows_ticket_id} and opened_by = ${person_id} and state = 'resolved'`,
      );
      found(before, 'ticket_not_found');
    }
    await tx.run(
      sql`
        with counted as (
          insert into ticket_counter as c (tenant_id, last_number) values (${ownTenant}, 1001)
          on conflict (tenant_id) do update set last_number = c.last_number + 1 returning last_number)
        insert into ticket (tenant_id, id, number, title, text, priority, opened_by, follows_id, created_at, touched_at, waits_since)
        select ${ownTenant}, ${id}, last_number, ${title}, ${text}, ${priority}, ${person_id}, ${follows_ticket_id}::uuid, ${now}, ${now}, ${now}
        from counted`,
      keepClock(id, clock),
      publishEvent({ topic: 'ticket', about: { ticket_id: id } }),
      addJob(tellOfTicket, tenant_id, { ticket_id: id, entry_id: null }),
    );
    if (evidence !== null) await keepEvidence(ctx, tx, { id, text }, evidence);
    await attach(tx, { ticket_id: id, entry_id: null, person_id, file_ids: attachment_ids });
  });
  return getTicket(ctx, desk, id);
}

/** Who opened the ticket waits from now on, and opens a resolved one again by writing. */
async function saidByOpener({ ticket, set, write, now }: Change): Promise<void> {
  const state = ticket.assigned_to === null ? 'open' : 'in_progress';
  if (ticket.state !== 'resolved') await set(sql`waits_since = coalesce(waits_since, ${now})`);
  else {
    await set(sql`waits_since = ${now}, state = ${state}, resolved_at = null`);
    await write({ kind: 'event', event: 'reopened' }, { quiet: true });
  }
}

/** Whoever answers a ticket that nobody works on has taken it. */
async function saidByAgent({ ticket, set, write, now }: Change, { person_id }: Desk): Promise<void> {
  if (ticket.state === 'resolved') return void (await set(sql`waits_since = null, worked_at = ${now}`));
  await set(sql`waits_since = null, worked_at = ${now}, state = 'in_progress', assigned_to = coalesce(assigned_to, ${person_id})`);
  if (ticket.assigned_to === null) await write({ kind: 'event', event: 'taken' }, { quiet: true });
}

type Words = Omit<Input<typeof say>['body'], 'attachment_ids'> & { attachment_ids?: readonly string[] };

/** Writes what somebody says, from the screen or by mail; answers the id of the entry. */
export async function saying(
  change: Change,
  desk: Desk,
  { text, internal, mail_key = null }: Pick<Words, 'text' | 'internal'> & { mail_key?: Buffer | null },
): Promise<string> {
  const { tx, ticket, set, write, now } = change;
  await requirePatience(tx, desk, now);
  if (internal) await set(sql`worked_at = ${now}`);
  else if (speaksAsOpener(ticket, desk)) await saidByOpener(change);
  else await saidByAgent(change, desk);
  return write({ kind: internal ? 'note' : 'said', text, mail_key });
}

export async function sayAbout(
  ctx: Context,
  desk: Desk,
  id: string,
  { attachment_ids = [], mention_ids, ...words }: Words,
): Promise<WholeTicket> {
  await requireSeers(ctx, desk, id, { mention_ids, internal: words.internal });
  return changeTicket(ctx, desk, id, words.internal ? 'note' : 'reply', async (change) => {
    const entry_id = await saying(change, desk, words);
    await mention(change, entry_id, mention_ids);
    await attach(change.tx, { ticket_id: id, entry_id, person_id: desk.person_id, file_ids: attachment_ids });
  });
}

type Edited = Input<typeof edit>['params'] & { text: string };

/** Only what one wrote oneself, and only for a while. */
export async function editEntry(ctx: Context, desk: Desk, { id, entry_id, text }: Edited): Promise<WholeTicket> {
  const now = ctx.now();
  await desk.scope.withTenant(async (tx) => {
    const [row] = await tx.run(sql<Written & { tenant_id: string }>`
      select e.tenant_id, e.kind, e.person_id, e.created_at, t.archived_at, t.merged_into_id from ticket_entry e join ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id
      where e.id = ${entry_id} and e.ticket_id = ${id} and ${desk.visible} for update of e`);
    const entry = found(row, 'ticket_not_found');
    if (entry.person_id !== desk.person_id) fail('forbidden');
    if (!mayEdit(entry, desk.person_id, entry, now)) fail('ticket_said');
    await tx.run(
      sql`update ticket_entry set text = ${text}, edited_at = ${now} where id = ${entry_id}`,
      sql`insert into live_event (tenant_id, topic, about) values (${entry.tenant_id}, 'ticket', jsonb_build_object('ticket_id', ${id}::text))`,
    );
  });
  return getTicket(ctx, desk, id);
}
