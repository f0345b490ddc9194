/** A person with everything that decides whether and where they may come in. Read by the identity role, across units. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Hours } from '../../core/accessHours.ts';
import { memberHomePages, unitReportOpens } from '../../core/homePage.ts';
import type { SettingsDocument } from '../../core/unitSettings.ts';

export type Account = {
  id: string;
  email: string;
  name: string;
  language: string;
  auth_method: 'password' | 'azure' | 'saml';
  password_hash: string | null;
  password_changed_at: string | null;
  must_change_password: boolean;
  second_factor: boolean;
  staff_role: 'a2m' | 'master' | null;
  staff_state: string | null;
  staff_home_page: string | null;
  /** Null for members. */
  staff_level: string | null;
  partner_id: string | null;
  partner_state: string | null;
  partner_maintenance_until: string | null;
  partner_settings: SettingsDocument;
  maintenance_until: string | null;
  ip_lists_off: boolean;
};

/** A unit that the person may enter as far as roles go: a member's units, one or two of a partner's, the operator's house. */
export type Place = {
  tenant_id: string;
  name: string;
  partner_id: string | null;
  state: string;
  trial_ends_on: string | null;
  settings: SettingsDocument;
  ip_before: SettingsDocument;
  ip_probation_until: string | null;
  partner_settings: SettingsDocument;
  partner_state: string | null;
  partner_maintenance_until: string | null;
  member_role: 'admin' | 'user' | null;
  member_state: string | null;
  ip_exempt: boolean;
  authentication_level: string | null;
  trusted_devices: boolean;
  home_pages: string[];
  unit_report_opens: boolean;
  hours: Hours | null;
};

/** Whom a statement is about. */
export type Whom = { email: string } | { id: string };
const isPerson = (whom: Whom) => ('email' in whom ? sql`p.email = ${whom.email}` : sql`p.id = ${whom.id}`);

export const accountOf = (whom: Whom): RawBuilder<Account> => sql<Account>`
  select p.id, p.email, p.name, p.language, p.auth_method, p.password_hash, p.password_changed_at, p.must_change_password,
    (exists (select from passkey k where k.person_id = p.id) or exists (select from second_factor f
      where f.person_id = p.id and (f.totp_confirmed_at is not null or f.email_confirmed_at is not null))) as second_factor,
    st.role as staff_role, st.state as staff_state, st.home_page as staff_home_page,
    st.authentication_level as staff_level, st.partner_id,
    pa.state as partner_state, pa.maintenance_until as partner_maintenance_until, ps.value as partner_settings,
    platform.maintenance_until, platform.ip_lists_off
  from person p
  cross join platform_setting platform
  left join staff st on st.person_id = p.id
  left join partner pa on pa.id = st.partner_id
  left join partner_setting ps on ps.partner_id = st.partner_id
  where ${isPerson(whom)}`;

/**
 * The units to choose from, the likeliest first: last used, then the default, then the oldest. Of a partner's many units
 * only the one that is asked for (the site's, or the target of a change), the last used and the first.
 */
export const placesOf = (whom: Whom, wanted: string | null): RawBuilder<Place> => sql<Place>`
  with who as (select p.id, st.role, st.partner_id from person p left join staff st on st.person_id = p.id where ${isPerson(whom)}),
  own as (select t.id, t.created_at from tenant t join who on who.role = 'master' and t.partner_id = who.partner_id),
  used as (select u.tenant_id, u.last_used_at from unit_use u join who on who.id = u.person_id),
  places as (
    select m.tenant_id as id from membership m join who on who.id = m.person_id and who.role is null
    union select t.id from tenant t join who on who.role = 'a2m' and t.is_house
    union select id from own where id = ${wanted}::uuid
    union (select own.id from own join used on used.tenant_id = own.id order by used.last_used_at desc limit 1)
    union (select id from own order by created_at, id limit 1)
  )
  select t.id as tenant_id, t.name, t.partner_id, t.state, t.trial_ends_on,
    ts.value as settings, ts.ip_before, ts.ip_probation_until, ps.value as partner_settings,
    pa.state as partner_state, pa.maintenance_until as partner_maintenance_until,
    m.role as member_role, m.state as member_state, coalesce(m.ip_exempt, false) as ip_exempt, ${memberHomePages} as home_pages,
    ${unitReportOpens} as unit_report_opens,
    access_hours(t.id, m.id) as hours, m.authentication_level, coalesce(ts.trusted_devices, false) as trusted_devices
  from places
  join tenant t on t.id = places.id
  left join tenant_setting ts on ts.tenant_id = t.id
  left join partner pa on pa.id = t.partner_id
  left join partner_setting ps on ps.partner_id = t.partner_id
  left join membership m on m.tenant_id = t.id and m.person_id = (select id from who) and (select role from who) is null
  left join used on used.tenant_id = t.id
  order by used.last_used_at desc nulls last, m.is_default desc nulls last, t.created_at, t.id`;
