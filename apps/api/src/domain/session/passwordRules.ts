/** What a new password has to be (docs/reference/product-rules.md 2.3): length and block lists for everybody, more where a unit asks for it. */
import type { PasswordRules } from '@vitrine/contract/signIn/signIn.ts';
import { hasCapital, hasSpecial, isPersonal, lengthOf } from '@vitrine/contract/passwordRules.ts';
import { isCommonPassword } from './commonPasswords.ts';
import type { FieldReason } from '#platform/http/fail.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';

/** Default minimum lengths: shorter with a second factor, longer for staff, who reach many tenants. */
const usual = 12;
const floors = { alone: 12, second_factor: 8, staff: 15 };
const maxCharacters = 128;
const productName = 'vitrine';

/** Who the password is for: it decides the minimum length. */
type Holder = { staff: boolean; second_factor: boolean };
const somebody: Holder = { staff: false, second_factor: false };

const floorOf = ({ staff, second_factor }: Holder) => (staff ? floors.staff : second_factor ? floors.second_factor : floors.alone);

/** The rules of everything the person belongs to: the strictest of each. A unit's own count only when it switched them on. */
export function strictestRules(settings: readonly TenantSettings[], holder: Holder = somebody): PasswordRules {
  const own = settings.filter((unit) => unit.enable_password);
  const asked = own.length === 0 ? [usual] : own.map((unit) => unit.min_character ?? usual);
  return {
    min_character: Math.max(floorOf(holder), ...asked),
    max_character: maxCharacters,
    capital_letter: own.some((unit) => unit.capital_letter),
    special_characters: own.some((unit) => unit.special_characters),
  };
}

/** Days until a password must change: the shortest time that one of the units asks for, or null. */
export function expiryDays(settings: readonly TenantSettings[]): number | null {
  const days = settings.filter((unit) => unit.enable_password).map((unit) => unit.expiry_time_password ?? 0);
  return days.some((count) => count > 0) ? Math.min(...days.filter((count) => count > 0)) : null;
}

/** Words that belong to the person and must not make up the password: name, e-mail, units. */
export type PersonalWords = { email: string; name: string; units: readonly string[] };

/** All reasons why a password is refused. Length is counted in code points, not bytes. */
export async function passwordProblems(password: string, rules: PasswordRules, words: PersonalWords): Promise<FieldReason[]> {
  const length = lengthOf(password);
  const problems: [FieldReason, boolean][] = [
    ['password_short', length < rules.min_character],
    ['password_long', length > rules.max_character],
    ['password_capital', rules.capital_letter && !hasCapital(password)],
    ['password_special', rules.special_characters && !hasSpecial(password)],
    ['password_personal', isPersonal(password, [words.email, words.name, ...words.units, productName])],
    ['password_common', length <= rules.max_character && (await isCommonPassword(password))],
  ];
  return problems.filter(([, broken]) => broken).map(([reason]) => reason);
}
