/**
 * The settings document of a unit or partner (docs/decisions/003): keys of the contract's configuration, yes and no as
 * booleans. An absent key is inherited: unit from partner, partner from the specification's defaults.
 */
import type { ConfigurationInput } from '@vitrine/contract/features/configuration.ts';
import { configurationDefaults } from '@vitrine/contract/features/configuration.ts';
import type { Flag } from '@vitrine/contract/wire.ts';
import { fromFlag, toFlag } from '@vitrine/contract/wire.ts';

/** Secrets stand in columns of their own. */
type SecretKey = 'password' | 'token_embedded';

type Inside<T> = [T] extends [Flag] ? boolean : T;

export type UnitSettings = { [K in Exclude<keyof ConfigurationInput, SecretKey>]: Inside<ConfigurationInput[K]> };
type WireSettings = Omit<ConfigurationInput, SecretKey>;

const isFlag = (value: unknown): value is Flag => value === 'S' || value === 'N';
const flagKeys: ReadonlySet<string> = new Set(
  Object.entries(configurationDefaults).flatMap(([key, value]) => (isFlag(value) ? [key] : [])),
);
const secretKeys: ReadonlySet<string> = new Set<SecretKey>(['password', 'token_embedded']);

/** From the wire into the document: flags become booleans, secrets are left out. */
export function fromWire(input: Partial<ConfigurationInput>): Partial<UnitSettings> {
  const entries = Object.entries(input).filter(([key]) => !secretKeys.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, flagKeys.has(key) && isFlag(value) ? fromFlag(value) : value]));
}

/** From the document to the wire. */
export function toWire(settings: UnitSettings): WireSettings {
  const entries = Object.entries(settings).map(([key, value]) => [key, flagKeys.has(key) ? toFlag(value === true) : value]);
  return Object.fromEntries(entries) as WireSettings;
}

/** What holds where nobody has said anything. */
export const noSettings = fromWire(configurationDefaults) as UnitSettings;

/** A document as it is stored. */
export type SettingsDocument = Partial<UnitSettings> | null;

/** The shorter of two times, of which none (null or 0) is the longest. */
const shorter = (one: number | null, other: number | null): number | null => (one && other ? Math.min(one, other) : one || other);

/** What a partner asks for holds in its units whatever they say (product-decisions 1.2, row 45): a unit may be stricter, not weaker. */
function atLeastAsStrict(unit: UnitSettings, asked: Partial<UnitSettings>): UnitSettings {
  const settings = {
    ...unit,
    login_timeout: Math.min(unit.login_timeout, asked.login_timeout ?? unit.login_timeout),
    user_timeout: shorter(unit.user_timeout, asked.user_timeout ?? null),
    sessions_per_person: shorter(unit.sessions_per_person, asked.sessions_per_person ?? null) ?? 0,
  };
  if (!asked.enable_password) return settings;
  const own = unit.enable_password ? unit : null;
  return {
    ...settings,
    enable_password: true,
    min_character: Math.max(own?.min_character ?? 0, asked.min_character ?? 0) || null,
    capital_letter: (own?.capital_letter ?? false) || (asked.capital_letter ?? false),
    special_characters: (own?.special_characters ?? false) || (asked.special_characters ?? false),
    expiry_time_password: shorter(own?.expiry_time_password ?? null, asked.expiry_time_password ?? null),
  };
}

/** What holds: the unit's document (`SettingsDocument`, as jsonb gives it), filled up from the partner's and the defaults. */
export function effectiveSettings(unit: unknown, partner: unknown): UnitSettings {
  const inherited = partner as SettingsDocument;
  return atLeastAsStrict({ ...noSettings, ...inherited, ...(unit as SettingsDocument) }, inherited ?? {});
}

/** Addresses from which a document lets people in; null when it asks for none. */
export function addressRules(settings: Pick<UnitSettings, 'ip' | 'listIp'>): string[] | null {
  return settings.ip && settings.listIp && settings.listIp.length > 0 ? settings.listIp.map((entry) => entry.address) : null;
}
