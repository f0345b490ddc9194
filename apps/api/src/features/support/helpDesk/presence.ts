/** Who looks at a ticket, and who is writing: told to others who see it and stored nowhere. A page repeats it while it is so. */
import type { presence } from '@vitrine/contract/support/helpDesk.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { fail } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import type { Desk } from './desk.ts';
import { requireVisible } from './mentions.ts';
import { seersOf } from './seers.ts';

/** An answer that is being written is told to whoever will read it; a note, and who only looks, to those who work on tickets and oversee them. */
export async function tellPresence(ctx: Context, desk: Desk, id: string, { doing }: Input<typeof presence>['body']): Promise<void> {
  const { actor, identity } = ctx;
  await requireVisible(desk, id);
  if (doing === 'note' && !desk.works) fail('forbidden');
  await requireAttempt(identity, [ofId('presence', actor.person_id)], ctx.now());
  const seers = (await seersOf(ctx, id, { notes: doing !== 'type' })).map((seer) => seer.id).filter((one) => one !== actor.person_id);
  // Nobody hears of it but those who are here.
  const here = await identity.run(sql<{ person_id: string }>`
    select distinct person_id from session
    where person_id = any (${seers}::uuid[]) and tenant_id = ${actor.tenant_id} and ended_at is null and expires_at > ${ctx.now()}`);
  const about = { ticket_id: id, person_id: actor.person_id, name: actor.name, doing };
  await ctx.run(sql`
    insert into live_event (tenant_id, topic, person_id, about)
    select ${ownTenant}, 'ticket_presence', one, ${JSON.stringify(about)}::jsonb from unnest(${here.map(({ person_id }) => person_id)}::uuid[]) as one`);
}
