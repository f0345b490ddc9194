/** The configuration as a signed-in person loads it: the unit's, and what concerns this person. */
import type { Configuration, ConfigurationForm, LoadedConfiguration } from '@vitrine/contract/features/configuration.ts';
import { capabilityOf, screensOf } from '@vitrine/contract/screens.ts';
import { holds } from '../../core/access.ts';
import type { Hours } from '../../core/accessHours.ts';
import { hoursNow } from '../../core/accessHours.ts';
import { settingsNow } from '../../core/accessRules.ts';
import type { Actor, Context } from '../../core/context.ts';
import { fail, found } from '../../core/fail.ts';
import { intendedPath } from '../../core/intended.ts';
import type { SettingsDocument, UnitSettings } from '../../core/unitSettings.ts';
import { surveyDue } from '../../core/surveyDue.ts';
import { pendingTerms } from '../../core/pendingTerms.ts';
import { effectiveSettings, noSettings, toWire } from '../../core/unitSettings.ts';
import type { PersonRow, SettingsRow } from './configuration.queries.ts';
import { companies, personRow, settingsRow } from './configuration.queries.ts';
import { settleProbation, withoutPrivateKeys } from './configuration.rules.ts';

/** Secrets never leave: only whether there is one. */
export function onTheWire(
  settings: UnitSettings,
  row: Pick<SettingsRow, 'has_password' | 'has_token_embedded' | 'version'>,
): Configuration {
  const { has_password, has_token_embedded, version } = row;
  return { ...toWire(settings), password: null, has_password, token_embedded: null, has_token_embedded, version };
}

/** Screens of the role whose capability this person does not hold, because something is switched off. */
const closedScreens = (actor: Actor): string[] =>
  screensOf(actor.role).filter((name) => {
    const capability = capabilityOf(name, actor.role);
    return capability !== undefined && !holds(actor, capability, 'read');
  });

function closingTime(hours: Hours | null, timezone: string, now: Date): string | null {
  const state = hoursNow(hours, timezone, now);
  return state.open ? (state.closes_at?.toISOString() ?? null) : null;
}

const probationEnd = ({ ip_probation_until: until }: SettingsRow, now: Date): string | null =>
  until !== null && Date.parse(until) > now.getTime() ? until : null;

const noSecrets = { password: null, token_embedded: null };

const keysOf = (document: SettingsDocument) => Object.keys(document ?? {}).filter((key): key is keyof UnitSettings => key in noSettings);

/** The unit's settings with what would hold without them. */
export async function unitForm(ctx: Context): Promise<ConfigurationForm> {
  if (ctx.actor.tenant_id === null) fail('not_found_companies');
  const row = found((await ctx.identity.run(settingsRow(ctx)))[0]);
  const { document } = settleProbation(row, ctx.now());
  return {
    ...onTheWire(effectiveSettings(document, row.partner_settings), row),
    own: [...keysOf(document), ...(row.has_password ? (['password'] as const) : [])],
    inherited: { ...toWire(effectiveSettings(null, row.partner_settings)), ...noSecrets },
    ip_probation_until: probationEnd(row, ctx.now()),
  };
}

/** The same of the partner, whose settings stand above those of its units. */
export async function partnerForm(ctx: Context): Promise<ConfigurationForm> {
  const row = found((await ctx.identity.run(settingsRow(ctx)))[0]);
  return {
    ...onTheWire(effectiveSettings(null, row.partner_settings), ofPartner(row)),
    own: [...keysOf(row.partner_settings), ...(row.partner_has_password ? (['password'] as const) : [])],
    inherited: { ...toWire(noSettings), ...noSecrets },
    ip_probation_until: null,
  };
}

/** What `onTheWire` says besides the settings, of the partner's row. */
export const ofPartner = ({ partner_has_password, partner_version }: Pick<SettingsRow, 'partner_has_password' | 'partner_version'>) => ({
  has_password: partner_has_password,
  has_token_embedded: false,
  version: partner_version,
});

/** The unit's welcome, else its partner's, else the platform's: all its languages together, never a mix of two. */
function welcomeOf(settings: UnitSettings, platform: PersonRow['welcome']): LoadedConfiguration['message_biexplorer'] {
  const own = [settings.message_ptbr, settings.message_en, settings.message_es, settings.message_ptpt].some(Boolean);
  const said: PersonRow['welcome'] = own ? settings : platform;
  return {
    message_ptbr: said.message_ptbr ?? null,
    message_en: said.message_en ?? null,
    message_ptpt: said.message_ptpt ?? null,
    message_es: said.message_es ?? null,
  };
}

export async function loadConfiguration(ctx: Context): Promise<LoadedConfiguration> {
  const { actor } = ctx;
  const [[row], [person], units, pending, [survey]] = await ctx.identity.run(
    settingsRow(ctx),
    personRow(ctx),
    companies(ctx),
    pendingTerms(actor, ctx.now()),
    surveyDue(actor.person_id, ctx.now()),
  );
  const { hidden_menu, home_pages, unit_report_opens, welcome, hours } = found(person);
  const settings = settingsNow(found(row), ctx.now());
  return {
    ...onTheWire(holds(actor, 'unit_settings', 'read') ? settings : withoutPrivateKeys(settings), found(row)),
    hidden_menu: [...new Set([...hidden_menu, ...closedScreens(actor)])],
    intended: intendedPath(actor.role, { own: home_pages, unit: settings, unitReportOpens: unit_report_opens }),
    message_biexplorer: welcomeOf(settings, welcome),
    show_questionario_perfil: survey?.due ?? false,
    pending_terms: pending.length > 0,
    companies: units,
    hours_close_at: closingTime(hours, settings.timezone, ctx.now()),
    ip_probation_until: holds(actor, 'access_rules', 'write') ? probationEnd(found(row), ctx.now()) : null,
    partner_access_remote: {
      is_partner_with_admin_company: false,
      is_partner_admin: false,
      is_partner_user: false,
      partner_id: actor.partner_id,
    },
  };
}
