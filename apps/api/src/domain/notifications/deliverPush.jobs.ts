/** Notices to one device. Each device is a job of its own: a push service that does not answer holds up no other. */
import { topicOf } from '@vitrine/contract/notifications/kinds.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import { readWordings } from '#domain/mail/wordings.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { sendPush } from '#platform/push/sendPush.ts';
import { announcementsOf } from './announcementMail.ts';
import type { DeviceRow } from './devices.ts';
import { devicesIn, mostFailures, unsealed } from './devices.ts';
import type { Pushed, Receiver } from './pushWords.ts';
import { pushOf, pushOfMany } from './pushWords.ts';
import { readPushKeys } from './pushKeys.ts';

/** More at once, as after quiet hours, are one notice that says how many. */
const mostAtOnce = 3;

const unread = (ids: readonly string[]) => sql<Pushed>`
  select n.id, n.kind, n."values", n.link, n.broadcast_id, n.created_at from notification n left join broadcast b on b.id = n.broadcast_id
  where n.id = any (${[...ids]}::uuid[]) and n.read_at is null and n.deleted_at is null and b.recalled_at is null
  order by n.created_at, n.id`;

async function wordsOf(ctx: JobContext, rows: readonly Pushed[], person: Receiver) {
  const whose = { tenant_id: ctx.tenant_id, partner_id: null };
  const [host, settings, wordings, announcements, [unit]] = await Promise.all([
    hostOfTenant(ctx, ctx.tenant_id),
    readTenantSettings(ctx),
    readWordings(ctx.identity, whose),
    announcementsOf(ctx, rows),
    ctx.identity.run(sql<{ name: string }>`select name from tenant where id = ${ctx.tenant_id}`),
  ]);
  const from = { origin: host.origin, unit: unit?.name ?? '', timezone: settings.timezone, wordings, announcements };
  return rows.length > mostAtOnce ? [pushOfMany(rows, person, from)] : rows.map((row) => pushOf(row, person, from));
}

export const pushToDevice = defineJob({
  name: 'notification.push_to_device',
  schema: z.strictObject({ device_id: z.guid(), ids: z.array(z.guid()) }),
  pace: 'service',
  retry: { limit: 6, delay_seconds: 60 },
  async work(ctx, { device_id, ids }) {
    const [devices, rows, keys] = await Promise.all([
      ctx.identity.run(devicesIn(ctx.tenant_id, sql`d.id = ${device_id}`, ctx.now())),
      ctx.run(unread(ids)),
      readPushKeys(ctx.identity, ctx.secrets),
    ]);
    const [device] = devices;
    if (!device || !keys || rows.length === 0) return;
    const [person] = await ctx.identity.run(sql<Receiver>`select name, language from person where id = ${device.person_id}`);
    if (!person) return;
    const subscription = unsealed(ctx.secrets, device);
    const urgent = rows.some(({ kind }) => topicOf(kind)?.security);
    for (const { topic, ...shown } of await wordsOf(ctx, rows, person)) {
      const sent = sendPush({
        subscription,
        payload: JSON.stringify({ ...shown, tag: topic, language: person.language }),
        keys,
        subject: ctx.environment.publicUrl.replace(/^http:/, 'https:'),
        urgent,
        topic,
        inside: ctx.environment.privateAddresses,
      });
      const outcome = await sent.catch(async (error: unknown) => {
        await failed(ctx, device);
        throw error;
      });
      if (outcome === 'gone') {
        await ctx.identity.run(sql`delete from push_device where id = ${device.id}`);
        return;
      }
      if (outcome === 'refused') await failed(ctx, device);
      else await ctx.identity.run(sql`update push_device set last_sent_at = ${ctx.now()}, failures = 0 where id = ${device.id}`);
    }
  },
});

const failed = (ctx: JobContext, { id }: DeviceRow) =>
  ctx.identity.run(
    sql`update push_device set failures = failures + 1 where id = ${id}`,
    sql`delete from push_device where id = ${id} and failures >= ${mostFailures}`,
  );
