/** Values of filters and names that follow the person: `{{email}}`, `{{department}}`, `{{field.region}}`. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import { isVariable } from '@vitrine/contract/access/reportAccess.ts';

/** The person's values by `{{token}}`. Values that the person does not have are absent. */
export type Variables = ReadonlyMap<string, readonly string[]>;

type Value = ColumnFilter['values'][number];

/** The rows of the database function `person_variables` as one object. */
export const variablesOf = (rows: readonly { token: string; value: string }[]): Variables =>
  new Map([...Map.groupBy(rows, ({ token }) => token)].map(([token, of]) => [token, of.map(({ value }) => value)]));

/** The filters with the person's values, or the first variable without a value, in which case the assignment gives nothing. */
export function filtersFor(filters: readonly ColumnFilter[], variables: Variables): { filters: ColumnFilter[]; missing: string | null } {
  const missing = filters
    .flatMap(({ values }) => values)
    .find((value) => typeof value === 'string' && isVariable(value) && !variables.has(value));
  const valuesOf = (value: Value): readonly Value[] =>
    typeof value === 'string' && isVariable(value) ? (variables.get(value) ?? []) : [value];
  const filled = filters.map(({ table, column, values }) => ({ table, column, values: [...new Set(values.flatMap(valuesOf))] }));
  return { filters: filled, missing: typeof missing === 'string' ? missing : null };
}

// What the service accepts as a user name; the contract demands the same of a fixed one.
const isUsername = (text: string): boolean => text.length > 0 && Array.from(text).length <= 256 && !/\s/.test(text);

/** The effective user name; null when a variable gives none, several, or one that the service would refuse. */
export function usernameFor(username: string, variables: Variables): string | null {
  if (!isVariable(username)) return username;
  const values = variables.get(username) ?? [];
  const [value] = values;
  return values.length === 1 && value !== undefined && isUsername(value) ? value : null;
}
