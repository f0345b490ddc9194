/**
 * The settings document of a unit or partner (docs/decisions/003): keys of the contract's configuration. An absent key is inherited: unit from partner, partner from the defaults (docs/reference/specification.md 3).
 */
import type { ConfigurationInput } from '@vitrine/contract/settings/settings.ts';
import { configurationDefaults } from '@vitrine/contract/settings/settings.ts';

/** Secrets stand in columns of their own. */
type SecretKey = 'password' | 'token_embedded';

export type TenantSettings = Omit<ConfigurationInput, SecretKey>;

/** What of a configuration stands in the document. */
export function withoutSecrets<Settings extends Partial<ConfigurationInput>>(input: Settings): Omit<Settings, SecretKey> {
  const { password: _password, token_embedded: _token, ...settings } = input;
  return settings;
}

/** The defaults. */
export const noSettings: TenantSettings = withoutSecrets(configurationDefaults);

/** A document as it is stored. */
export type SettingsDocument = Partial<TenantSettings> | null;

/** The shorter of two times; null or 0 means no limit. */
const shorter = (one: number | null, other: number | null): number | null => (one && other ? Math.min(one, other) : one || other);

/** A partner asks for a rule of passwords: its values and those of the unit, the stricter of each. */
function stricterPassword(own: TenantSettings | null, asked: Partial<TenantSettings>) {
  return {
    enable_password: true,
    min_character: Math.max(own?.min_character ?? 0, asked.min_character ?? 0) || null,
    capital_letter: (own?.capital_letter ?? false) || (asked.capital_letter ?? false),
    special_characters: (own?.special_characters ?? false) || (asked.special_characters ?? false),
    expiry_time_password: shorter(own?.expiry_time_password ?? null, asked.expiry_time_password ?? null),
  };
}

/** A partner's rules are binding for its units (docs/reference/product-rules.md 1.2, row 45): a unit may be stricter, not weaker. */
function atLeastAsStrict(unit: TenantSettings, asked: Partial<TenantSettings>): TenantSettings {
  return {
    ...unit,
    login_timeout: Math.min(unit.login_timeout, asked.login_timeout ?? unit.login_timeout),
    user_timeout: shorter(unit.user_timeout, asked.user_timeout ?? null),
    sessions_per_person: shorter(unit.sessions_per_person, asked.sessions_per_person ?? null) ?? 0,
    ...(asked.enable_password && stricterPassword(unit.enable_password ? unit : null, asked)),
  };
}

/** The effective settings: the unit's document (`SettingsDocument`, from jsonb), completed by the partner's and the defaults. */
export function effectiveSettings(unit: unknown, partner: unknown): TenantSettings {
  const inherited = partner as SettingsDocument;
  return atLeastAsStrict({ ...noSettings, ...inherited, ...(unit as SettingsDocument) }, inherited ?? {});
}

/** The allowed addresses of a document; null when it has no list. */
export function addressRules(settings: Pick<TenantSettings, 'ip' | 'allowed_addresses'>): string[] | null {
  return settings.ip && settings.allowed_addresses && settings.allowed_addresses.length > 0
    ? settings.allowed_addresses.map((entry) => entry.address)
    : null;
}
