/** What the person says, and when it is over. Each is one statement that names the state it leaves, so that of two only one counts. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { answer as contract, RemoteAccess } from '@vitrine/contract/signIn/remoteAccess.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';
import { toPages } from './heard.ts';
import { getAccess } from './receipts.ts';

/**
 * Refuses what is not there or not the caller's with 404, and what is no longer so with 410. It runs outside of the unit: whoever asks
 * or answers may work in another one, and each statement names the person whose request it is.
 */
async function change(ctx: Context, id: string, changed: RawBuilder<unknown>): Promise<void> {
  const isChanged = await ctx.identity.withTenant(async (tx) => {
    const [row] = await tx.run(sql<{ asker_id: string; person_id: string }>`${changed} returning asker_id, person_id`);
    if (row) await tx.run(toPages([row.asker_id, row.person_id]));
    return row !== undefined;
  });
  if (isChanged) return;
  await getAccess(ctx, id);
  fail('remote_access_over');
}

export function cancelRequest(ctx: Context, id: string): Promise<void> {
  return change(
    ctx,
    id,
    sql`update remote_access set state = 'cancelled' where id = ${id} and asker_id = ${ctx.actor.person_id} and state = 'waiting'`,
  );
}

export async function answerRequest(ctx: Context, id: string, { mode, word }: Input<typeof contract>['body']): Promise<RemoteAccess> {
  const now = ctx.now();
  // Nobody gives more than was asked for.
  const given = sql`case when ${mode}::text = 'full' then wished else ${mode}::text end`;
  await change(
    ctx,
    id,
    sql`update remote_access set state = ${mode === null ? 'denied' : 'allowed'}, mode = ${given}, word = ${mode === null ? word : ''},
        consent = ${mode === null ? null : 'asked'}, answered_at = ${now}
      where id = ${id} and person_id = ${ctx.actor.person_id} and state = 'waiting' and answer_until > ${now}`,
  );
  return getAccess(ctx, id);
}

/** The session of whoever is inside is refused with its next call. */
export function endAccess(ctx: Context, id: string): Promise<void> {
  return change(
    ctx,
    id,
    sql`update remote_access set ended_at = ${ctx.now()}, end_reason = 'person'
      where id = ${id} and person_id = ${ctx.actor.person_id} and state = 'allowed' and ended_at is null and (ends_at is null or ends_at > ${ctx.now()})`,
  );
}
