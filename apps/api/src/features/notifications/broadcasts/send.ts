/** From a draft to what is on its way: now or at a time, ten a day and unit at most. */
import { createHash } from 'node:crypto';
import { broadcastsADay } from '@vitrine/contract/notifications/broadcasts.ts';
import { isEmpty } from '@vitrine/contract/richText.ts';
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { countReached } from './audience.ts';
import { momentOf } from './input.ts';
import type { StoredWhole } from './rows.ts';
import { sendBroadcast } from './sending.jobs.ts';

const furthestDays = 180;
const dayMs = 86_400_000;

/** The same texts for the same people. */
const fingerprintOf = ({ texts, report_id, link, audience, audience_role, user_group_id, membership_ids }: StoredWhole): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([texts, report_id, link, audience, audience_role, user_group_id, membership_ids]))
    .digest();

export async function send(ctx: Context, row: StoredWhole, { version, at }: { version: number; at: string | null }): Promise<void> {
  const { id, audience, audience_role, user_group_id, membership_ids } = row;
  if (row.state !== 'draft') fail('broadcast_state');
  if (isEmpty(row.texts['pt-BR'].body)) fail('broadcast_empty');
  // Whom the author may not write to any more is refused here as well.
  const lacksGroup = audience === 'group' && user_group_id === null;
  const reached = lacksGroup ? null : await countReached(ctx, { audience, audience_role, user_group_id, membership_ids });
  if (!reached || reached.total === 0) fail('broadcast_nobody');
  const now = ctx.now();
  const send_at = at === null ? now : await momentOf(ctx, at);
  if (send_at < now || send_at.getTime() > now.getTime() + furthestDays * dayMs)
    failFields({ at: send_at < now ? 'in_the_past' : 'invalid' });
  if (row.ends_at !== null && new Date(row.ends_at) <= send_at) failFields({ at: 'after_end' });
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const day = (moment: unknown) => sql`(${moment}::timestamptz at time zone ${ctx.actor.timezone})::date`;
  await ctx.withTenant(async (tx) => {
    // One after the other: two at once would both find room for the last one.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('broadcast ' || ${tenant_id}::text, 0))`);
    const [sent] = await tx.run(sql<{ others: number }>`
      select count(*)::int as others from broadcast b
      where b.send_at is not null and ${day(sql`b.send_at`)} = ${day(send_at)} and b.send_at between ${send_at}::timestamptz - interval '1 day' and ${send_at}::timestamptz + interval '1 day'`);
    if ((sent?.others ?? 0) >= broadcastsADay) fail('broadcast_limit', { limit: broadcastsADay });
    const changed = await tx.run(sql`
      update broadcast set state = 'scheduled', send_at = ${send_at}, fingerprint = ${fingerprintOf(row)}, version = version + 1
      where id = ${id} and version = ${version} and state = 'draft' returning id`);
    if (changed.length === 0) fail('conflict');
    await tx.run(addJob(sendBroadcast, tenant_id, { broadcast_id: id }, at === null ? {} : { at: send_at }));
  });
}
