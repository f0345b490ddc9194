/** Reads a person with everything that decides whether and where they may sign in. Runs as the identity role, across units. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Hours } from '#domain/access/accessHours.ts';
import type { Maintenance } from '#domain/access/maintenance.ts';
import { maintenanceIn } from '#domain/access/maintenance.ts';
import { memberHomePages, unitReportOpens } from '#domain/session/homePage.ts';
import type { SettingsDocument } from '#domain/settings/tenantSettings.ts';

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
  staff_role: 'operator' | 'partner' | null;
  staff_state: string | null;
  staff_home_page: string | null;
  /** Null for members. */
  staff_level: string | null;
  partner_id: string | null;
  partner_state: string | null;
  partner_settings: SettingsDocument;
  maintenance: Maintenance | null;
  ip_lists_off: boolean;
};

/** A unit that the person's role allows: a member's units, some of a partner's units, the operator's own unit. */
export type MembershipChoice = {
  tenant_id: string;
  name: string;
  partner_id: string | null;
  state: string;
  trial_ends_on: string | null;
  settings: SettingsDocument;
  ip_before: SettingsDocument;
  ip_probation_until: string | null;
  partner_settings: SettingsDocument;
  partner_maintenance: Maintenance | null;
  member_role: 'admin' | 'user' | null;
  member_state: string | null;
  /** The unit takes no password of this member. */
  passwords_off: boolean;
  ip_exempt: boolean;
  authentication_level: string | null;
  trusted_devices: boolean;
  home_pages: string[];
  unit_report_opens: boolean;
  hidden_menu: string[];
  hours: Hours | null;
};

/** How a statement selects the person. */
export type Whom = { email: string } | { id: string };
const isPerson = (whom: Whom) => ('email' in whom ? sql`p.email = ${whom.email}` : sql`p.id = ${whom.id}`);

export const accountOf = (whom: Whom): RawBuilder<Account> => sql<Account>`
  select p.id, p.email, p.name, p.language, p.auth_method, p.password_hash, p.password_changed_at, p.must_change_password,
    (exists (select from passkey k where k.person_id = p.id) or exists (select from second_factor f
      where f.person_id = p.id and (f.totp_confirmed_at is not null or f.email_confirmed_at is not null))) as second_factor,
    st.role as staff_role, st.state as staff_state, st.home_page as staff_home_page,
    st.authentication_level as staff_level, st.partner_id,
    pa.state as partner_state, ps.value as partner_settings,
    ${maintenanceIn('platform')} as maintenance, platform.ip_lists_off
  from person p
  cross join platform_setting platform
  left join staff st on st.person_id = p.id
  left join partner pa on pa.id = st.partner_id
  left join partner_setting ps on ps.partner_id = st.partner_id
  where ${isPerson(whom)}`;

/**
 * Candidate units in order: last used, then the default, then the oldest. Of a partner's many units
 * only the requested one (of the host, or the target of a change), the last used and the first.
 */
export const choicesOf = (whom: Whom, wanted: string | null): RawBuilder<MembershipChoice> => sql<MembershipChoice>`
  with who as (select p.id, p.email, st.role, st.partner_id from person p left join staff st on st.person_id = p.id where ${isPerson(whom)}),
  own as (select t.id, t.created_at from tenant t join who on who.role = 'partner' and t.partner_id = who.partner_id),
  used as (select u.tenant_id, u.last_used_at from unit_use u join who on who.id = u.person_id),
  choices as (
    select m.tenant_id as id from membership m join who on who.id = m.person_id and who.role is null
    union select t.id from tenant t join who on who.role = 'operator' and t.is_operator_tenant
    union select id from own where id = ${wanted}::uuid
    union (select own.id from own join used on used.tenant_id = own.id order by used.last_used_at desc limit 1)
    union (select id from own order by created_at, id limit 1)
  )
  select t.id as tenant_id, t.name, t.partner_id, t.state, t.trial_ends_on,
    ts.value as settings, ts.ip_before, ts.ip_probation_until, ps.value as partner_settings,
    ${maintenanceIn('pa')} as partner_maintenance,
    m.role as member_role, m.state as member_state,
    coalesce(passwords_off(t.id, (select email from who), m.role, m.keeps_password), false) as passwords_off, coalesce(m.ip_exempt, false) as ip_exempt, ${memberHomePages} as home_pages,
    ${unitReportOpens} as unit_report_opens, coalesce(m.hidden_menu, '{}') as hidden_menu,
    access_hours(t.id, m.id) as hours, m.authentication_level, coalesce(ts.trusted_devices, false) as trusted_devices
  from choices
  join tenant t on t.id = choices.id
  left join tenant_setting ts on ts.tenant_id = t.id
  left join partner pa on pa.id = t.partner_id
  left join partner_setting ps on ps.partner_id = t.partner_id
  left join membership m on m.tenant_id = t.id and m.person_id = (select id from who) and (select role from who) is null
  left join used on used.tenant_id = t.id
  order by used.last_used_at desc nulls last, m.is_default desc nulls last, t.created_at, t.id`;
