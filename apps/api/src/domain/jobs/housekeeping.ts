/** Regular clean-up of the database: expired attempts, links, sessions and known browsers, and the audit log (docs/reference/product-rules.md 15). */
import { logDays } from '@vitrine/contract/people/provisioning.ts';
import { incidentYears } from '@vitrine/contract/privacy/incidents.ts';
import { keptSearches } from '@vitrine/contract/support/faqSearches.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { silentDevices } from '#domain/notifications/devices.ts';
import { definePlatformJob } from './defineJob.ts';
import { eachByItself } from './eachByItself.ts';
import type { Scoped } from '#platform/database/scoped.ts';

const dayMs = 86_400_000;
const keptDays = {
  attempt: 1,
  link: 30,
  device: 365,
  notification: 365,
  readNotification: 90,
  provisioning: logDays,
  search: keptSearches.days,
};

const linesAtOnce = 1000;

/** Lines of 24 months and addresses of six, in transactions so short that nobody waits for them. The database knows the times. */
async function expireLog(identity: Scoped): Promise<void> {
  let expired = 1;
  while (expired > 0) {
    const [row] = await identity.run(sql<{ expired: number }>`select expire_log(${linesAtOnce}) as expired`);
    expired = row?.expired ?? 0;
  }
}

/**
 * Of each unit, person and topic the last event stays and keeps what was removed: pages that come back learn whether they missed some of
 * it. The last ten minutes of that are enough: no transaction is open for longer, so whoever has heard of them has heard of all before.
 */
const forgetEvents = (before: Date) => sql`
  with old as (
    select tenant_id, id, coalesce(person_id, tenant_id) as audience, topic, xid, removed, created_at,
      row_number() over (partition by tenant_id, person_id, topic order by xid desc, id desc) as place
    from live_event where created_at < ${before}
  ), gone as (
    delete from live_event e using old o where o.place > 1 and e.tenant_id = o.tenant_id and e.id = o.id
  ), latest as (
    select tenant_id, audience, topic, max(created_at) as at from old where place > 1 group by tenant_id, audience, topic
  ), known as (
    select o.tenant_id, o.audience, o.topic, array_agg(distinct t.xid) as xids
    from latest l join old o using (tenant_id, audience, topic), unnest(o.xid || coalesce(o.removed, '{}')) as t (xid)
    where o.place > 1 and o.created_at > l.at - interval '10 minutes' group by o.tenant_id, o.audience, o.topic
  )
  update live_event e set removed = k.xids
  from old o join known k using (tenant_id, audience, topic)
  where o.place = 1 and e.tenant_id = o.tenant_id and e.id = o.id`;

export const housekeeping = definePlatformJob({
  name: 'housekeeping',
  schema: z.strictObject({}),
  every: '7 * * * *',
  async work({ identity, log, now }) {
    const before = (days: number) => new Date(now().getTime() - days * dayMs);
    const statements = [
      sql`delete from attempt where window_started_at < ${before(keptDays.attempt)} and coalesce(blocked_until < ${before(keptDays.attempt)}, true)`,
      sql`delete from one_time_token where expires_at < ${before(keptDays.link)}`,
      sql`delete from sign_in_step where expires_at < ${before(1)}`,
      sql`delete from entra_sign_in where expires_at < ${before(1)}`,
      sql`delete from saml_attempt where expires_at < ${before(1)}`,
      sql`delete from saml_seen where expires_at < ${before(1)}`,
      sql`delete from embedded_session where created_at < ${before(1)}`,
      sql`delete from scim_log where at < ${before(keptDays.provisioning)}`,
      sql`delete from sign_in_notice where ends_at < ${before(keptDays.notification)}`,
      sql`delete from mailed_code where expires_at < ${before(1)}`,
      sql`delete from passkey_challenge where expires_at < ${before(1)}`,
      sql`delete from registration_link where expires_at < ${before(keptDays.link)}`,
      silentDevices(now()),
      sql`delete from session where expires_at < ${now()}::timestamptz - interval '6 months'`,
      sql`delete from notification where created_at < ${before(keptDays.notification)} or read_at < ${before(keptDays.readNotification)} or deleted_at < ${before(1)}`,
      forgetEvents(before(1 / 24)),
      sql`delete from live_event e where e.person_id is not null and not exists (select from person p where p.id = e.person_id)`,
      sql`delete from faq_search where last_at < ${before(keptDays.search)}`,
      sql`delete from incident where closed_at < ${now()}::timestamptz - make_interval(years => ${sql.lit(incidentYears)})`,
      sql`delete from device where last_used_at < ${before(keptDays.device)}`,
    ];
    const tasks = [...statements.map((statement) => () => identity.run(statement)), () => expireLog(identity)];
    await eachByItself({ log }, tasks, (task) => task());
  },
});
