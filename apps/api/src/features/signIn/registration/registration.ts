/** Registration: the public steps, the queue of those who wait, and who may come. */
import * as contract from '@vitrine/contract/signIn/registration.ts';
import type { RegistrationRow, RegistrationSettings } from '@vitrine/contract/signIn/registration.ts';
import { sql } from 'kysely';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import { queueMailOfUnit } from '#domain/mail/mail.jobs.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import type { Serve } from '#domain/serving/serve.ts';
import type { SettingsDocument } from '#domain/settings/tenantSettings.ts';
import { effectiveSettings } from '#domain/settings/tenantSettings.ts';
import { isEnable, register, registerFinish, registerForm } from './registering.ts';
import { publicAmong } from './registration.rules.ts';

const waiting = sql`
  select m.id, p.name, p.email, p.language, m.registered_at, m.custom
  from membership m join person p on p.id = m.person_id
  where m.state = 'inactive' and m.registered_at is not null and m.registration_decided_at is null`;

/** Decides once: of two parallel decisions the second is refused. */
async function decide(ctx: Context, id: string, state: 'active' | 'deactivated', mail: 'approved' | 'denied'): Promise<void> {
  const sender = await mailSenderOf(ctx);
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  await ctx.withTenant(async (tx) => {
    const [[decided], [person]] = await tx.run(
      sql<{ id: string }>`
        update membership set state = ${state}, registration_decided_at = ${ctx.now()}, registration_decided_by = ${ctx.actor.person_id}, version = version + 1
        where id = ${id} and state = 'inactive' and registered_at is not null and registration_decided_at is null returning id`,
      sql<{ name: string; email: string; language: string }>`
        select p.name, p.email, p.language from membership m join person p on p.id = m.person_id where m.id = ${id}`,
    );
    found(decided);
    const content = mail === 'approved' ? { path: '/signin' } : {};
    await tx.run(
      queueMailOfUnit(ctx, tenant_id, accountMail(mail, found(person), sender, content), {
        tenant_id,
        membership_id: id,
        caused_by: ctx.actor.person_id,
      }),
    );
  });
}

type SettingsRow = {
  settings: SettingsDocument;
  partner_settings: SettingsDocument;
  registration_domains: string[] | null;
  trusted_domains: string[] | null;
  self_registration: boolean;
  version: number;
};

async function readSettings(ctx: Context): Promise<RegistrationSettings> {
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const [[row], [domain]] = await ctx.identity.run(
    sql<SettingsRow>`
      select ts.value as settings, ps.value as partner_settings, ts.registration_domains, ts.trusted_domains, t.self_registration,
        coalesce(ts.version, 1) as version
      from tenant t left join tenant_setting ts on ts.tenant_id = t.id left join partner_setting ps on ps.partner_id = t.partner_id
      where t.id = ${tenant_id}`,
    sql<{ host: string }>`select host from domain where tenant_id = ${tenant_id} and state = 'active' order by created_at limit 1`,
  );
  const { settings, partner_settings, registration_domains, trusted_domains, self_registration, version } = found(row);
  const host = domain ? await ctx.hosts.find(domain.host) : null;
  return {
    enabled: effectiveSettings(settings, partner_settings).enable_auto_register,
    allowed: self_registration,
    address: host ? `${host.origin}/register` : null,
    registration_domains: registration_domains ?? [],
    trusted_domains: trusted_domains ?? [],
    version,
  };
}

type SettingsBody = { enabled: boolean; registration_domains: string[]; trusted_domains: string[]; version: number };

async function saveSettings(ctx: Context, { enabled, version, ...lists }: SettingsBody): Promise<RegistrationSettings> {
  const trusted = [...new Set(lists.trusted_domains)];
  const refused = publicAmong(trusted);
  if (refused.length > 0) failFields({ trusted_domains: 'domain_public' });
  const document = JSON.stringify({ enable_auto_register: enabled });
  const [saved] = await ctx.run(
    sql<{ version: number }>`
      insert into tenant_setting as s (tenant_id, value, registration_domains, trusted_domains, version)
      values (${ctx.actor.tenant_id}::uuid, ${document}::jsonb, ${[...new Set(lists.registration_domains)]}::text[], ${trusted}::text[], ${version + 1})
      on conflict (tenant_id) do update set value = s.value || excluded.value, registration_domains = excluded.registration_domains,
        trusted_domains = excluded.trusted_domains, version = excluded.version
      where s.version = ${version} returning version`,
  );
  if (!saved) fail('conflict');
  return readSettings(ctx);
}

export function registration(serve: Serve): void {
  serve(contract.isEnable, (ctx) => isEnable(ctx));
  serve(contract.register, (ctx, { body }) => register(ctx, body));
  serve(contract.registerForm, (ctx, { body }) => registerForm(ctx, body.token));
  serve(contract.registerFinish, (ctx, { body }) => registerFinish(ctx, body));

  serve(contract.list, (ctx, { query }) => {
    const matching = sql`select * from (${waiting}) waiting where ${every(holdsWords(query.q, sql`name`, sql`email`))}`;
    const order = orderBy(query.sort, { registered_at: sql`registered_at`, name: sql`search_text(name)` }, sql`id`);
    return listPage(ctx, query, sql<RegistrationRow>`${matching} ${order} ${pageOf(query)}`, matching);
  });
  serve(contract.approve, (ctx, { params: { id } }) => decide(ctx, id, 'active', 'approved'));
  serve(contract.deny, (ctx, { params: { id } }) => decide(ctx, id, 'deactivated', 'denied'));
  serve(contract.getSettings, (ctx) => readSettings(ctx));
  serve(contract.saveSettings, (ctx, { body }) => saveSettings(ctx, body));
}
