/** Decides whether a person may sign in, and to which unit: checks 4 to 9 of docs/reference/product-rules.md 2.1, in their order. */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { AuthType, Role } from '@vitrine/contract/roles.ts';
import { hoursNow } from '#domain/access/accessHours.ts';
import { dayIn, isAddressRefused, partnerAddressRules, settingsNow, unitRefusal } from '#domain/access/accessRules.ts';
import type { Maintenance } from '#domain/access/maintenance.ts';
import { maintenanceFor, toldOf } from '#domain/access/maintenance.ts';
import type { Host } from '#domain/hosts/hosts.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import { addressRules, effectiveSettings } from '#domain/settings/tenantSettings.ts';
import type { Account, MembershipChoice } from './account.queries.ts';

/** `choice` is null if there is no unit yet, for a new partner or in a new installation. */
export type Admitted = { role: Role; choice: MembershipChoice | null; settings: TenantSettings };
/** `opens_at`: when the hours of access begin next or maintenance ends, as ISO text; `notice`: its message. */
export type Refusal = { refusal: ErrorWord; opens_at?: string; notice?: string };
export type Admission = Admitted | Refusal;

/** `by`: how the person proved who they are; a passkey counts as a password, both are the portal's own. */
export type Circumstances = { host: Host; ip: string; now: Date; ipListsOff: boolean; by: AuthType };

const wordsOfStates: Record<string, ErrorWord> = { deactivated: 'user_disable', inactive: 'inactive', blocked: 'blocked' };

/** Refuses during maintenance of the platform or of this partner. */
function maintenanceRefusal(role: Role, account: Account, partner: Maintenance | null, now: Date): Refusal | null {
  const closed = maintenanceFor(role, { platform: account.maintenance, partner }, now);
  return closed && { refusal: 'maintenance', ...toldOf(closed) };
}

/** A unit's host admits its members, a partner's host the members of all its units, the platform's host everybody. */
export const isAt = (host: Host, choice: MembershipChoice) =>
  (host.tenant_id === null || host.tenant_id === choice.tenant_id) && (host.partner_id === null || host.partner_id === choice.partner_id);

/** Why this unit refuses the person now, or its effective settings. */
function enter(
  account: Account,
  choice: MembershipChoice,
  role: Role,
  { ip, now, ipListsOff }: Circumstances,
): Refusal | { settings: TenantSettings } {
  const settings = settingsNow(choice, now);
  const refusal = unitRefusal(choice, role, dayIn(settings.timezone, now));
  if (refusal) return { refusal };
  const maintained = maintenanceRefusal(role, account, choice.partner_maintenance, now);
  if (maintained) return maintained;
  const lists = { unit: addressRules(settings), partner: partnerAddressRules(choice.partner_settings) };
  if (!ipListsOff && isAddressRefused({ role, ip_exempt: choice.ip_exempt }, lists, ip)) return { refusal: 'ip_not_allowed' };
  const hours = hoursNow(choice.hours, settings.timezone, now);
  if (!hours.open) return { refusal: 'hours_not_allowed', ...(hours.opens_at ? { opens_at: hours.opens_at.toISOString() } : {}) };
  return { settings };
}

/** The first unit that admits the person; if none does, the refusal of the first candidate. */
function enterFirst(
  account: Account,
  choices: readonly MembershipChoice[],
  roleIn: (choice: MembershipChoice) => Role,
  circumstances: Circumstances,
): Admission {
  let first: Refusal | null = null;
  for (const choice of choices) {
    const role = roleIn(choice);
    const entered = enter(account, choice, role, circumstances);
    if ('settings' in entered) return { role, choice, settings: entered.settings };
    first ??= entered;
  }
  return first ?? { refusal: 'not_found_companies' };
}

function admitMember(account: Account, all: readonly MembershipChoice[], circumstances: Circumstances): Admission {
  if (all.length === 0) return { refusal: 'not_found_companies' };
  const isTaken = (choice: MembershipChoice) => circumstances.by !== 'password' || !choice.passwords_off;
  const choices = all.filter(isTaken);
  const [likeliest] = choices;
  // What a unit does not take as a proof says nothing about the person.
  const isMeantHere = all.some((choice) => !isTaken(choice) && isAt(circumstances.host, choice));
  if (!likeliest || (isMeantHere && !choices.some((choice) => isAt(circumstances.host, choice)))) return { refusal: 'sso_required' };
  const isActive = (choice: MembershipChoice) => choice.member_state === 'active';
  const stateOf = (choice: MembershipChoice): Admission => ({
    refusal: wordsOfStates[choice.member_state ?? ''] ?? 'error_authentication',
  });
  if (!choices.some(isActive)) return stateOf(likeliest);
  const here = choices.filter((choice) => isAt(circumstances.host, choice));
  const [likeliestHere] = here;
  if (!likeliestHere) return { refusal: 'domain_not_allowed' };
  const open = here.filter(isActive);
  return open.length > 0 ? enterFirst(account, open, (choice) => choice.member_role ?? 'user', circumstances) : stateOf(likeliestHere);
}

function admitPartner(account: Account, choices: readonly MembershipChoice[], circumstances: Circumstances): Admission {
  const { host, ip, now, ipListsOff } = circumstances;
  // Its units go on without it.
  if (account.partner_state !== 'active') return { refusal: 'not_found_companies' };
  if (host.partner_id !== null && host.partner_id !== account.partner_id) return { refusal: 'domain_not_allowed' };
  const here = choices.filter((choice) => isAt(host, choice));
  if (host.tenant_id !== null && here.length === 0) return { refusal: 'domain_not_allowed' };
  const open = here.filter((choice) => unitRefusal(choice, 'partner', '') === null);
  if (open.length > 0) return enterFirst(account, open, () => 'partner', circumstances);
  // Without a unit, the partner's own rules still apply.
  const maintained = maintenanceRefusal('partner', account, null, now);
  if (maintained) return maintained;
  const rules = partnerAddressRules(account.partner_settings);
  if (!ipListsOff && isAddressRefused({ role: 'partner', ip_exempt: false }, { unit: null, partner: rules }, ip))
    return { refusal: 'ip_not_allowed' };
  return { role: 'partner', choice: null, settings: effectiveSettings(null, account.partner_settings) };
}

function admitOperator(account: Account, choices: readonly MembershipChoice[], circumstances: Circumstances): Admission {
  const { host } = circumstances;
  if (host.tenant_id !== null || host.partner_id !== null) return { refusal: 'domain_not_allowed' };
  // A new installation has no operator's unit yet; the operator may sign in without one.
  if (choices.length === 0) return { role: 'operator', choice: null, settings: effectiveSettings(null, null) };
  return enterFirst(account, choices, () => 'operator', circumstances);
}

/** Decides for a person whose credentials were right. `choices` are in order of preference. */
export function admit(account: Account, choices: readonly MembershipChoice[], circumstances: Circumstances): Admission {
  if (account.staff_role === null) return admitMember(account, choices, circumstances);
  const refusal = wordsOfStates[account.staff_state ?? ''];
  if (refusal) return { refusal };
  return account.staff_role === 'operator' ? admitOperator(account, choices, circumstances) : admitPartner(account, choices, circumstances);
}

/** Additional fields of a refusal. */
export const refusalExtra = ({ refusal, ...more }: Refusal, ip: string): { ip?: string; opens_at?: string; notice?: string } =>
  refusal === 'ip_not_allowed' ? { ip } : more;
