/** Which second factors a person has, and whether one is required. */
import type { StepMethod } from '@vitrine/contract/signIn/signIn.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Host } from '#domain/hosts/hosts.ts';

/** The person's factors that work on this host. */
export type Factors = {
  /** Encrypted. */
  totp_secret: string | null;
  email: boolean;
  passkeys: number;
  /** Number of passkeys of other hosts. They do not work here, but show that the account is protected. */
  passkeys_elsewhere: number;
  recovery_left: number;
};

export const factorsOf = (person_id: RawBuilder<unknown>, host: Host): RawBuilder<Factors> => sql<Factors>`
  select f.totp_secret, f.email_confirmed_at is not null as email,
    (select count(*)::int from passkey k where k.person_id = who.id and k.rp_id = ${new URL(host.origin).hostname}) as passkeys,
    (select count(*)::int from passkey k where k.person_id = who.id and k.rp_id <> ${new URL(host.origin).hostname}) as passkeys_elsewhere,
    (select count(*)::int from recovery_code r where r.person_id = who.id and r.used_at is null) as recovery_left
  from (select ${person_id} as id) who
  left join second_factor f on f.person_id = who.id`;

/** none: no second factor required. any: any method. app: more than a code by mail. */
export type Requirement = 'none' | 'any' | 'app';
export type Asker = 'role' | 'partner' | 'unit' | 'person';

/** The parts of a membership that decide; `unit` and `partner` are their settings. */
export type Asking = { level: string | null; unit: boolean; partner: boolean };

/** The strictest requirement of all memberships, so that changing the unit never requires more. */
export function requirementOf(staffLevel: string | null, memberships: readonly Asking[]): { requirement: Requirement; by: Asker | null } {
  if (staffLevel !== null) return staffLevel === 'waived' ? { requirement: 'none', by: null } : { requirement: 'any', by: 'role' };
  if (memberships.some(({ level }) => level === 'app')) return { requirement: 'app', by: 'person' };
  if (memberships.some(({ partner }) => partner)) return { requirement: 'any', by: 'partner' };
  if (memberships.some(({ unit }) => unit)) return { requirement: 'any', by: 'unit' };
  return memberships.some(({ level }) => level === 'email') ? { requirement: 'any', by: 'person' } : { requirement: 'none', by: null };
}

/** The methods that a person can use, the best first; none when nothing is set up. `enough`: they satisfy the requirement. */
export type Ways = { methods: StepMethod[]; enough: boolean };

/**
 * A code by mail is not enough where an app is required, and a passkey does not work on another host. But a factor that is set up is
 * asked for before a new one is set up: otherwise the password alone would be enough to add a factor.
 */
export function waysOf({ totp_secret, email, passkeys, passkeys_elsewhere, recovery_left }: Factors, requirement: Requirement): Ways {
  const strong = [...(passkeys > 0 ? (['passkey'] as const) : []), ...(totp_secret === null ? [] : (['app'] as const))];
  const mailed = email && (requirement !== 'app' || strong.length === 0) ? (['email'] as const) : [];
  const methods: StepMethod[] = [...strong, ...mailed];
  if (methods.length === 0 && passkeys_elsewhere === 0) return { methods, enough: requirement === 'none' };
  const enough = requirement === 'none' || strong.length > 0 || (requirement === 'any' && email);
  return { methods: recovery_left > 0 || methods.length === 0 ? [...methods, 'recovery'] : methods, enough };
}
