/** Browsers that people let the portal tell them in. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Subscription } from '#platform/push/sendPush.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** A session that has run out is no reason to be silent: notices are for those who are not there. Signing out, or being put out, is. */
const silentAfter = "interval '30 days'";
/** A device that took nothing for so long, try for try, is no more. */
export const mostFailures = 40;

/** Whether the session `s` of a device still speaks for its owner. */
export const isHeard = (now: Date): RawBuilder<unknown> =>
  sql`s.ended_at is null and s.expires_at > ${now}::timestamptz - ${sql.raw(silentAfter)}`;

export const silentDevices = (now: Date): RawBuilder<unknown> =>
  sql`delete from push_device d using session s where s.id = d.session_id and not (${isHeard(now)})`;

/** Devices `d` of people who may be told of what happens in a unit: it is open, and they belong to it or work for those who run it. */
export const devicesIn = (tenant_id: string, where: RawBuilder<unknown>, now: Date): RawBuilder<DeviceRow> => sql<DeviceRow>`
  select d.id, d.person_id, d.subscription from push_device d
  join session s on s.id = d.session_id
  join tenant t on t.id = ${tenant_id}
  where ${where} and ${isHeard(now)} and t.erasing_since is null
    and (t.state = 'active' or t.state = 'trial' and t.trial_ends_on >= unit_today(t.id))
    and (exists (select from membership m where m.tenant_id = t.id and m.person_id = d.person_id and m.state = 'active')
      or exists (select from staff w where w.person_id = d.person_id and w.state = 'active'
        and (w.partner_id = t.partner_id or w.partner_id is null)))`;

export type DeviceRow = { id: string; person_id: string; subscription: string };

const placeOf = (id: string): string => `platform/push_device/${id}/subscription`;

export const sealed = (secrets: Secrets, id: string, subscription: Subscription): string =>
  secrets.encrypt(JSON.stringify(subscription), placeOf(id));

export const unsealed = (secrets: Secrets, { id, subscription }: Pick<DeviceRow, 'id' | 'subscription'>): Subscription =>
  JSON.parse(secrets.decrypt(subscription, placeOf(id))) as Subscription;
