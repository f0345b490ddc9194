/** What the builder holds of an assignment, and what of it is sent. */
import type { ColumnFilter, Grant, ModelRole } from '@vitrine/contract/access/reportAccess.ts';
import { grantInput, isVariable } from '@vitrine/contract/access/reportAccess.ts';
import type { RuledReport } from './ruledReport.ts';
import { fieldErrors } from '#ui/form/fieldErrors.ts';

export type Value = ColumnFilter['values'][number];

/** `id` is the form's own. */
export type FilterDraft = ColumnFilter & { id: number };

/** Every row; those of roles; those of filters; what another assignment or the reader's own name decides. */
export type RowsChoice = 'all' | 'role' | 'filter' | 'elsewhere';

export type GrantDraft = {
  rows: RowsChoice;
  filters: FilterDraft[];
  rls_roles: string[];
  rls_username: string;
  permission_edit: boolean;
  ends_on: string;
};

export type Rules = Pick<Grant, 'filters' | 'rls_roles' | 'rls_username' | 'permission_edit' | 'ends_on'>;

export const rulesOfGrant = ({ filters, rls_roles, rls_username, permission_edit, ends_on }: Grant): Rules => ({
  filters,
  rls_roles,
  rls_username,
  permission_edit,
  ends_on,
});

let nextId = 1;

export const emptyFilter = (): FilterDraft => ({ id: nextId++, table: '', column: '', values: [] });
export const draftsOf = (filters: readonly ColumnFilter[]): FilterDraft[] => filters.map((filter) => ({ ...filter, id: nextId++ }));
export const filtersOf = (drafts: readonly FilterDraft[]): ColumnFilter[] =>
  drafts.map(({ table, column, values }) => ({ table, column, values }));

/** An assignment as the builder shows it; null is a new one. */
export function draftOf(report: Pick<RuledReport, 'data_rule'>, grant: Grant | null): GrantDraft {
  const ruled = { none: 'all', filter: 'filter', rls: 'role' } as const;
  const silent = grant !== null && report.data_rule !== 'none' && grant.filters.length === 0 && grant.rls_roles.length === 0;
  const filters = draftsOf(grant?.filters ?? []);
  return {
    rows: silent ? 'elsewhere' : ruled[report.data_rule],
    filters: report.data_rule === 'filter' && filters.length === 0 ? [emptyFilter()] : filters,
    rls_roles: grant?.rls_roles ?? [],
    rls_username: grant?.rls_username ?? '',
    permission_edit: grant?.permission_edit ?? false,
    ends_on: grant?.ends_on ?? '',
  };
}

type Unknown = { table: string; column: string; value: string; like: string | null };

/** A value that its column does not have makes way for the one that was meant. */
export const replaceValue = (filters: readonly FilterDraft[], { table, column, value, like }: Unknown): FilterDraft[] =>
  filters.map((filter) =>
    filter.table === table && filter.column === column
      ? { ...filter, values: filter.values.map((one) => (String(one) === value && like !== null ? like : one)) }
      : filter,
  );

/** `1.234,5` and `1234.5` are the same number; null for other texts. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().includes(',') ? text.trim().replaceAll('.', '').replace(',', '.') : text.trim();
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** What somebody may mean who has typed this: as the known values of the column are, or whatever it can be where none are known. */
export function meantBy(text: string, known: readonly Value[] | null): Value[] {
  const number = parseNumber(text);
  if (isVariable(text)) return [text];
  if (!known || known.length === 0) return number === null ? [text] : [text, number];
  if (typeof known[0] === 'number') return number === null ? [] : [number];
  return typeof known[0] === 'boolean' ? [] : [text];
}

/** The role that shows every row, where the model tells of one. */
export const openRoleOf = (roles: readonly ModelRole[]): string | undefined => roles.find(({ rows }) => rows === 'all')?.name;

/** What is sent: of the chosen kind of rule alone. */
export const rulesOf = ({ rows, filters, rls_roles, rls_username, permission_edit, ends_on }: GrantDraft, openRole?: string): Rules => ({
  permission_edit,
  filters: rows === 'filter' ? filtersOf(filters) : [],
  rls_roles: rows === 'role' ? rls_roles : rows === 'all' && openRole !== undefined ? [openRole] : [],
  rls_username: rows === 'role' || rows === 'elsewhere' ? rls_username.trim() || null : null,
  ends_on: ends_on || null,
});

const schema = grantInput.omit({ to: true, to_id: true });

/** What the contract refuses of it, by field. */
export const complaintsOf = (rules: Rules) =>
  Object.entries(fieldErrors(schema, rules)).map(([path, told]) => ({
    path: path.replace(/^rls_roles\..*/, 'rls_roles').replace(/^(filters\.\d+\.values)\..*/, '$1'),
    ...told,
  }));

/** True once a rule of the chosen kind is complete. */
export function isRuled({ rows, filters, rls_roles }: GrantDraft): boolean {
  if (rows === 'role') return rls_roles.length > 0;
  return rows !== 'filter' || (filters.length > 0 && filters.every(({ column, values }) => column !== '' && values.length > 0));
}
