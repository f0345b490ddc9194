/** A draft for its author alone, as everybody would get it: in the list, and by mail where the unit sends any. */
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import { mailNotifications } from '#domain/notifications/notify.jobs.ts';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';

export async function tryOut(ctx: Context, { id }: { id: string }): Promise<void> {
  const { actor } = ctx;
  await requireAttempt(ctx.identity, [ofId('mail_example', actor.person_id)], ctx.now());
  const notice = uuidv7();
  await ctx.run(
    // The one before has served.
    sql`delete from notification where broadcast_id = ${id} and person_id = ${actor.person_id} and trial`,
    query.insertInto('notification').values({
      tenant_id: ownTenant,
      id: notice,
      person_id: actor.person_id,
      kind: 'message',
      values: '{}',
      link: `/notifications?notice=${notice}`,
      created_at: ctx.now(),
      broadcast_id: id,
      trial: true,
    }),
    publishEvent({ topic: 'notifications', person_id: actor.person_id }),
    addJob(mailNotifications, actor.tenant_id ?? fail('not_found_companies'), { ids: [notice] }),
  );
}
