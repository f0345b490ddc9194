/** What a person has for the second step, and whether one is asked for. */
import type { StepMethod } from '@vitrine/contract/features/session.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Site } from '../sites.ts';

/** What somebody has, as far as it works on this site. */
export type Factors = {
  /** Encrypted. */
  totp_secret: string | null;
  email: boolean;
  passkeys: number;
  /** Passkeys of other sites. They do nothing here, but say that the account is protected. */
  passkeys_elsewhere: number;
  recovery_left: number;
};

export const factorsOf = (person_id: RawBuilder<unknown>, site: Site): RawBuilder<Factors> => sql<Factors>`
  select f.totp_secret, f.email_confirmed_at is not null as email,
    (select count(*)::int from passkey k where k.person_id = who.id and k.rp_id = ${new URL(site.origin).hostname}) as passkeys,
    (select count(*)::int from passkey k where k.person_id = who.id and k.rp_id <> ${new URL(site.origin).hostname}) as passkeys_elsewhere,
    (select count(*)::int from recovery_code r where r.person_id = who.id and r.used_at is null) as recovery_left
  from (select ${person_id} as id) who
  left join second_factor f on f.person_id = who.id`;

/** none: nobody asks for a second step. any: whatever the person likes. app: more than a code by mail. */
export type Requirement = 'none' | 'any' | 'app';
export type Asker = 'role' | 'partner' | 'unit' | 'person';

/** A membership as far as it decides; `unit` and `partner` are what their settings say. */
export type Asking = { level: string | null; unit: boolean; partner: boolean };

/** The strictest of everything that a person belongs to: moving to another unit never asks for more. */
export function requirementOf(staffLevel: string | null, memberships: readonly Asking[]): { requirement: Requirement; by: Asker | null } {
  if (staffLevel !== null) return staffLevel === 'waived' ? { requirement: 'none', by: null } : { requirement: 'any', by: 'role' };
  if (memberships.some(({ level }) => level === 'app')) return { requirement: 'app', by: 'person' };
  if (memberships.some(({ partner }) => partner)) return { requirement: 'any', by: 'partner' };
  if (memberships.some(({ unit }) => unit)) return { requirement: 'any', by: 'unit' };
  return memberships.some(({ level }) => level === 'email') ? { requirement: 'any', by: 'person' } : { requirement: 'none', by: null };
}

/** The ways to prove an account, the best first; none when nothing was set up. `enough`: they are what is asked for. */
export type Ways = { methods: StepMethod[]; enough: boolean };

/**
 * A code by mail does not do where more is asked for, and a passkey does not work on another site. But whatever was set up is
 * asked for before anything new is: otherwise the password alone would be enough to set it up.
 */
export function waysOf({ totp_secret, email, passkeys, passkeys_elsewhere, recovery_left }: Factors, requirement: Requirement): Ways {
  const strong = [...(passkeys > 0 ? (['passkey'] as const) : []), ...(totp_secret === null ? [] : (['app'] as const))];
  const mailed = email && (requirement !== 'app' || strong.length === 0) ? (['email'] as const) : [];
  const methods: StepMethod[] = [...strong, ...mailed];
  if (methods.length === 0 && passkeys_elsewhere === 0) return { methods, enough: requirement === 'none' };
  const enough = requirement === 'none' || strong.length > 0 || (requirement === 'any' && email);
  return { methods: recovery_left > 0 || methods.length === 0 ? [...methods, 'recovery'] : methods, enough };
}
