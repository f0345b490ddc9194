/** Converts between the configuration and form values, which have no nulls. */
import type { Configuration, ConfigurationForm, ConfigurationInput } from '@vitrine/contract/settings/settings.ts';
import { blockOf, configurationDefaults } from '@vitrine/contract/settings/settings.ts';
import { hideableScreens } from '@vitrine/contract/screens.ts';

export type Key = keyof ConfigurationInput;

export type AddressRow = { address: string; note: string };

/** Whom a list of hidden screens is about: everybody of the unit, or one of its roles. */
export const hiddenMenuKeys = ['hidden_menu_unit', 'hidden_menu_admin', 'hidden_menu_user'] as const satisfies Key[];
type HiddenMenuKey = (typeof hiddenMenuKeys)[number];
const isHiddenMenu = (key: Key): key is HiddenMenuKey => hiddenMenuKeys.some((one) => one === key);

/** By the names of the settings; texts, numbers, booleans, lists, and what goes back to the inherited value. */
export type FormValues = Record<Exclude<Key, 'allowed_addresses' | HiddenMenuKey>, string | number | boolean> & {
  [Name in HiddenMenuKey]: ConfigurationInput[Name];
} & {
  allowed_addresses: AddressRow[];
  inherit: Key[];
};

const keys = Object.keys(configurationDefaults) as Key[];

/** Value of the start page for "a report". */
export const reportHome = 'report';
const reportPath = /^\/[^/]+\/reports\/view$/;

type Loaded = Pick<ConfigurationForm, 'own' | 'inherited'> & Configuration;

export function valuesOf(configuration: ConfigurationInput): FormValues {
  const values = Object.fromEntries(
    keys.map((key) => {
      const value = configuration[key];
      return [key, value ?? ''];
    }),
  ) as Omit<FormValues, 'inherit'>;
  return {
    ...values,
    home_page: reportPath.test(configuration.home_page) ? reportHome : configuration.home_page,
    logo_page_default: configuration.logo_page_default === 1,
    allowed_addresses: configuration.allowed_addresses ?? [],
    inherit: [],
  };
}

const emptyIsNull = new Set<Key>([
  'min_character',
  'expiry_time_password',
  'user_timeout',
  'auto_block_days',
  'port',
  'protocol',
  'name',
  'host',
  'email',
  'token_embedded',
  'password',
  'message_ptbr',
  'message_en',
  'message_es',
  'message_ptpt',
]);

export function wireValue(key: Key, values: FormValues): unknown {
  const value = values[key];
  if (key === 'allowed_addresses')
    return values.allowed_addresses.filter(({ address, note }) => address.trim() !== '' || note.trim() !== '');
  // In the order of the menu, however they were chosen.
  if (isHiddenMenu(key)) return hideableScreens.filter((name) => values[key].includes(name));
  if (key === 'logo_page_default') return value ? 1 : 0;
  // Without a report the error is at the field of the report.
  if (key === 'home_page' && value === reportHome) return values.start_report_id ? `/${String(values.start_report_id)}/reports/view` : '/';
  if (key === 'start_report_id') return value === '' && values.home_page !== reportHome ? null : value;
  return value === '' && emptyIsNull.has(key) ? null : value;
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether a setting or another one of its block has a value of its own. */
export const isOwn = (key: Key, { own }: Pick<ConfigurationForm, 'own'>): boolean => blockOf(key).some((one) => own.includes(one));

/** The form values with a setting and its block inherited. */
export function withInherited(values: FormValues, key: Key, { inherited }: Pick<ConfigurationForm, 'inherited'>): FormValues {
  const block = blockOf(key);
  const without = valuesOf(inherited);
  return {
    ...values,
    ...Object.fromEntries(block.map((one) => [one, without[one]])),
    inherit: [...new Set([...values.inherit, ...block])],
  };
}

/** Settings to be inherited again, except those that were changed since. */
function inheritedAgain(values: FormValues, { inherited }: Pick<ConfigurationForm, 'inherited'>): Key[] {
  const without = valuesOf(inherited);
  return values.inherit.filter((key) => blockOf(key).every((one) => same(values[one], without[one])));
}

type Changes = Partial<ConfigurationInput> & { inherit?: Key[] };

/** The changes since loading. An empty list equals none; an empty secret is no change. */
export function changesOf(values: FormValues, loaded: Loaded): Changes {
  const inherit = inheritedAgain(values, loaded);
  const changed = keys.flatMap((key) => {
    if (inherit.includes(key)) return [];
    const value = wireValue(key, values);
    const before = key === 'allowed_addresses' ? (loaded.allowed_addresses ?? []) : loaded[key];
    return same(value, before) ? [] : [[key, value]];
  });
  return { ...(Object.fromEntries(changed) as Partial<ConfigurationInput>), ...(inherit.length > 0 ? { inherit } : {}) };
}

/** Applies the changes to a newer version: other people's changes stay, unless the same setting was changed here. */
export function rebase(values: FormValues, loaded: Configuration, newer: Configuration): FormValues {
  const before = valuesOf(loaded);
  const mine = Object.fromEntries(keys.filter((key) => !same(values[key], before[key])).map((key) => [key, values[key]]));
  return { ...valuesOf(newer), ...mine, inherit: values.inherit };
}
