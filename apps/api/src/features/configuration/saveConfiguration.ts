/** Saving the unit's configuration, whole or in part. */
import type { ConfigurationInput } from '@vitrine/contract/features/configuration.ts';
import type { savedConfiguration } from '@vitrine/contract/features/configuration.ts';
import { blockOf } from '@vitrine/contract/features/configuration.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { fail, failFields, found } from '../../core/fail.ts';
import { notify } from '../../core/notify/notify.ts';
import { unitAdministrators } from '../../core/people/unitAdministrators.ts';
import { mailPasswordPlace } from '../../core/sender.ts';
import type { UnitSettings } from '../../core/unitSettings.ts';
import { addressRules, effectiveSettings, fromWire } from '../../core/unitSettings.ts';
import { personRow, settingsRow } from './configuration.queries.ts';
import { changesPartnersKeys, mergeDocument, probationAfter, settingsProblems, settleProbation } from './configuration.rules.ts';
import { onTheWire } from './loadConfiguration.ts';

type Saved = z.infer<typeof savedConfiguration>;
type Key = keyof ConfigurationInput;
type Body = Partial<ConfigurationInput> & { version: number; confirm_ip?: boolean | undefined; inherit?: Key[] | undefined };

/** The secrets that were given; null leaves the old one, unless its block is inherited again. Each opens only in the place it is encrypted for. */
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
  const document = mergeDocument(before.document, effectiveSettings(null, partner_settings), fromWire(input), inherit);
  const settings = effectiveSettings(document, partner_settings);
  const was = effectiveSettings(before.document, partner_settings);
  const problems = settingsProblems(settings);
  if (Object.keys(problems).length > 0) failFields(problems);
  if (changesPartnersKeys(ctx.actor.role, was, settings)) fail('functionality_not_allowed');
  if (settings.relatorio_id !== was.relatorio_id && settings.relatorio_id !== null) await requireReport(ctx, settings.relatorio_id);

  const author = { role: ctx.actor.role, ip_exempt: found(person).ip_exempt, ip };
  const { probation, excludesAuthor } = probationAfter(before, document, partner_settings, author, now);
  if (excludesAuthor && !confirm_ip) return { ...onTheWire(was, stored), warnings: [{ word: 'ip_excludes_you', ip }] };

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
  return { ...onTheWire(settings, saved ?? fail('conflict')), warnings: excludesAuthor ? [{ word: 'ip_on_probation', ip }] : [] };
}

const changesAddresses = (was: UnitSettings, settings: UnitSettings) =>
  JSON.stringify(addressRules(was)) !== JSON.stringify(addressRules(settings));

/** The other administrators hear of it before they find a closed door. */
async function tellAdministrators(ctx: Context, tenant_id: string): Promise<void> {
  const [administrators, [unit]] = await ctx.run(
    unitAdministrators,
    sql<{ name: string }>`select name from tenant where id = ${tenant_id}::uuid`,
  );
  const told = notify(tenant_id, {
    person_ids: administrators.map(({ person_id }) => person_id).filter((person_id) => person_id !== ctx.actor.person_id),
    kind: 'access_rules_changed',
    values: { person: ctx.actor.name, unit: found(unit).name },
    link: '/setting',
  });
  await ctx.withTenant(async (tx) => {
    for (const statement of told) await tx.run(statement);
  });
}

/** A new rule about unused sessions begins to count now: until it came, nobody noted their use. */
export const countUseFromNow = (ctx: Context, where: RawBuilder<unknown>): Promise<unknown> =>
  ctx.identity.run(sql`update session set last_used_at = ${ctx.now()} where ended_at is null and ${where}`);

async function requireReport(ctx: Context, id: string): Promise<void> {
  const [report] = await ctx.run(query.selectFrom('report').select('id').where('id', '=', id));
  if (!report) failFields({ relatorio_id: 'invalid' });
}

/** Ends the probation. Whoever can say so can still work under the new list. */
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
    ...onTheWire(effectiveSettings(document, partner_settings), { ...stored, version: (kept ?? fail('conflict')).version }),
    warnings: [],
  };
}
