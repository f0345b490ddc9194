/** Whether a unit or partner lets somebody in now: state, trial, addresses. The same rules at sign-in and on every request. */
import type { Role } from '@vitrine/contract/roles.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { isAllowed } from '#platform/http/ipAddress.ts';
import type { SettingsDocument } from '#domain/settings/tenantSettings.ts';
import { addressRules, effectiveSettings } from '#domain/settings/tenantSettings.ts';

export type UnitFacts = {
  state: string;
  trial_ends_on: string | null;
  settings: SettingsDocument;
  partner_settings: SettingsDocument;
  /** A list on probation: the list before the change, and until when the new one can be confirmed. */
  ip_before: SettingsDocument;
  ip_probation_until: string | null;
};

/** The settings that hold now: a list of addresses on probation is reverted when its time is over. */
export function settingsNow(facts: Pick<UnitFacts, 'settings' | 'partner_settings' | 'ip_before' | 'ip_probation_until'>, now: Date) {
  const reverted = facts.ip_probation_until !== null && Date.parse(facts.ip_probation_until) <= now.getTime();
  const unit = reverted ? revertAddresses(facts.settings, facts.ip_before) : facts.settings;
  return effectiveSettings(unit, facts.partner_settings);
}

/** The document with its former address rules; keys that were inherited are inherited again. */
export function revertAddresses(document: SettingsDocument, before: SettingsDocument): NonNullable<SettingsDocument> {
  const reverted = { ...document };
  delete reverted.ip;
  delete reverted.allowed_addresses;
  return { ...reverted, ...before };
}

const days = new Map<string, { format: Intl.DateTimeFormat; minute: number; day: string }>();

/** The local date in a time zone, `YYYY-MM-DD`. Cached for a minute, because every request asks, some twice. */
export function dayIn(timezone: string, now: Date): string {
  const minute = Math.floor(now.getTime() / 60_000);
  const known = days.get(timezone);
  if (known?.minute === minute) return known.day;
  const format = known?.format ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
  const day = format.format(now);
  days.set(timezone, { format, minute, day });
  return day;
}

/** Why a unit refuses this role, or null. A trial lasts to the end of its last day; partner staff may enter afterwards too. */
export function unitRefusal(unit: Pick<UnitFacts, 'state' | 'trial_ends_on'>, role: Role, today: string): ErrorWord | null {
  if (unit.state === 'closed') return 'unit_closed';
  if (role === 'partner') return null;
  if (unit.state === 'suspended') return 'unit_suspended';
  if (unit.state === 'trial' && unit.trial_ends_on !== null && unit.trial_ends_on < today) return 'finish_test';
  return null;
}

/** Whether the address is outside the lists that apply to this role: to partner staff only the partner's own list does. */
export function isAddressRefused(
  who: { role: Role; ip_exempt: boolean },
  lists: { unit: string[] | null; partner: string[] | null },
  ip: string,
): boolean {
  const rules = who.role === 'partner' ? lists.partner : who.ip_exempt ? null : lists.unit;
  return rules !== null && !isAllowed(ip, rules);
}

/** The partner's own list, without those of its units. */
export function partnerAddressRules(partnerSettings: SettingsDocument): string[] | null {
  return addressRules(effectiveSettings(null, partnerSettings));
}
