/** People whom a follow-up or a note names. Who does not see it cannot be named. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { mentionable, Mentionable } from '@vitrine/contract/support/helpDesk.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail, found } from '#platform/http/fail.ts';
import type { Change } from './changeTicket.ts';
import type { Desk } from './desk.ts';
import { seersOf } from './seers.ts';

const mostShown = 8;

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export async function requireVisible({ scope, visible }: Desk, id: string): Promise<void> {
  const [row] = await scope.run(sql`select from ticket t where t.id = ${id} and ${visible}`);
  found(row, 'ticket_not_found');
}

/** Whom the caller may mention, by the beginnings of their names. */
export async function findMentionable(
  ctx: Context,
  desk: Desk,
  id: string,
  { q, internal }: Input<typeof mentionable>['query'],
): Promise<{ people: Mentionable[] }> {
  await requireVisible(desk, id);
  if (internal && !desk.works) fail('forbidden');
  const seers = await seersOf(ctx, id, { notes: internal });
  const begins = (name: string) => plain(name).startsWith(plain(q)) || plain(name).includes(` ${plain(q)}`);
  return { people: seers.filter(({ id: person_id, name }) => person_id !== desk.person_id && begins(name)).slice(0, mostShown) };
}

/** Refuses whoever would not see what is said. */
export async function requireSeers(
  ctx: Pick<Context, 'identity'>,
  desk: Desk,
  id: string,
  { mention_ids, internal }: { mention_ids: readonly string[]; internal: boolean },
): Promise<void> {
  if (mention_ids.length === 0) return;
  // Whether there is such a ticket is told to nobody who does not see it.
  await requireVisible(desk, id);
  const seers = new Set((await seersOf(ctx, id, { notes: internal })).map((seer) => seer.id));
  if (!mention_ids.every((one) => seers.has(one))) fail('mention_unseen');
}

export async function mention({ tx, ticket }: Change, entry_id: string, mention_ids: readonly string[]): Promise<void> {
  if (mention_ids.length === 0) return;
  await tx.run(sql`
    insert into ticket_mention (tenant_id, entry_id, person_id)
    select distinct ${ticket.tenant_id}::uuid, ${entry_id}::uuid, one from unnest(${[...mention_ids]}::uuid[]) as one`);
}
