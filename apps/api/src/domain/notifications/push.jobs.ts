/** Notifications to the devices of those who want them there: what stands in the portal, outside of the quiet hours. */
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { notificationKinds, topicOf } from '@vitrine/contract/notifications/kinds.ts';
import type { NotificationChoice } from '@vitrine/contract/notifications/notifications.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { Statement } from '#platform/database/query.ts';
import { pushToDevice } from './deliverPush.jobs.ts';
import { devicesIn } from './devices.ts';
import { mailTime } from './mailTime.rules.ts';

/** Single ones; or, when the quiet hours of somebody are over, what came since they began. */
type Payload = { ids: string[] } | { person_id: string; since: string };
type Pushable = {
  id: string;
  kind: NotificationKind;
  person_id: string;
  not_by_push: string[];
  quiet: NotificationChoice['quiet'];
  trial: boolean;
  created_at: string;
};

/** What nobody has read yet and no device was given. What a person keeps out of the portal comes to no device either. */
const pushable = (which: RawBuilder<unknown>, now: Date) => sql<Pushable>`
  select n.id, n.kind, n.person_id, n.trial, n.created_at, coalesce(c.not_by_push, '{}') as not_by_push,
    case when c.quiet_from is not null then jsonb_build_object('from', c.quiet_from, 'until', c.quiet_until) end as quiet
  from notification n left join notification_choice c on c.person_id = n.person_id left join broadcast b on b.id = n.broadcast_id
  where ${which} and n.in_portal and n.pushed_at is null and n.read_at is null and n.deleted_at is null
    and b.recalled_at is null and coalesce(n.ends_at > ${now}::timestamptz, true)
  order by n.created_at, n.id`;

const isSecurity = ({ kind }: Pushable): boolean => topicOf(kind)?.security === true;
const isWanted = (row: Pushable): boolean => isSecurity(row) || !row.not_by_push.includes(notificationKinds[row.kind]);

const idsOf = (rows: readonly Pushable[]): string[] => rows.map(({ id }) => id);
const devicesOf = (ctx: JobContext, people: readonly string[]) =>
  ctx.identity.run(devicesIn(ctx.tenant_id, sql`d.person_id = any (${[...people]}::uuid[])`, ctx.now()));

export const pushNotifications: UnitJob<Payload> = defineJob({
  name: 'notification.push',
  schema: z.union([z.strictObject({ ids: z.array(z.guid()) }), z.strictObject({ person_id: z.guid(), since: z.iso.datetime() })]),
  async work(ctx, payload) {
    const which =
      'ids' in payload
        ? sql`n.id = any (${payload.ids}::uuid[])`
        : sql`n.person_id = ${payload.person_id} and n.created_at >= ${payload.since}::timestamptz`;
    const [rows, settings] = await Promise.all([ctx.run(pushable(which, ctx.now())), readTenantSettings(ctx)]);
    const timed = rows.filter(isWanted).map((row) => ({
      row,
      at:
        isSecurity(row) || row.trial
          ? null
          : mailTime({ mails: 'at_once', digest_hour: 0, quiet: row.quiet }, settings.timezone, ctx.now()).at,
    }));
    const later = timed.flatMap(({ row, at }) => (at ? [{ ...row, at }] : []));
    const now = timed.flatMap(({ row, at }) => (at ? [] : [row]));
    const devices = await devicesOf(
      ctx,
      now.map(({ person_id }) => person_id),
    );
    // Marked and handed over in one transaction: each device gets each notice once, and one that does not answer holds up no other.
    await ctx.run(
      sql`update notification set pushed_at = ${ctx.now()} where id = any (${idsOf(now)}::uuid[])`,
      ...devices.map(({ id, person_id }) =>
        addJob(pushToDevice, ctx.tenant_id, { device_id: id, ids: idsOf(now.filter((row) => row.person_id === person_id)) }),
      ),
      ...later.map(({ person_id, created_at, at }) =>
        addJob(
          pushNotifications,
          ctx.tenant_id,
          { person_id, since: new Date(created_at).toISOString() },
          { at, key: `${person_id} ${at.toISOString()}` },
        ),
      ),
    );
  },
});

/** Adds the job where any of the people has a device, which most have not. */
export async function pushing(ctx: JobContext, rows: readonly { id: string; person_id: string }[]): Promise<Statement[]> {
  if (rows.length === 0) return [];
  const devices = await devicesOf(
    ctx,
    rows.map(({ person_id }) => person_id),
  );
  const people = new Set(devices.map(({ person_id }) => person_id));
  const ids = rows.flatMap(({ id, person_id }) => (people.has(person_id) ? [id] : []));
  return ids.length === 0 ? [] : [addJob(pushNotifications, ctx.tenant_id, { ids }, { key: ctx.job_id })];
}
