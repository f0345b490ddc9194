/** What of the unit's configuration decides which data are processed, and who gets them. */
import { sql } from 'kysely';
import { settingsNow } from '#domain/access/accessRules.ts';
import type { Context } from '#domain/serving/context.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import { storedSettings } from '#domain/settings/readTenantSettings.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import { found } from '#platform/http/fail.ts';

type Unit = {
  name: string;
  state: string;
  trial_ends_on: string | null;
  officer_name: string;
  officer_email: string;
  reports: boolean;
  tasks: boolean;
  imports: boolean;
  /** Hosts that tasks call. */
  webhooks: string[];
  /** Directories and providers by which people come in. */
  ways_in: string[];
  /** Directories that make users by themselves. */
  provisioning: string[];
};
export type Facts = Unit & { settings: TenantSettings; partner: string | null; mail_host: string | null; push: boolean };

const unit = sql<Unit>`
  select t.name, t.state, t.trial_ends_on, coalesce(s.data_officer_name, '') as officer_name, coalesce(s.data_officer_email, '') as officer_email,
    exists (select from reporting_account) as reports, exists (select from task) as tasks, exists (select from user_import) as imports,
    coalesce((select array_agg(distinct substring(k.webhook_url from '^https?://([^/:]+)')) from task k where k.webhook_url <> ''), '{}') as webhooks,
    array(select d.name from entra_directory d where d.active union select a.name from saml_app a where a.active order by 1) as ways_in,
    array(select k.name from scim_token k where not k.rehearsal and k.expires_at > now() order by 1) as provisioning
  from tenant t left join tenant_setting s on s.tenant_id = t.id
  where t.id = nullif(current_setting('app.tenant_id', true), '')::uuid`;

/** Devices belong to people and not to units, and partners stand above them: both are asked for where people sign in. */
const around = (tenant_id: string | null) => sql<{ partner: string | null; push: boolean }>`
  select p.name as partner, exists (
    select from push_device d join membership m on m.person_id = d.person_id where m.tenant_id = t.id and m.state <> 'deactivated') as push
  from tenant t left join partner p on p.id = t.partner_id where t.id = ${tenant_id}::uuid`;

export async function readFacts(ctx: Context): Promise<Facts> {
  const { tenant_id } = ctx.actor;
  const [[row], [stored]] = await ctx.run(unit, storedSettings);
  const [outside] = await ctx.identity.run(around(tenant_id));
  const mail = await readMailServer(ctx.identity, ctx.secrets, { tenant_id, partner_id: null });
  return { ...found(row), ...found(outside), settings: settingsNow(found(stored), ctx.now()), mail_host: mail?.host ?? null };
}
