/** Whether a unit or partner lets somebody in now: state, trial, addresses. The same rules at sign-in and on every request. */
import type { Role } from '@vitrine/contract/roles.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { isAllowed } from './address.ts';
import type { SettingsDocument } from './unitSettings.ts';
import { addressRules, effectiveSettings } from './unitSettings.ts';

export type UnitFacts = {
  state: string;
  trial_ends_on: string | null;
  settings: SettingsDocument;
  partner_settings: SettingsDocument;
  /** The list before a change that nobody has kept yet, and until when it may still be kept. */
  ip_before: SettingsDocument;
  ip_probation_until: string | null;
};

/** What holds now, with a list of addresses on probation reverted once its time is over. */
export function settingsNow(facts: Pick<UnitFacts, 'settings' | 'partner_settings' | 'ip_before' | 'ip_probation_until'>, now: Date) {
  const reverted = facts.ip_probation_until !== null && Date.parse(facts.ip_probation_until) <= now.getTime();
  const unit = reverted ? revertAddresses(facts.settings, facts.ip_before) : facts.settings;
  return effectiveSettings(unit, facts.partner_settings);
}

/** A document with the address rules that stood before; keys that were inherited are inherited again. */
export function revertAddresses(document: SettingsDocument, before: SettingsDocument): NonNullable<SettingsDocument> {
  const reverted = { ...document };
  delete reverted.ip;
  delete reverted.listIp;
  return { ...reverted, ...before };
}

const days = new Map<string, { format: Intl.DateTimeFormat; minute: number; day: string }>();

/** The day in a time zone, `YYYY-MM-DD`. Told anew every minute only: every request asks, some of them twice. */
export function dayIn(timezone: string, now: Date): string {
  const minute = Math.floor(now.getTime() / 60_000);
  const known = days.get(timezone);
  if (known?.minute === minute) return known.day;
  const format = known?.format ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
  const day = format.format(now);
  days.set(timezone, { format, minute, day });
  return day;
}

/** Why a unit lets this role not in, or null. A trial lasts to the end of its last day; a partner's people enter even then. */
export function unitRefusal(unit: Pick<UnitFacts, 'state' | 'trial_ends_on'>, role: Role, today: string): ErrorWord | null {
  if (unit.state === 'closed') return 'not_found_companies';
  if (role === 'master') return null;
  if (unit.state === 'suspended') return 'not_found_companies';
  if (unit.state === 'trial' && unit.trial_ends_on !== null && unit.trial_ends_on < today) return 'finish_test';
  return null;
}

/** Whether the address is outside the lists that bind this role: a partner's people answer to the partner's own list only. */
export function isAddressRefused(
  who: { role: Role; ip_exempt: boolean },
  lists: { unit: string[] | null; partner: string[] | null },
  ip: string,
): boolean {
  const rules = who.role === 'master' ? lists.partner : who.ip_exempt ? null : lists.unit;
  return rules !== null && !isAllowed(ip, rules);
}

/** The partner's own list, whatever its units have. */
export function partnerAddressRules(partnerSettings: SettingsDocument): string[] | null {
  return addressRules(effectiveSettings(null, partnerSettings));
}
