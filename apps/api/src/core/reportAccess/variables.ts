/** Values of filters and names that follow the person: `{{email}}`, `{{department}}`, `{{field.region}}`. */
import type { ColumnFilter } from '@vitrine/contract/features/reportAccess.ts';
import { isVariable } from '@vitrine/contract/features/reportAccess.ts';

/** The person's values by `{{token}}`. What a person does not have is not there. */
export type Variables = ReadonlyMap<string, readonly string[]>;

type Value = ColumnFilter['values'][number];

/** `person_variables` of the database, gathered. */
export const variablesOf = (rows: readonly { token: string; value: string }[]): Variables =>
  new Map([...Map.groupBy(rows, ({ token }) => token)].map(([token, of]) => [token, of.map(({ value }) => value)]));

/** The filters with the person's values, or the first variable that the person has no value for: then they say nothing. */
export function filtersFor(filters: readonly ColumnFilter[], variables: Variables): { filters: ColumnFilter[]; missing: string | null } {
  const missing = filters
    .flatMap(({ values }) => values)
    .find((value) => typeof value === 'string' && isVariable(value) && !variables.has(value));
  const valuesOf = (value: Value): readonly Value[] =>
    typeof value === 'string' && isVariable(value) ? (variables.get(value) ?? []) : [value];
  const filled = filters.map(({ table, column, values }) => ({ table, column, values: [...new Set(values.flatMap(valuesOf))] }));
  return { filters: filled, missing: typeof missing === 'string' ? missing : null };
}

// What the service takes as a name; the contract asks the same of a fixed one.
const isUsername = (text: string): boolean => text.length > 0 && Array.from(text).length <= 256 && !/\s/.test(text);

/** The name that the model sees; null when a variable gives none, several, or one that the service would refuse. */
export function usernameFor(username: string, variables: Variables): string | null {
  if (!isVariable(username)) return username;
  const values = variables.get(username) ?? [];
  const [value] = values;
  return values.length === 1 && value !== undefined && isUsername(value) ? value : null;
}
