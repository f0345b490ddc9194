/** The configuration that a signed-in person loads: the unit's, with what concerns this person. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Configuration, ConfigurationForm, LoadedConfiguration } from '@vitrine/contract/settings/settings.ts';
import { tourVersion } from '@vitrine/contract/settings/settings.ts';
import { capabilitiesOf, screensOf } from '@vitrine/contract/screens.ts';
import { holds } from '#domain/access/access.ts';
import type { Hours } from '#domain/access/accessHours.ts';
import { hoursNow } from '#domain/access/accessHours.ts';
import { settingsNow } from '#domain/access/accessRules.ts';
import type { Actor, Context } from '#domain/serving/context.ts';
import { fail, found } from '#platform/http/fail.ts';
import { hiddenScreens } from '#domain/session/hiddenScreens.ts';
import { intendedPath } from '#domain/session/intendedPath.ts';
import type { SettingsDocument, TenantSettings } from '#domain/settings/tenantSettings.ts';
import { surveyDue } from '#domain/people/profileSurveyDue.ts';
import { pendingTerms } from '#domain/terms/pendingTerms.ts';
import { effectiveSettings, noSettings } from '#domain/settings/tenantSettings.ts';
import type { PersonRow, SettingsRow } from './settings.queries.ts';
import { companies, personRow, settingsRow } from './settings.queries.ts';
import { settleProbation, withoutPrivateKeys } from '#domain/settings/settings.rules.ts';

/** Secrets are never answered, only whether they are set. */
export function configurationOf(
  settings: TenantSettings,
  row: Pick<SettingsRow, 'has_password' | 'has_token_embedded' | 'version'>,
): Configuration {
  const { has_password, has_token_embedded, version } = row;
  return { ...settings, password: null, has_password, token_embedded: null, has_token_embedded, version };
}

/** Screens of the role of whose capabilities the person has none, because a feature is switched off or a right was not given. */
const closedScreens = (actor: Actor): string[] =>
  screensOf(actor.role).filter((name) => {
    const capabilities = capabilitiesOf(name, actor.role);
    return capabilities.length > 0 && !capabilities.some((capability) => holds(actor, capability, 'read'));
  });

function closingTime(hours: Hours | null, timezone: string, now: Date): string | null {
  const state = hoursNow(hours, timezone, now);
  return state.open ? (state.closes_at?.toISOString() ?? null) : null;
}

const probationEnd = ({ ip_probation_until: until }: SettingsRow, now: Date): string | null =>
  until !== null && Date.parse(until) > now.getTime() ? until : null;

const noSecrets = { password: null, token_embedded: null };

const keysOf = (document: SettingsDocument) => Object.keys(document ?? {}).filter((key): key is keyof TenantSettings => key in noSettings);

/** The unit's settings with the inherited values. */
export async function unitForm(ctx: Context): Promise<ConfigurationForm> {
  if (ctx.actor.tenant_id === null) fail('not_found_companies');
  const row = found((await ctx.identity.run(settingsRow(ctx)))[0]);
  const { document } = settleProbation(row, ctx.now());
  return {
    ...configurationOf(effectiveSettings(document, row.partner_settings), row),
    own: [...keysOf(document), ...(row.has_password ? (['password'] as const) : [])],
    inherited: { ...effectiveSettings(null, row.partner_settings), ...noSecrets },
    ip_probation_until: probationEnd(row, ctx.now()),
  };
}

/** The same for the partner's settings, which its units inherit. */
export async function partnerForm(ctx: Context): Promise<ConfigurationForm> {
  const row = found((await ctx.identity.run(settingsRow(ctx)))[0]);
  return {
    ...configurationOf(effectiveSettings(null, row.partner_settings), ofPartner(row)),
    own: [...keysOf(row.partner_settings), ...(row.partner_has_password ? (['password'] as const) : [])],
    inherited: { ...noSettings, ...noSecrets },
    ip_probation_until: null,
  };
}

/** Fields besides the settings, from the partner's row. */
export const ofPartner = ({ partner_has_password, partner_version }: Pick<SettingsRow, 'partner_has_password' | 'partner_version'>) => ({
  has_password: partner_has_password,
  has_token_embedded: false,
  version: partner_version,
});

