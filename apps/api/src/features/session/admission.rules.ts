/** Who may come in, where, and why not: steps 4 to 9 of product-decisions 2.1. Each step only if the one before passed. */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { hoursNow } from '../../core/accessHours.ts';
import { dayIn, isAddressRefused, partnerAddressRules, settingsNow, unitRefusal } from '../../core/accessRules.ts';
import type { Site } from '../../core/sites.ts';
import type { UnitSettings } from '../../core/unitSettings.ts';
import { addressRules, effectiveSettings } from '../../core/unitSettings.ts';
import type { Account, Place } from './account.queries.ts';

/** `place` is null where there is no unit to enter yet: a new partner's, a new installation's. */
export type Admitted = { role: Role; place: Place | null; settings: UnitSettings };
/** `opens_at`: when the hours begin next, as ISO text. */
export type Refusal = { refusal: ErrorWord; opens_at?: string };
export type Admission = Admitted | Refusal;

export type Circumstances = { site: Site; ip: string; now: Date; ipListsOff: boolean };

const wordsOfStates: Record<string, ErrorWord> = { D: 'user_disable', I: 'inactive', B: 'blocked' };

const isDuring = (until: string | null, now: Date) => until !== null && Date.parse(until) > now.getTime();

/** A unit's own site admits its members; a partner's admits members of all its units; the platform's everybody. */
const isAt = (site: Site, place: Place) =>
  (site.tenant_id === null || site.tenant_id === place.tenant_id) && (site.partner_id === null || site.partner_id === place.partner_id);

/** Why this unit does not let the person in now, or the settings that will hold there. */
function enter(account: Account, place: Place, role: Role, { ip, now, ipListsOff }: Circumstances): Refusal | { settings: UnitSettings } {
  const settings = settingsNow(place, now);
  const refusal = place.partner_state === 'suspended' ? 'not_found_companies' : unitRefusal(place, role, dayIn(settings.timezone, now));
  if (refusal) return { refusal };
  const isMaintained = isDuring(account.maintenance_until, now) || isDuring(place.partner_maintenance_until, now);
  if (isMaintained && role !== 'a2m') return { refusal: 'maitenance' };
  const lists = { unit: addressRules(settings), partner: partnerAddressRules(place.partner_settings) };
  if (!ipListsOff && isAddressRefused({ role, ip_exempt: place.ip_exempt }, lists, ip)) return { refusal: 'ip_not_allowed' };
  const hours = hoursNow(place.hours, settings.timezone, now);
  if (!hours.open) return { refusal: 'horario_not_allowed', ...(hours.opens_at ? { opens_at: hours.opens_at.toISOString() } : {}) };
  return { settings };
}

/** The first unit that lets the person in; when none does, what the likeliest one says. */
function enterFirst(account: Account, places: readonly Place[], roleIn: (place: Place) => Role, circumstances: Circumstances): Admission {
  let first: Refusal | null = null;
  for (const place of places) {
    const role = roleIn(place);
    const entered = enter(account, place, role, circumstances);
    if ('settings' in entered) return { role, place, settings: entered.settings };
    first ??= entered;
  }
  return first ?? { refusal: 'not_found_companies' };
}

function admitMember(account: Account, places: readonly Place[], circumstances: Circumstances): Admission {
  const [likeliest] = places;
  if (!likeliest) return { refusal: 'not_found_companies' };
  const isActive = (place: Place) => place.member_state === 'A';
  const stateOf = (place: Place): Admission => ({ refusal: wordsOfStates[place.member_state ?? ''] ?? 'error_authentication' });
  if (!places.some(isActive)) return stateOf(likeliest);
  const here = places.filter((place) => isAt(circumstances.site, place));
  const [likeliestHere] = here;
  if (!likeliestHere) return { refusal: 'domain_not_allowed' };
  const open = here.filter(isActive);
  return open.length > 0 ? enterFirst(account, open, (place) => place.member_role ?? 'user', circumstances) : stateOf(likeliestHere);
}

function admitPartner(account: Account, places: readonly Place[], circumstances: Circumstances): Admission {
  const { site, ip, now, ipListsOff } = circumstances;
  if (account.partner_state === 'suspended') return { refusal: 'not_found_companies' };
  if (site.partner_id !== null && site.partner_id !== account.partner_id) return { refusal: 'domain_not_allowed' };
  const here = places.filter((place) => isAt(site, place));
  if (site.tenant_id !== null && here.length === 0) return { refusal: 'domain_not_allowed' };
  const open = here.filter((place) => unitRefusal(place, 'master', '') === null);
  if (open.length > 0) return enterFirst(account, open, () => 'master', circumstances);
  // No unit yet: what concerns the partner itself still holds.
  if (isDuring(account.maintenance_until, now) || isDuring(account.partner_maintenance_until, now)) return { refusal: 'maitenance' };
  const rules = partnerAddressRules(account.partner_settings);
  if (!ipListsOff && isAddressRefused({ role: 'master', ip_exempt: false }, { unit: null, partner: rules }, ip))
    return { refusal: 'ip_not_allowed' };
  return { role: 'master', place: null, settings: effectiveSettings(null, account.partner_settings) };
}

function admitOperator(account: Account, places: readonly Place[], circumstances: Circumstances): Admission {
  const { site } = circumstances;
  if (site.tenant_id !== null || site.partner_id !== null) return { refusal: 'domain_not_allowed' };
  // A new installation has no house unit yet, and somebody has to make it.
  if (places.length === 0) return { role: 'a2m', place: null, settings: effectiveSettings(null, null) };
  return enterFirst(account, places, () => 'a2m', circumstances);
}

/** Decides for somebody whose credentials were right. `places` come with the likeliest first. */
export function admit(account: Account, places: readonly Place[], circumstances: Circumstances): Admission {
  if (account.staff_role === null) return admitMember(account, places, circumstances);
  const refusal = wordsOfStates[account.staff_state ?? ''];
  if (refusal) return { refusal };
  return account.staff_role === 'a2m' ? admitOperator(account, places, circumstances) : admitPartner(account, places, circumstances);
}

/** What a refusal says besides its word. */
export const refusalExtra = ({ refusal, opens_at }: Refusal, ip: string): { ip?: string; opens_at?: string } =>
  refusal === 'ip_not_allowed' ? { ip } : opens_at === undefined ? {} : { opens_at };
