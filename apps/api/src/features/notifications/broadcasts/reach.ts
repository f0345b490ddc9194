/** Of whom an announcement was seen, and the second word to those who were not there. */
import * as contract from '@vitrine/contract/notifications/broadcasts.ts';
import type { Recipient } from '@vitrine/contract/notifications/broadcasts.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import { membersFoundBy } from '#domain/people/findMembers.ts';
import { manages } from '#domain/reportAccess/visible.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, longListPage } from '#platform/http/list.ts';
import { mine, stored, wholeOf } from './rows.ts';
import { remindAbsent } from './sending.jobs.ts';

const againAfterMs = 86_400_000;

/** Conditions on a notification `n` of an announcement `b`, with the last use `u` of its person. */
const states: Record<(typeof contract.recipientStates)[number], RawBuilder<unknown>> = {
  seen: sql`n.read_at is not null`,
  unseen: sql`n.read_at is null`,
  absent: sql`n.read_at is null and coalesce(u.last_used_at < b.sent_at, true)`,
};
const told = sql`notification n join broadcast b on b.id = n.broadcast_id
  left join unit_use u on u.person_id = n.person_id and u.tenant_id = n.tenant_id`;

export function serveReach(serve: Serve): void {
  serve(contract.reach, async (ctx, { params: { id } }) => {
    const count = (condition: RawBuilder<unknown>) => sql`count(n.id) filter (where ${condition})::int`;
    const [row] = await ctx.run(sql<Answer<typeof contract.reach>>`
      select greatest(count(n.id)::int, max(b.recipients)) as recipients, ${count(sql`n.read_by = 'mail'`)} as seen_mail,
        ${count(sql`n.read_at is not null and n.read_by is distinct from 'mail'`)} as seen_portal,
        ${count(sql`n.mailed_at is not null`)} as mailed, ${count(states.absent)} as absent
      from broadcast b left join notification n on n.broadcast_id = b.id and not n.trial
        left join unit_use u on u.person_id = n.person_id and u.tenant_id = n.tenant_id
      where b.id = ${id} and ${mine(ctx)} group by b.id`);
    return found(row);
  });

  serve(contract.recipients, async (ctx, { params: { id }, query: wanted }) => {
    found((await ctx.run(stored(ctx, id)))[0]);
    const where = every(
      sql`n.broadcast_id = ${id} and not n.trial`,
      wanted.state ? states[wanted.state] : undefined,
      await membersFoundBy(ctx, wanted.q),
    );
    const from = sql`membership m join person p on p.id = m.person_id join ${told} on n.person_id = m.person_id`;
    const email = manages(ctx) ? sql`p.email` : sql`''`;
    const keys = { by: { name: sql`m.name_sort` }, id: sql`m.id`, from: sql`membership m` };
    return longListPage(
      ctx,
      wanted,
      keys,
      ({ beyond, order, limit }) => sql<Recipient>`
        select m.id, p.name, ${email} as email, n.mailed_at, n.read_at, n.read_by, u.last_used_at as last_access
        from ${from} where ${where} and ${beyond} ${order} ${limit}`,
      sql`select from ${from} where ${where}`,
    );
  });

  serve(contract.remind, async (ctx, { params: { id } }) => {
    const row = found((await ctx.run(stored(ctx, id)))[0]);
    if (row.state !== 'sent') fail('broadcast_state');
    const changed = await ctx.run(
      sql`update broadcast b set reminded_at = ${ctx.now()}, version = version + 1
        where b.id = ${id} and b.state = 'sent' and ${mine(ctx)}
          and (b.reminded_at is null or b.reminded_at <= ${new Date(ctx.now().getTime() - againAfterMs)}) returning b.id`,
    );
    if (changed.length === 0) fail('broadcast_again');
    await ctx.run(addJob(remindAbsent, ctx.actor.tenant_id ?? fail('not_found_companies'), { broadcast_id: id }));
    return wholeOf(ctx, (await ctx.run(stored(ctx, id)))[0]);
  });
}
