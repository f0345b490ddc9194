/** Reads everything that the configuration of a signed-in person contains, in one round trip. */
import { sql } from 'kysely';
import { memberHomePages, unitReportOpens } from '#domain/session/homePage.ts';
import type { RawBuilder } from 'kysely';
import type { Hours } from '#domain/access/accessHours.ts';
import type { Context } from '#domain/serving/context.ts';
import type { SettingsDocument } from '#domain/settings/tenantSettings.ts';

export type SettingsRow = {
  settings: SettingsDocument;
  ip_before: SettingsDocument;
  ip_probation_until: string | null;
  has_password: boolean;
  has_token_embedded: boolean;
  version: number;
  partner_settings: SettingsDocument;
  partner_has_password: boolean;
  partner_version: number;
};

export type PersonRow = {
  home_pages: string[];
  unit_report_opens: boolean;
  hidden_menu: string[];
  ip_exempt: boolean;
  hours: Hours | null;
  /** Versions that the person has been shown. */
  welcomes_seen: string[];
  welcome: Partial<Record<'message_ptbr' | 'message_en' | 'message_ptpt' | 'message_es', string | null>>;
};

export type Company = { tenant_id: string; name: string; current: boolean };

const unitOf = ({ actor }: Pick<Context, 'actor'>) => sql`${actor.tenant_id}::uuid`;

/** The unit's settings with its partner's; for partner staff without a unit only the partner's. */
export const settingsRow = (ctx: Pick<Context, 'actor'>): RawBuilder<SettingsRow> => sql<SettingsRow>`
  select ts.value as settings, ts.ip_before, ts.ip_probation_until, ts.mail_password is not null as has_password,
    ts.token_embedded is not null as has_token_embedded, coalesce(ts.version, 1) as version, ps.value as partner_settings,
    ps.mail_password is not null as partner_has_password, coalesce(ps.version, 1) as partner_version
  from platform_setting
  left join tenant t on t.id = ${unitOf(ctx)}
  left join tenant_setting ts on ts.tenant_id = t.id
  left join partner_setting ps on ps.partner_id = coalesce(t.partner_id, ${ctx.actor.partner_id}::uuid)`;

export const personRow = (ctx: Pick<Context, 'actor'>): RawBuilder<PersonRow> => sql<PersonRow>`
  select array_remove(${memberHomePages} || st.home_page, null) as home_pages, ${unitReportOpens} as unit_report_opens, coalesce(m.hidden_menu, '{}') as hidden_menu, coalesce(m.ip_exempt, false) as ip_exempt, access_hours(m.tenant_id, m.id) as hours, platform.welcome,
    array(select version from welcome_seen where person_id = ${ctx.actor.person_id}) as welcomes_seen
  from platform_setting platform
  left join tenant_setting ts on ts.tenant_id = ${unitOf(ctx)}
  left join membership m on m.tenant_id = ${unitOf(ctx)} and m.person_id = ${ctx.actor.person_id}
  left join staff st on st.person_id = ${ctx.actor.person_id}`;

/** The units that the person may change to, by name; what is at home under another host is opened there. */
export const companies = ({ actor }: Pick<Context, 'actor'>): RawBuilder<Company> => sql<Company>`
  select t.id as tenant_id, t.name, t.id is not distinct from ${actor.tenant_id}::uuid as current
  from tenant t
  where t.state <> 'closed' and not t.is_operator_tenant
    and (t.partner_id = ${actor.partner_id}::uuid or exists (select from membership m where m.tenant_id = t.id and m.person_id = ${actor.person_id} and m.state = 'active'))
  order by search_text(t.name), t.id`;
