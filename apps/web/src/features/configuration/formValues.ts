/** Between the configuration on the wire and the form, where a yes/no is a switch and nothing is null. */
import type { Configuration, ConfigurationForm, ConfigurationInput } from '@vitrine/contract/features/configuration.ts';
import { blockOf, configurationDefaults } from '@vitrine/contract/features/configuration.ts';

export type Key = keyof ConfigurationInput;

export type AddressRow = { address: string; note: string };

/** By the names of the wire; texts, numbers, booleans, the list of addresses, and what goes back to the inherited value. */
export type FormValues = Record<Exclude<Key, 'listIp'>, string | number | boolean> & { listIp: AddressRow[]; inherit: Key[] };

const keys = Object.keys(configurationDefaults) as Key[];

/** `'S'` and `'N'`, as the defaults say. */
const isFlag = (key: Key): boolean => configurationDefaults[key] === 'S' || configurationDefaults[key] === 'N';

/** Chosen instead of a path: the report view of the chosen report. */
export const reportHome = 'report';
const reportPath = /^\/[^/]+\/reports\/view$/;

type Loaded = Pick<ConfigurationForm, 'own' | 'inherited'> & Configuration;

export function valuesOf(configuration: ConfigurationInput): FormValues {
  const values = Object.fromEntries(
    keys.map((key) => {
      const value = configuration[key];
      return [key, isFlag(key) ? value === 'S' : (value ?? '')];
    }),
  ) as Omit<FormValues, 'inherit'>;
  return {
    ...values,
    home_page: reportPath.test(configuration.home_page) ? reportHome : configuration.home_page,
    logo_page_default: configuration.logo_page_default === 1,
    listIp: configuration.listIp ?? [],
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
  if (key === 'listIp') return values.listIp.filter(({ address, note }) => address.trim() !== '' || note.trim() !== '');
  if (key === 'logo_page_default') return value ? 1 : 0;
  // Without a report there is nothing to point at: the missing report is what is complained about.
  if (key === 'home_page' && value === reportHome) return values.relatorio_id ? `/${String(values.relatorio_id)}/reports/view` : '/';
  if (key === 'relatorio_id') return value === '' && values.home_page !== reportHome ? null : value;
  if (isFlag(key)) return value ? 'S' : 'N';
  return value === '' && emptyIsNull.has(key) ? null : value;
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether a setting, or one that means something only with it, has a value of its own. */
export const isOwn = (key: Key, { own }: Pick<ConfigurationForm, 'own'>): boolean => blockOf(key).some((one) => own.includes(one));

/** The form with a setting, and what belongs to it, as it is inherited. */
export function withInherited(values: FormValues, key: Key, { inherited }: Pick<ConfigurationForm, 'inherited'>): FormValues {
  const block = blockOf(key);
  const without = valuesOf(inherited);
  return {
    ...values,
    ...Object.fromEntries(block.map((one) => [one, without[one]])),
    inherit: [...new Set([...values.inherit, ...block])],
  };
}

/** What was asked back, unless it has been given another value since. */
function inheritedAgain(values: FormValues, { inherited }: Pick<ConfigurationForm, 'inherited'>): Key[] {
  const without = valuesOf(inherited);
  return values.inherit.filter((key) => blockOf(key).every((one) => same(values[one], without[one])));
}

type Changes = Partial<ConfigurationInput> & { inherit?: Key[] };

/** What differs from what was loaded. An empty list and none are the same; an empty secret is no change. */
export function changesOf(values: FormValues, loaded: Loaded): Changes {
  const inherit = inheritedAgain(values, loaded);
  const changed = keys.flatMap((key) => {
    if (inherit.includes(key)) return [];
    const value = wireValue(key, values);
    const before = key === 'listIp' ? (loaded.listIp ?? []) : loaded[key];
    return same(value, before) ? [] : [[key, value]];
  });
  return { ...(Object.fromEntries(changed) as Partial<ConfigurationInput>), ...(inherit.length > 0 ? { inherit } : {}) };
}

/** The same changes in the form of another version: what somebody else saved meanwhile stays, unless it was changed here too. */
export function rebase(values: FormValues, loaded: Configuration, newer: Configuration): FormValues {
  const before = valuesOf(loaded);
  const mine = Object.fromEntries(keys.filter((key) => !same(values[key], before[key])).map((key) => [key, values[key]]));
  return { ...valuesOf(newer), ...mine, inherit: values.inherit };
}
