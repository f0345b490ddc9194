/**
 * Regular care of the database: expired attempts, links and known browsers go, and what is kept for a time only of all units
 * (`domain/retention/kinds.ts`, docs/reference/product-rules.md 15); the log gets its next months.
 */
import { retentionKinds as kindNames } from '@vitrine/contract/privacy/retention.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { silentDevices } from '#domain/notifications/devices.ts';
import { retentionKinds } from '#domain/retention/kinds.ts';
import { expireLog, forgetRuns, looked, removeDue } from '#domain/retention/removeDue.ts';
import { definePlatformJob } from './defineJob.ts';
import { keptDays } from './kept.ts';
import { eachByItself } from './eachByItself.ts';

const dayMs = 86_400_000;

/** What one statement removes in all units. */
const inAllUnits = kindNames.filter((name) => retentionKinds[name].by === 'sign-in');

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
      sql`delete from sign_in_notice where ends_at < ${before(keptDays.signInNotice)}`,
      sql`delete from mailed_code where expires_at < ${before(1)}`,
      sql`delete from passkey_challenge where expires_at < ${before(1)}`,
      sql`delete from registration_link where expires_at < ${before(keptDays.link)}`,
      silentDevices(now()),
      forgetEvents(before(1 / 24)),
      sql`delete from live_event e where e.person_id is not null and not exists (select from person p where p.id = e.person_id)`,
      sql`delete from device where last_used_at < ${before(keptDays.device)}`,
      forgetRuns(now()),
      sql`select make_log_months()`,
    ];
    const tasks: (() => Promise<unknown>)[] = [
      ...statements.map((statement) => () => identity.run(statement)),
      ...inAllUnits.map((name) => () => identity.run(removeDue(name, now()), looked([name], now()))),
      () => expireLog(identity, now()),
    ];
    await eachByItself({ log }, tasks, (task) => task());
  },
});
