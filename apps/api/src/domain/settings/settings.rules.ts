/** Rules of saving: checks of values, who may change what, and lists of addresses that would exclude the caller. */
import type { ConfigurationInput } from '@vitrine/contract/settings/settings.ts';
import { blockOf, settingBlocks } from '@vitrine/contract/settings/settings.ts';
import { email } from '@vitrine/contract/fields.ts';
import { logoTarget } from '@vitrine/contract/logoPage.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { isDeepStrictEqual } from 'node:util';
import { isAddressRefused, revertAddresses } from '#domain/access/accessRules.ts';
import { isAddressRule } from '#platform/http/ipAddress.ts';
import type { FieldReason } from '#platform/http/fail.ts';
import type { SettingsDocument, TenantSettings } from './tenantSettings.ts';
import { addressRules, effectiveSettings } from './tenantSettings.ts';

type Document = NonNullable<SettingsDocument>;

/** Given to a unit by its partner (docs/reference/product-rules.md 1.2, rows 13, 42 to 44 and 50). */
const partnersKeys = [
  'enable_embedded',
  'user_import',
  'require_second_factor',
  'admins_set_second_factor',
  'admins_set_sign_in',
  'show_last_refresh_everywhere',
] as const satisfies (keyof TenantSettings)[];

const isTimezone = (timezone: string) => timezone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(timezone);

/** Target of the logo: the start page, a path of the portal, or an http(s) address. Never a script. */
const isLogoPage = (page: string): boolean => page === '' || logoTarget(page) !== null;

/** Invalid values by field, for `failFields`. `settings` are the effective settings after the change. */
export function settingsProblems(settings: TenantSettings): Record<string, FieldReason> {
  const problems: Record<string, FieldReason> = {};
  if (!isTimezone(settings.timezone)) problems.timezone = 'invalid';
  if (!isLogoPage(settings.logo_page)) problems.logo_page = 'invalid';
  for (const [index, entry] of (settings.allowed_addresses ?? []).entries()) {
    if (!isAddressRule(entry.address)) problems[`allowed_addresses.${index}.address`] = 'invalid';
  }
  if (/[\r\n]/.test(settings.name ?? '')) problems.name = 'invalid';
  if (!settings.enable) return problems;
  if (!settings.host) problems.host = 'required';
  else if (!/^[a-z0-9.:-]+$/i.test(settings.host)) problems.host = 'invalid';
  if (!settings.email) problems.email = 'required';
  else if (!email.safeParse(settings.email).success) problems.email = 'invalid';
  return problems;
}

/** Whether the change contains settings that the caller may not change. */
export function changesPartnersKeys(role: Role, before: TenantSettings, after: TenantSettings): boolean {
  return role !== 'partner' && partnersKeys.some((key) => before[key] !== after[key]);
}

/**
 * The document after a save. A value that equals the inherited one and was inherited stays inherited, blocks are kept together
 * (docs/decisions/011-settings-inherit-in-blocks.md), and settings to be inherited again are removed.
 */
export function mergeDocument(
  own: Document,
  inherited: TenantSettings,
  input: Document,
  inheritAgain: readonly (keyof ConfigurationInput)[] = [],
): Document {
  const forgotten = new Set<string>(inheritAgain.flatMap((key) => blockOf(key)));
  const kept = Object.fromEntries(Object.entries(own).filter(([key]) => !forgotten.has(key)));
  const changed = Object.entries(input).filter(
    ([key, value]) => key in kept || !isDeepStrictEqual(value, inherited[key as keyof TenantSettings]),
  );
  const document: Document = { ...kept, ...Object.fromEntries(changed) };
  const blocks = settingBlocks.filter((block) => block.some((key) => key in document)).flat();
  return { ...Object.fromEntries(Object.entries(inherited).filter(([key]) => blocks.some((name) => name === key))), ...document };
}

export type Probation = { ip_before: SettingsDocument; ip_probation_until: Date | null };

const probationMs = 5 * 60_000;

const addressPart = ({ ip, allowed_addresses }: Document): Document => ({
  ...(ip === undefined ? {} : { ip }),
  ...(allowed_addresses === undefined ? {} : { allowed_addresses }),
});

/** The document without a list whose probation has run out, and the probation that still runs. */
export function settleProbation(
  row: { settings: SettingsDocument; ip_before: SettingsDocument; ip_probation_until: string | null },
  now: Date,
): { document: Document; probation: Probation } {
  const none: Probation = { ip_before: null, ip_probation_until: null };
  if (row.ip_probation_until === null) return { document: row.settings ?? {}, probation: none };
  const until = new Date(row.ip_probation_until);
  if (until <= now) return { document: revertAddresses(row.settings, row.ip_before), probation: none };
  return { document: row.settings ?? {}, probation: { ip_before: row.ip_before, ip_probation_until: until } };
}

export type Author = { role: Role; ip_exempt: boolean; ip: string };

/**
 * The next state of the address rules: unchanged rules keep a running probation; a list that includes the caller is saved at
 * once; one that excludes the caller must have been confirmed, and goes on probation.
 */
export function probationAfter(
  before: { document: Document; probation: Probation },
  after: Document,
  partner: SettingsDocument,
  author: Author,
  now: Date,
): { probation: Probation; excludesAuthor: boolean } {
  if (isDeepStrictEqual(addressPart(before.document), addressPart(after))) return { probation: before.probation, excludesAuthor: false };
  const unit = addressRules(effectiveSettings(after, partner));
  // The unit's list does not apply to partner staff, so they cannot lock themselves out with it.
  const excludesAuthor = isAddressRefused(author, { unit, partner: null }, author.ip);
  if (!excludesAuthor) return { probation: { ip_before: null, ip_probation_until: null }, excludesAuthor };
  const ip_before = before.probation.ip_probation_until ? before.probation.ip_before : addressPart(before.document);
  return { probation: { ip_before, ip_probation_until: new Date(now.getTime() + probationMs) }, excludesAuthor };
}

/** Keys of the mail sender and of the address list, which only people who may change them can read. */
const hiddenFromReaders = [
  'allowed_addresses',
  'name',
  'host',
  'port',
  'protocol',
  'email',
] as const satisfies (keyof ConfigurationInput)[];
export const withoutPrivateKeys = <Settings extends TenantSettings>(settings: Settings): Settings => ({
  ...settings,
  ...Object.fromEntries(hiddenFromReaders.map((key) => [key, null])),
});
