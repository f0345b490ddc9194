/** The configuration as a signed-in person loads it: the unit's, and what concerns this person. */
import type { Configuration, LoadedConfiguration } from '@vitrine/contract/features/configuration.ts';
import type { Screen } from '@vitrine/contract/screens.ts';
import { screens, screensOf } from '@vitrine/contract/screens.ts';
import { holds } from '../../core/access.ts';
import type { Hours } from '../../core/accessHours.ts';
import { hoursNow } from '../../core/accessHours.ts';
import { settingsNow } from '../../core/accessRules.ts';
import type { Actor, Context } from '../../core/context.ts';
import { found } from '../../core/fail.ts';
import { intendedPath } from '../../core/intended.ts';
import type { UnitSettings } from '../../core/unitSettings.ts';
import { surveyDue } from '../../core/surveyDue.ts';
import { pendingTerms } from '../../core/pendingTerms.ts';
import { toWire } from '../../core/unitSettings.ts';
import type { SettingsRow } from './configuration.queries.ts';
import { companies, personRow, settingsRow } from './configuration.queries.ts';
import { withoutPrivateKeys } from './configuration.rules.ts';

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
    const { capability }: Screen = screens[name];
    return capability !== undefined && !holds(actor, capability, 'read');
  });

function closingTime(hours: Hours | null, timezone: string, now: Date): string | null {
  const state = hoursNow(hours, timezone, now);
  return state.open ? (state.closes_at?.toISOString() ?? null) : null;
}

const probationEnd = ({ ip_probation_until: until }: SettingsRow, now: Date): string | null =>
  until !== null && Date.parse(until) > now.getTime() ? until : null;

export async function loadConfiguration(ctx: Context): Promise<LoadedConfiguration> {
  const { actor } = ctx;
  const [[row], [person], units, pending, [survey]] = await ctx.identity.run(
    settingsRow(ctx),
    personRow(ctx),
    companies(ctx),
    pendingTerms(actor, ctx.now()),
    surveyDue(actor.person_id, ctx.now()),
  );
  const { hidden_menu, home_page, welcome, hours } = found(person);
  const settings = settingsNow(found(row), ctx.now());
  return {
    ...onTheWire(holds(actor, 'unit_settings', 'read') ? settings : withoutPrivateKeys(settings), found(row)),
    hidden_menu: [...new Set([...hidden_menu, ...closedScreens(actor)])],
    intended: intendedPath(actor.role, home_page, settings),
    message_biexplorer: {
      message_ptbr: welcome.message_ptbr ?? null,
      message_en: welcome.message_en ?? null,
      message_ptpt: welcome.message_ptpt ?? null,
      message_es: welcome.message_es ?? null,
    },
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
