/** Between the configuration on the wire and the form, where a yes/no is a switch and nothing is null. */
import type { Configuration, ConfigurationInput } from '@vitrine/contract/features/configuration.ts';
import { configurationDefaults } from '@vitrine/contract/features/configuration.ts';

type Key = keyof ConfigurationInput;

export type AddressRow = { address: string; note: string };

/** By the names of the wire; texts, numbers, booleans and the list of addresses. */
export type FormValues = Record<Exclude<Key, 'listIp'>, string | number | boolean> & { listIp: AddressRow[] };

const keys = Object.keys(configurationDefaults) as Key[];

/** `'S'` and `'N'`, as the defaults say. */
const isFlag = (key: Key): boolean => configurationDefaults[key] === 'S' || configurationDefaults[key] === 'N';

/** Chosen instead of a path: the report view of the chosen report. */
export const reportHome = 'report';
const reportPath = /^\/[^/]+\/reports\/view$/;

export function valuesOf(configuration: Configuration): FormValues {
  const values = Object.fromEntries(
    keys.map((key) => {
      const value = configuration[key];
      return [key, isFlag(key) ? value === 'S' : (value ?? '')];
    }),
  );
  return {
    ...values,
    home_page: reportPath.test(configuration.home_page) ? reportHome : configuration.home_page,
    logo_page_default: configuration.logo_page_default === 1,
    listIp: configuration.listIp ?? [],
  } as FormValues;
}

const emptyIsNull = new Set<Key>([
  'min_character',
  'expiry_time_password',
  'port',
  'protocol',
  'name',
  'host',
  'email',
  'token_embedded',
  'password',
]);

function wireValue(key: Key, values: FormValues): unknown {
  const value = values[key];
  if (key === 'listIp') return values.listIp.filter(({ address, note }) => address.trim() !== '' || note.trim() !== '');
  if (key === 'logo_page_default') return value ? 1 : 0;
  // Without a report there is nothing to point at: the missing report is what is complained about.
  if (key === 'home_page' && value === reportHome) return values.relatorio_id ? `/${String(values.relatorio_id)}/reports/view` : '/';
  if (key === 'relatorio_id') return value === '' && values.home_page !== reportHome ? null : value;
  if (isFlag(key)) return value ? 'S' : 'N';
  return value === '' && emptyIsNull.has(key) ? null : value;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What differs from what was loaded. An empty list and none are the same; an empty secret is no change. */
export function changesOf(values: FormValues, loaded: Configuration): Partial<ConfigurationInput> {
  const changed = keys.flatMap((key) => {
    const value = wireValue(key, values);
    const before = key === 'listIp' ? (loaded.listIp ?? []) : loaded[key];
    return same(value, before) ? [] : [[key, value]];
  });
  return Object.fromEntries(changed) as Partial<ConfigurationInput>;
}

/** The same changes in the form of another version: what somebody else saved meanwhile stays, unless it was changed here too. */
export function rebase(values: FormValues, loaded: Configuration, newer: Configuration): FormValues {
  const before = valuesOf(loaded);
  const mine = Object.fromEntries(keys.filter((key) => !same(values[key], before[key])).map((key) => [key, values[key]]));
  return { ...valuesOf(newer), ...mine };
}
