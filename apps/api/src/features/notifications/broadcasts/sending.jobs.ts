/** Announcements on their way: in batches of a hundred, each a transaction that goes on behind the last person who has it. */
import type { Addressees } from '@vitrine/contract/notifications/broadcasts.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import { dayIn } from '#domain/access/accessRules.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { mailNotifications } from '#domain/notifications/notify.jobs.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { isMeant } from './audience.ts';

const schema = z.strictObject({ broadcast_id: z.guid() });
type Payload = z.infer<typeof schema>;

const batch = 100;
/** Others of the unit have their turn between so many batches. */
const batchesAtOnce = 25;
const mergedWithin = sql.raw("interval '10 minutes'");

type Row = Addressees & { state: string; send_at: Date; sent_at: Date | null; ends_at: Date; fingerprint: Buffer };
type Sent = { id: string; person_id: string };

const locked = (id: string) => sql<Row>`
  select b.state, b.send_at, b.sent_at, b.ends_at, b.fingerprint, b.audience, b.audience_role, b.user_group_id, b.membership_ids
  from broadcast b where b.id = ${id} for update of b`;

type Next = { id: string; row: Row; sent_at: Date; today: string };

/** Whoever has it is known by their notification: what is begun again begins behind the last one, and nobody has two. */
function nextBatch({ id, row, sent_at, today }: Next): RawBuilder<Sent> {
  return sql<Sent>`
    with twins as (
      select o.id from broadcast o where o.fingerprint = ${row.fingerprint} and o.id <> ${id} and o.sent_at > ${sent_at}::timestamptz - ${mergedWithin}
    ), meant as (
      select m.person_id from membership m
      where m.state = 'active' and m.created_at <= ${sent_at} and ${isMeant(row, today)}
        and m.person_id > coalesce(
          (select n.person_id from notification n where n.broadcast_id = ${id} and not n.trial order by n.person_id desc limit 1),
          '00000000-0000-0000-0000-000000000000'::uuid)
        and not exists (select from notification n join twins on twins.id = n.broadcast_id where n.person_id = m.person_id and not n.trial)
      order by m.person_id limit ${sql.lit(batch)}
    ), told as (
      insert into notification (tenant_id, id, person_id, kind, link, created_at, ends_at, broadcast_id)
      select ${ownTenant}, made.id, meant.person_id, 'message', '/notifications?notice=' || made.id, ${sent_at}, ${row.ends_at}, ${id}
      from meant cross join lateral (select uuid_v7() as id, meant.person_id) as made
      on conflict do nothing
      returning id, person_id
    ), heard as (
      insert into live_event (tenant_id, topic, person_id) select ${ownTenant}, 'notifications', person_id from told
    )
    select id, person_id from told`;
}

async function isOver(ctx: JobContext, id: string): Promise<boolean> {
  const today = dayIn((await readTenantSettings(ctx)).timezone, ctx.now());
  return ctx.withTenant(async (tx) => {
    const [row] = await tx.run(locked(id));
    if (!row || (row.state !== 'scheduled' && row.state !== 'sending') || row.send_at > ctx.now()) return true;
    const sent_at = row.sent_at ?? ctx.now();
    if (row.sent_at === null) await tx.run(sql`update broadcast set state = 'sending', sent_at = ${sent_at} where id = ${id}`);
    const told = await tx.run(nextBatch({ id, row, sent_at, today }));
    if (told.length > 0) {
      await tx.run(addJob(mailNotifications, ctx.tenant_id, { ids: told.map((one) => one.id) }));
      return false;
    }
    await tx.run(sql`
      update broadcast set state = 'sent', done_at = ${ctx.now()}, version = version + 1,
        recipients = (select count(*) from notification n where n.broadcast_id = ${id} and not n.trial)
      where id = ${id}`);
    return true;
  });
}

/** Does so many batches, and asks for the rest. */
const inBatches = (again: () => UnitJob<Payload>, step: (ctx: JobContext, id: string) => Promise<boolean>) =>
  async function work(ctx: JobContext, { broadcast_id }: Payload): Promise<void> {
    for (let done = 0; done < batchesAtOnce; done++) if (await step(ctx, broadcast_id)) return;
    await ctx.run(addJob(again(), ctx.tenant_id, { broadcast_id }));
  };

export const sendBroadcast: UnitJob<Payload> = defineJob({
  name: 'broadcast.deliver',
  schema,
  waiting: {
    key: 'broadcast_id',
    since: (before) => sql`
      select b.id as broadcast_id from broadcast b where b.state in ('scheduled', 'sending') and greatest(b.send_at, b.created_at) < ${before}`,
  },
  work: inBatches(() => sendBroadcast, isOver),
});

/** Open pages forget it; lists do not show it from the moment of the recall. */
export const takeBack: UnitJob<Payload> = defineJob({
  name: 'broadcast.take_back',
  schema,
  work: inBatches(
    () => takeBack,
    async (ctx, id) => {
      const gone = await ctx.run(sql`
        with gone as (
          update notification set deleted_at = ${ctx.now()} where id in (
            select n.id from notification n join broadcast b on b.id = n.broadcast_id
            where n.broadcast_id = ${id} and b.state = 'recalled' and n.deleted_at is null limit ${sql.lit(batch)})
          returning person_id
        )
        insert into live_event (tenant_id, topic, person_id) select ${ownTenant}, 'notifications', person_id from gone returning id`);
      return gone.length === 0;
    },
  ),
});

const absentBatch = (id: string) => sql<Sent>`
  with told as (
    update notification n set created_at = b.reminded_at, mailed_at = null, pushed_at = null, deleted_at = null
    from broadcast b where b.id = ${id} and b.state = 'sent' and n.id in (
      select o.id from notification o left join unit_use u on u.person_id = o.person_id and u.tenant_id = o.tenant_id
      where o.broadcast_id = b.id and not o.trial and o.read_at is null and o.created_at < b.reminded_at
        and coalesce(u.last_used_at < b.sent_at, true)
      limit ${sql.lit(batch)})
    returning n.id, n.person_id
  ), heard as (
    insert into live_event (tenant_id, topic, person_id) select ${ownTenant}, 'notifications', person_id from told
  )
  select id, person_id from told`;

/** Who has not seen it and not been here since, and has not been told again yet. */
export const remindAbsent: UnitJob<Payload> = defineJob({
  name: 'broadcast.remind_absent',
  schema,
  work: inBatches(
    () => remindAbsent,
    (ctx, id) =>
      ctx.withTenant(async (tx) => {
        const told = await tx.run(absentBatch(id));
        if (told.length > 0) await tx.run(addJob(mailNotifications, ctx.tenant_id, { ids: told.map((one) => one.id) }));
        return told.length === 0;
      }),
  ),
});
