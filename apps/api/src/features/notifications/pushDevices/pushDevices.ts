/** Browsers that the person is told in. They are the person's, whatever the unit, and nobody else's who acts for them. */
import { createHash } from 'node:crypto';
import * as contract from '@vitrine/contract/notifications/pushDevices.ts';
import { sql } from 'kysely';
import { isHeard, sealed } from '#domain/notifications/devices.ts';
import { publicPushKey } from '#domain/notifications/pushKeys.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { NotFetched, wayTo } from '#platform/http/fetchPublic.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';

export function pushDevices(serve: Serve): void {
  serve(contract.list, async (ctx) => ({
    devices: await ctx.identity.run(sql<contract.PushDevice>`
      select d.id, d.user_agent, d.created_at, d.last_sent_at, d.session_id = ${ctx.actor.session_id} as current
      from push_device d join session s on s.id = d.session_id
      where d.person_id = ${ctx.actor.person_id} and ${isHeard(ctx.now())} order by d.created_at desc, d.id`),
  }));

  serve(contract.key, async (ctx) => ({ public_key: await publicPushKey(ctx.identity, ctx.secrets) }));

  serve(contract.add, async (ctx, { body }) => {
    const { person_id, session_id } = ctx.actor;
    const now = ctx.now();
    await requireAttempt(ctx.identity, [ofId('push_device', person_id)], now);
    // The portal calls it later, so it must lead nowhere but outside.
    await wayTo(body.endpoint, { inside: ctx.environment.privateAddresses }).catch((error: unknown) =>
      error instanceof NotFetched ? failFields({ endpoint: 'invalid' }) : Promise.reject(error),
    );
    const id = uuidv7();
    const hash = createHash('sha256').update(body.endpoint).digest();
    // A browser that changes hands is a new row: what was sealed for the old one opens at its place alone.
    await ctx.identity.run(
      sql`delete from push_device where endpoint_hash = ${hash}`,
      sql`insert into push_device (id, person_id, session_id, endpoint_hash, subscription, user_agent, created_at)
        values (${id}, ${person_id}, ${session_id}, ${hash}, ${sealed(ctx.secrets, id, body)}, ${ctx.request.user_agent}, ${now})
        on conflict (endpoint_hash) do nothing`,
      sql`delete from push_device where id in (
        select id from push_device where person_id = ${person_id} order by created_at desc, id desc offset ${sql.lit(contract.mostDevices)})`,
    );
    return { id };
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    const [removed] = await ctx.identity.run(
      sql<{ id: string }>`delete from push_device where id = ${id} and person_id = ${ctx.actor.person_id} returning id`,
    );
    found(removed);
  });
}
