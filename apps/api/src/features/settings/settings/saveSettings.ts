/** Saving the unit's configuration, whole or in part. */
import type { ConfigurationInput } from '@vitrine/contract/settings/settings.ts';
import type { savedConfiguration } from '@vitrine/contract/settings/settings.ts';
import { blockOf } from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { mailPasswordPlace } from '#domain/settings/mailSender.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import { addressRules, effectiveSettings, withoutSecrets } from '#domain/settings/tenantSettings.ts';
import { personRow, settingsRow } from './settings.queries.ts';
import { changesPartnersKeys, mergeDocument, probationAfter, settingsProblems, settleProbation } from '#domain/settings/settings.rules.ts';
import { configurationOf } from './loadSettings.ts';

type Saved = z.infer<typeof savedConfiguration>;
type Key = keyof ConfigurationInput;
type Body = Partial<ConfigurationInput> & { version: number; confirm_ip?: boolean | undefined; inherit?: Key[] | undefined };

/** New secrets, encrypted for their place; null keeps the stored one, unless its block becomes inherited again. */
function secretsOf(
  ctx: Context,
  tenant_id: string,
  { password, token_embedded }: Partial<ConfigurationInput>,
  inheritAgain: readonly Key[],
) {
  return {
    ...mailPassword(ctx, mailPasswordPlace('tenant', tenant_id), password, inheritAgain),
    ...(token_embedded ? { token_embedded: ctx.secrets.encrypt(token_embedded, `${tenant_id}/tenant_setting/token_embedded`) } : {}),
  };
}

export function mailPassword(
  ctx: Context,
  place: string,
  password: string | null | undefined,
  inheritAgain: readonly Key[],
): { mail_password?: string | null } {
  if (password) return { mail_password: ctx.secrets.encrypt(password, place) };
  return inheritAgain.some((key) => blockOf(key).includes('password')) ? { mail_password: null } : {};
}

/** A list of addresses that excludes its author is answered with a warning and not saved, unless it is confirmed. */
export async function saveConfiguration(ctx: Context, { version, confirm_ip, inherit = [], ...input }: Body): Promise<Saved> {
  const now = ctx.now();
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const { ip } = ctx.request;
  const [[row], [person]] = await ctx.identity.run(settingsRow(ctx), personRow(ctx));
  const { partner_settings, ...stored } = found(row);
  if (stored.version !== version) fail('conflict');

  const before = settleProbation(stored, now);
  const document = mergeDocument(before.document, effectiveSettings(null, partner_settings), withoutSecrets(input), inherit);
  const settings = effectiveSettings(document, partner_settings);
  const was = effectiveSettings(before.document, partner_settings);
  const problems = settingsProblems(settings);
  if (Object.keys(problems).length > 0) failFields(problems);
  if (changesPartnersKeys(ctx.actor.role, was, settings)) fail('functionality_not_allowed');
  if (settings.start_report_id !== was.start_report_id && settings.start_report_id !== null)
    await requireReport(ctx, settings.start_report_id);

  const author = { role: ctx.actor.role, ip_exempt: found(person).ip_exempt, ip };
  const { probation, excludesAuthor } = probationAfter(before, document, partner_settings, author, now);
  if (excludesAuthor && !confirm_ip) return { ...configurationOf(was, stored), warnings: [{ word: 'ip_excludes_you', ip }] };

  const secrets = secretsOf(ctx, tenant_id, input, inherit);
  const values = {
    value: JSON.stringify(document),
    ip_before: probation.ip_before ? JSON.stringify(probation.ip_before) : null,
    ip_probation_until: probation.ip_probation_until,
    ...secrets,
    version: version + 1,
  };
  const [saved] = await ctx.run(
    query
      .insertInto('tenant_setting')
      .values({ tenant_id, ...values })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values).where('tenant_setting.version', '=', version))
      .returning([
        'version',
        sql<boolean>`mail_password is not null`.as('has_password'),
        sql<boolean>`token_embedded is not null`.as('has_token_embedded'),
      ]),
  );
  if (saved && changesAddresses(was, settings)) await tellAdministrators(ctx, tenant_id);
  if (settings.user_timeout !== was.user_timeout) await countUseFromNow(ctx, sql`tenant_id = ${tenant_id}`);
  return { ...configurationOf(settings, saved ?? fail('conflict')), warnings: excludesAuthor ? [{ word: 'ip_on_probation', ip }] : [] };
}

const changesAddresses = (was: TenantSettings, settings: TenantSettings) =>
  JSON.stringify(addressRules(was)) !== JSON.stringify(addressRules(settings));

/** Notifies the other administrators, who may be excluded too. */
async function tellAdministrators(ctx: Context, tenant_id: string): Promise<void> {
  const [administrators, [unit]] = await ctx.run(
    unitAdministrators,
    sql<{ name: string }>`select name from tenant where id = ${tenant_id}::uuid`,
  );
  const notices = notify(tenant_id, {
    person_ids: administrators.map(({ person_id }) => person_id).filter((person_id) => person_id !== ctx.actor.person_id),
    kind: 'access_rules_changed',
    values: { person: ctx.actor.name, unit: found(unit).name },
    link: '/setting?section=access',
  });
  await ctx.withTenant(async (tx) => {
    for (const statement of notices) await tx.run(statement);
  });
}

/** A new idle limit starts now for open sessions, because their last use was not stored before. */
export const countUseFromNow = (ctx: Context, where: RawBuilder<unknown>): Promise<unknown> =>
  ctx.identity.run(sql`update session set last_used_at = ${ctx.now()} where ended_at is null and ${where}`);

async function requireReport(ctx: Context, id: string): Promise<void> {
  const [report] = await ctx.run(query.selectFrom('report').select('id').where('id', '=', id));
  if (!report) failFields({ start_report_id: 'invalid' });
}

/** Confirms a list on probation. The call itself proves that the caller can still work under it. */
export async function keepAddressList(ctx: Context, { version }: { version: number }): Promise<Saved> {
  const [row] = await ctx.identity.run(settingsRow(ctx));
  const { partner_settings, ...stored } = found(row);
  const { document } = settleProbation(stored, ctx.now());
  const [kept] = await ctx.run(
    query
      .updateTable('tenant_setting')
      .set({ value: JSON.stringify(document), ip_before: null, ip_probation_until: null, version: version + 1 })
      .where('version', '=', version)
      .returning('version'),
  );
  return {
    ...configurationOf(effectiveSettings(document, partner_settings), { ...stored, version: (kept ?? fail('conflict')).version }),
    warnings: [],
  };
}
