/** Notifications, as statements of the transaction in which the event happens. */
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { notificationKinds, topicOf } from '@vitrine/contract/notifications/kinds.ts';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { mailNotifications } from './notify.jobs.ts';

export type Notice = {
  /** Recipients; leave out the person who caused it. */
  person_ids: readonly string[];
  kind: NotificationKind;
  /** Values of the kind's sentences. `date` is a day `YYYY-MM-DD`, written for the reader where it is shown. */
  values?: Record<string, string | number>;
  /** A path of the portal that leads to what it is about. */
  link?: string;
  /** After it the notification no longer counts as unread. */
  ends_at?: Date;
};

const mergedWithin = '10 minutes';

/** Where the person `t` wants to be told about it; security comes in any case. */
const chosen = (kind: NotificationKind) =>
  topicOf(kind)?.security
    ? sql`select true as in_portal, true as by_mail`
    : sql`
      select coalesce(bool_and(${notificationKinds[kind]} <> all (n.not_in_portal)), true) as in_portal,
        coalesce(bool_and(${notificationKinds[kind]} <> all (n.not_by_mail) and n.mails <> 'never'), true) as by_mail
      from notification_choice n where n.person_id = t.person_id`;

/**
 * `ctx.run(change, ...notify(tenant_id, { … }))`: a row for each person, a live event, and a mail where unit and person
 * want one. The same thing said to the same person again within ten minutes is one notification.
 */
export function notify(tenant_id: string, { person_ids, kind, values = {}, link, ends_at }: Notice): Statement[] {
  if (person_ids.length === 0) return [];
  const recipients = [...new Set(person_ids)].map((person_id) => ({ id: uuidv7(), person_id }));
  const text = JSON.stringify(values);
  const insert = sql`
    with notified as (
      insert into notification (tenant_id, id, person_id, kind, "values", link, ends_at, in_portal)
      select ${ownTenant}, t.id, t.person_id, ${kind}, ${text}::jsonb, ${link ?? null}, ${ends_at ?? null}::timestamptz, c.in_portal
      from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as t (id uuid, person_id uuid), lateral (${chosen(kind)}) c
      where (c.in_portal or c.by_mail) and not exists (
        select from notification n where n.person_id = t.person_id and n.kind = ${kind} and n."values" = ${text}::jsonb
          and n.link is not distinct from ${link ?? null}::text and n.read_at is null and n.created_at > now() - interval '${sql.raw(mergedWithin)}')
      returning person_id, in_portal
    )
    insert into live_event (tenant_id, topic, person_id) select ${ownTenant}, 'notifications', person_id from notified where in_portal`;
  return [insert, addJob(mailNotifications, tenant_id, { ids: recipients.map(({ id }) => id) })];
}