/** The welcome message of the unit, else its partner's, else the platform's; languages of two levels are never mixed. */
function welcomeOf(settings: TenantSettings, platform: PersonRow['welcome']): LoadedConfiguration['welcome_message'] {
  const own = [settings.message_ptbr, settings.message_en, settings.message_es, settings.message_ptpt].some(Boolean);
  const said: PersonRow['welcome'] = own ? settings : platform;
  return {
    message_ptbr: said.message_ptbr ?? null,
    message_en: said.message_en ?? null,
    message_ptpt: said.message_ptpt ?? null,
    message_es: said.message_es ?? null,
  };
}

/** The version of a message that the person has not been shown yet. */
function welcomeDue(message: LoadedConfiguration['welcome_message'], seen: readonly string[]): string | null {
  const said = Object.values(message);
  const version = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32);
  return said.some(Boolean) && !seen.includes(version) ? version : null;
}

type RemoteRow = {
  access: LoadedConfiguration['remote_access'];
  concerns: boolean;
  /** Of the partner's staff who acts in this session. */
  partner_id: string | null;
  partner_own: boolean | null;
};

/** Who acts in this session, whether somebody asks to act for the person or does so elsewhere, and whether the unit is the partner's own. */
const remoteAccessOf = ({ acting, tenant_id, person_id }: Actor, now: Date) => sql<RemoteRow>`
  select (
    select jsonb_build_object('id', r.id, 'asker_name', p.name, 'asker_role', r.asker_role, 'reason', r.reason, 'mode', r.mode, 'ends_at', r.ends_at)
    from remote_access r join person p on p.id = r.asker_id where r.id = ${acting?.access_id ?? null}) as access,
  exists (
    select from remote_access r where r.person_id = ${person_id}
      and (r.state = 'waiting' and r.answer_until > ${now} or r.state = 'allowed' and r.ended_at is null and r.ends_at > ${now})) as concerns,
  (select s.partner_id from remote_access r join staff s on s.person_id = r.asker_id where r.id = ${acting?.access_id ?? null}) as partner_id,
  (select t.partner_own from tenant t where t.id = ${tenant_id}) as partner_own`;

/** Whether the session is a partner's in the place of somebody, and where its way back leads. */
function partnerAccess({ role, partner_id }: Actor, remote: RemoteRow | undefined): LoadedConfiguration['partner_access_remote'] {
  const isPartner = remote?.access?.asker_role === 'partner';
  return {
    is_partner_with_admin_company: (isPartner || role === 'partner') && (remote?.partner_own ?? false),
    is_partner_admin: isPartner && role === 'admin',
    is_partner_user: isPartner && role === 'user',
    partner_id: isPartner ? remote.partner_id : partner_id,
  };
}

export async function loadConfiguration(ctx: Context): Promise<LoadedConfiguration> {
  const { actor } = ctx;
  const [[row], [person], units, pending, [survey], [remote]] = await ctx.identity.run(
    settingsRow(ctx),
    personRow(ctx),
    companies(ctx),
    pendingTerms(actor, ctx.now()),
    surveyDue(actor.person_id, ctx.now()),
    remoteAccessOf(actor, ctx.now()),
  );
  const { home_pages, unit_report_opens, welcome, welcomes_seen, hours } = found(person);
  const settings = settingsNow(found(row), ctx.now());
  const hidden = hiddenScreens(actor.role, settings, found(person).hidden_menu, actor.flags);
  const welcome_message = welcomeOf(settings, welcome);
  return {
    ...configurationOf(holds(actor, 'unit_settings', 'read') ? settings : withoutPrivateKeys(settings), found(row)),
    hidden_menu: [...new Set([...hidden, ...closedScreens(actor)])],
    intended: intendedPath(actor.role, { own: home_pages, unit: settings, unitReportOpens: unit_report_opens, hidden }),
    welcome_message,
    // What greets the person waits for the person.
    welcome_due: actor.acting ? null : welcomeDue(welcome_message, welcomes_seen),
    profile_survey_due: !actor.acting && (survey?.due ?? false),
    tour_due: !actor.acting && !welcomes_seen.includes(tourVersion),
    pending_terms: pending.length > 0,
    companies: units,
    hours_close_at: closingTime(hours, settings.timezone, ctx.now()),
    ip_probation_until: holds(actor, 'access_rules', 'write') ? probationEnd(found(row), ctx.now()) : null,
    remote_access: remote?.access ?? null,
    remote_concerns: actor.acting === null && (remote?.concerns ?? false),
    partner_access_remote: partnerAccess(actor, remote),
  };
}
