/** What may be saved: checks of single values, who may change what, and the list of addresses that shuts its author out. */
import type { ConfigurationInput } from '@vitrine/contract/features/configuration.ts';
import { blockOf, settingBlocks } from '@vitrine/contract/features/configuration.ts';
import { email, internalPath } from '@vitrine/contract/fields.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { isDeepStrictEqual } from 'node:util';
import { isAddressRefused, revertAddresses } from '../../core/accessRules.ts';
import { isAddressRule } from '../../core/address.ts';
import type { FieldReason } from '../../core/fail.ts';
import type { SettingsDocument, UnitSettings } from '../../core/unitSettings.ts';
import { addressRules, effectiveSettings } from '../../core/unitSettings.ts';

type Document = NonNullable<SettingsDocument>;

/** Given to a unit by its partner (product-decisions 1.2, rows 13, 44 and 50). */
const partnersKeys = [
  'enable_embedded',
  'user_import',
  'mfa_master',
  'mfa_permission_admin',
  'mostrar_ultima_atualizacao_relatorio_global',
] as const satisfies (keyof UnitSettings)[];

const isTimezone = (timezone: string) => timezone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(timezone);

/** Where a click on the logo may lead: nowhere special, inside the portal, or to a site. Never a script. */
function isLogoPage(page: string): boolean {
  if (page === '' || internalPath.safeParse(page).success) return true;
  return URL.canParse(page) && ['http:', 'https:'].includes(new URL(page).protocol) && !/\s/.test(page);
}

/** Wrong values by field, as `failFields` takes them. `settings` are those that would hold. */
export function settingsProblems(settings: UnitSettings): Record<string, FieldReason> {
  const problems: Record<string, FieldReason> = {};
  if (!isTimezone(settings.timezone)) problems.timezone = 'invalid';
  if (!isLogoPage(settings.logo_page)) problems.logo_page = 'invalid';
  for (const [index, entry] of (settings.listIp ?? []).entries()) {
    if (!isAddressRule(entry.address)) problems[`listIp.${index}.address`] = 'invalid';
  }
  if (/[\r\n]/.test(settings.name ?? '')) problems.name = 'invalid';
  if (!settings.enable) return problems;
  if (!settings.host) problems.host = 'required';
  else if (!/^[a-z0-9.:-]+$/i.test(settings.host)) problems.host = 'invalid';
  if (!settings.email) problems.email = 'required';
  else if (!email.safeParse(settings.email).success) problems.email = 'invalid';
  return problems;
}

/** Whether somebody changes what is not theirs to change. */
export function changesPartnersKeys(role: Role, before: UnitSettings, after: UnitSettings): boolean {
  return role !== 'master' && partnersKeys.some((key) => before[key] !== after[key]);
}

/**
 * The document after a save. What equals the inherited value and was no own one stays inherited, blocks keep together
 * (docs/decisions/011), and what shall be inherited again is forgotten.
 */
export function mergeDocument(
  own: Document,
  inherited: UnitSettings,
  input: Document,
  inheritAgain: readonly (keyof ConfigurationInput)[] = [],
): Document {
  const forgotten = new Set<string>(inheritAgain.flatMap((key) => blockOf(key)));
  const kept = Object.fromEntries(Object.entries(own).filter(([key]) => !forgotten.has(key)));
  const changed = Object.entries(input).filter(
    ([key, value]) => key in kept || !isDeepStrictEqual(value, inherited[key as keyof UnitSettings]),
  );
  const document: Document = { ...kept, ...Object.fromEntries(changed) };
  const blocks = settingBlocks.filter((block) => block.some((key) => key in document)).flat();
  return { ...Object.fromEntries(Object.entries(inherited).filter(([key]) => blocks.some((name) => name === key))), ...document };
}

export type Probation = { ip_before: SettingsDocument; ip_probation_until: Date | null };

const probationMs = 5 * 60_000;

const addressPart = ({ ip, listIp }: Document): Document => ({
  ...(ip === undefined ? {} : { ip }),
  ...(listIp === undefined ? {} : { listIp }),
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
 * What becomes of the address rules: unchanged they keep a running probation; a list that lets its author in is kept at
 * once; one that does not is put on probation, and must have been confirmed.
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
  // A partner's people answer to another list: they cannot lock themselves out with this one.
  const excludesAuthor = isAddressRefused(author, { unit, partner: null }, author.ip);
  if (!excludesAuthor) return { probation: { ip_before: null, ip_probation_until: null }, excludesAuthor };
  const ip_before = before.probation.ip_probation_until ? before.probation.ip_before : addressPart(before.document);
  return { probation: { ip_before, ip_probation_until: new Date(now.getTime() + probationMs) }, excludesAuthor };
}

/** Keys of the mail sender and the addresses: nobody but who may change them needs them. */
const hiddenFromReaders = ['listIp', 'name', 'host', 'port', 'protocol', 'email'] as const satisfies (keyof ConfigurationInput)[];
export const withoutPrivateKeys = <Settings extends UnitSettings>(settings: Settings): Settings => ({
  ...settings,
  ...Object.fromEntries(hiddenFromReaders.map((key) => [key, null])),
});
