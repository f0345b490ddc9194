/** Converts between the contract's filters and form values, where every value is a text. */
import type { ColumnFilter, Grant } from '@vitrine/contract/access/reportAccess.ts';

export const valueKinds = ['text', 'number', 'boolean'] as const;
export type ValueKind = (typeof valueKinds)[number];

/** `id` is the form's own. */
export type FilterDraft = { id: number; table: string; column: string; kind: ValueKind; values: string[] };

export type GrantDraft = { filters: FilterDraft[]; rls_roles: string[]; rls_username: string; permission_edit: boolean; ends_on: string };

let nextId = 1;

export const emptyFilter = (): FilterDraft => ({ id: nextId++, table: '', column: '', kind: 'text', values: [] });

const kindOf = (values: ColumnFilter['values']): ValueKind => {
  if (values.every((value) => typeof value === 'number')) return 'number';
  return values.every((value) => typeof value === 'boolean') ? 'boolean' : 'text';
};

/** An assignment as the form shows it; null is a new one. */
export const draftOf = (grant: Grant | null): GrantDraft => ({
  filters: (grant?.filters ?? []).map(({ table, column, values }) => ({
    id: nextId++,
    table,
    column,
    kind: kindOf(values),
    values: values.map(String),
  })),
  rls_roles: grant?.rls_roles ?? [],
  rls_username: grant?.rls_username ?? '',
  permission_edit: grant?.permission_edit ?? false,
  ends_on: grant?.ends_on ?? '',
});

/** `1.234,5` and `1234.5` are the same number; null for other texts. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().includes(',') ? text.trim().replaceAll('.', '').replace(',', '.') : text.trim();
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

const valueOf = (kind: ValueKind, text: string): ColumnFilter['values'][number] => {
  if (kind === 'number') return parseNumber(text) ?? text;
  return kind === 'boolean' ? text === 'true' : text;
};

/** The first value that does not fit its type. */
export const wrongValue = ({ kind, values }: FilterDraft): string | undefined =>
  kind === 'number' ? values.find((value) => parseNumber(value) === null) : undefined;

/** What is sent. */
export const rulesOf = ({
  filters,
  rls_roles,
  rls_username,
  permission_edit,
  ends_on,
}: GrantDraft): Pick<Grant, 'filters' | 'rls_roles' | 'rls_username' | 'permission_edit' | 'ends_on'> => ({
  permission_edit,
  filters: filters.map(({ table, column, kind, values }) => ({ table, column, values: values.map((value) => valueOf(kind, value)) })),
  rls_roles,
  rls_username: rls_username.trim() || null,
  ends_on: ends_on || null,
});
