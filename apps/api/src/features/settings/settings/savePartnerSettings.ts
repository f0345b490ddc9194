/** What the units of a partner inherit. */
import type { Configuration, updatePartnerConfig } from '@vitrine/contract/settings/settings.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { isAddressRefused } from '#domain/access/accessRules.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { mailPasswordPlace } from '#domain/settings/mailSender.ts';
import { addressRules, effectiveSettings, withoutSecrets, noSettings } from '#domain/settings/tenantSettings.ts';
import { settingsRow } from './settings.queries.ts';
import { mergeDocument, settingsProblems } from '#domain/settings/settings.rules.ts';
import { ofPartner, configurationOf } from './loadSettings.ts';
import { countUseFromNow, mailPassword } from './saveSettings.ts';

type Body = Input<typeof updatePartnerConfig>['body'];

/** A list that would exclude the caller is refused, because nobody above the partner could undo it. */
export async function savePartnerConfiguration(ctx: Context, { version, inherit = [], ...input }: Body): Promise<Configuration> {
  const partner_id = ctx.actor.partner_id ?? fail('forbidden');
  const row = found((await ctx.identity.run(settingsRow(ctx)))[0]);
  if (row.partner_version !== version) fail('conflict');
  const document = mergeDocument(row.partner_settings ?? {}, noSettings, withoutSecrets(input), inherit);
  const settings = effectiveSettings(null, document);
  const problems = settingsProblems(settings);
  const { ip } = ctx.request;
  const author = { role: ctx.actor.role, ip_exempt: false };
  if (isAddressRefused(author, { unit: null, partner: addressRules(settings) }, ip)) problems.allowed_addresses = 'excludes_you';
  if (Object.keys(problems).length > 0) failFields(problems);

  const secret = mailPassword(ctx, mailPasswordPlace('partner', partner_id), input.password, inherit);
  const values = { value: JSON.stringify(document), ...secret, version: version + 1 };
  const [saved] = await ctx.partner().run(
    query
      .insertInto('partner_setting')
      .values({ partner_id, ...values })
      .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(values).where('partner_setting.version', '=', version))
      .returning('version'),
  );
  if (!saved) fail('conflict');
  if (settings.user_timeout !== effectiveSettings(null, row.partner_settings).user_timeout)
    await countUseFromNow(ctx, sql`tenant_id in (select id from tenant where partner_id = ${partner_id})`);
  const has_password = 'mail_password' in secret ? secret.mail_password !== null : row.partner_has_password;
  return configurationOf(settings, ofPartner({ partner_has_password: has_password, partner_version: saved.version }));
}
