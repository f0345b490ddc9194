/**
 * May this person see this report now, with which filters and roles, and why: docs/reference/product-rules.md 11 as one function.
 * Used for opening, renewing tokens, explaining, simulating, playlists and the audit of permissions; lists repeat it in SQL
 * (`visible.ts`), and a property test proves that both say the same.
 */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import type { AccessReason } from '@vitrine/contract/access/reportAccess.ts';
import type { dataRules } from '@vitrine/contract/reports/reports.ts';
import type { Variables } from './variables.ts';
import { filtersFor, usernameFor } from './variables.ts';

type Level = 'membership' | 'user_group' | 'unit';

export type Reader = {
  /** Sees every active report of the unit: administrator, partner, and the operator in its own unit. */
  manages: boolean;
  /** May sign in to the unit. */
  active: boolean;
  email: string;
  /** Today in the unit's time zone, `YYYY-MM-DD`. */
  today: string;
  /** Values of the person for variables in filters and names. */
  variables: Variables;
};

export type GuardedReport = {
  active: boolean;
  data_rule: (typeof dataRules)[number];
  ignore_rls: boolean;
  roles_required: boolean;
  allow_edit: boolean;
};

/** An assignment that concerns the reader: in person, by a group the reader belongs to, or of the whole unit. */
export type Assignment = {
  id: string;
  to: Level;
  /** Of the person, the group or the unit. */
  name: string;
  filters: ColumnFilter[];
  rls_roles: string[];
  /** Null: the reader's e-mail. May be a variable. */
  rls_username: string | null;
  permission_edit: boolean;
  /** Last day of the assignment; null: no end. */
  ends_on: string | null;
  /** Last day of the reader's membership in the assigned group. */
  member_until: string | null;
};

export type Identity = { username: string; roles: string[] };

type Verdict =
  | { see: false; why: 'not_found' | 'no_data_rule' | 'rule_refused' }
  | {
      see: true;
      /** Which kind of assignment gives access. */
      access: 'manager' | Level;
      /** Where the data rule comes from; null when the report has none. */
      rule: Level | 'ignored' | null;
      filters: ColumnFilter[];
      /** For the embed token; null exactly when the report's rule is not row-level security. */
      identity: Identity | null;
      /** `permission_edit`. */
      edit: boolean;
    };

/** The reasons stand in the order in which they were looked at. */
export type Decision = Verdict & { reasons: AccessReason[] };
export type Seen = Extract<Decision, { see: true }>;

/**
 * The role with which managers ignore row-level security: a model that allows it has a role of this name that shows
 * every row. The service refuses a role that the model does not have, so a model without it stays closed.
 */
export const openRole = 'Tudo';

const holdsOn = (today: string, end: string | null): boolean => end === null || end >= today;

const levels: readonly Level[] = ['membership', 'user_group', 'unit'];

/** What the reader sees, decided from the report, the removal in person, and the assignments that concern the reader, in any order. */
export function decide(reader: Reader, report: GuardedReport, given: readonly Assignment[], removed = false): Decision {
  const assignments = given.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const reasons: AccessReason[] = [{ word: report.active ? 'report_active' : 'report_inactive' }];
  if (!reader.active) reasons.push({ word: 'person_inactive' });
  if (removed) reasons.push({ word: 'removed' });
  const valid = assignments.filter(({ ends_on, member_until }) => holdsOn(reader.today, ends_on) && holdsOn(reader.today, member_until));
  const access = reader.manages ? 'manager' : levels.find((level) => valid.some(({ to }) => to === level));
  reasons.push(...grantReasons(reader, assignments));
  if (!access || !report.active || !reader.active || removed) return { see: false, why: 'not_found', reasons };

  const rows = rowsFor(reader, report, valid);
  reasons.push(...rows.reasons);
  if (rows.rule === 'missing') return { see: false, why: 'no_data_rule', reasons };
  const editing = valid.some(({ permission_edit }) => permission_edit) || reader.manages;
  reasons.push({ word: !report.allow_edit ? 'edit_report_off' : editing ? 'edit_allowed' : 'edit_not_granted' });
  const { rule, filters, identity } = rows;
  return { see: true, access, rule, filters, identity, edit: report.allow_edit && editing, reasons };
}

const grantOf = ({ id, to, name }: Assignment): AccessReason['grant'] => ({ id, to, name });

function grantReasons(reader: Reader, assignments: readonly Assignment[]): AccessReason[] {
  const doors = levels.flatMap((level) =>
    assignments
      .filter(({ to }) => to === level)
      .map((assignment): AccessReason => {
        const { ends_on, member_until } = assignment;
        const grant = grantOf(assignment);
        if (!holdsOn(reader.today, ends_on)) return { word: 'grant_ended', grant, date: ends_on };
        if (!holdsOn(reader.today, member_until)) return { word: 'member_ended', grant, date: member_until };
        return { word: 'grant_opens', grant, date: ends_on };
      }),
  );
  if (reader.manages) return [{ word: 'manager' }, ...doors];
  return doors.some(({ word }) => word === 'grant_opens') ? doors : [...doors, { word: 'no_grant' }];
}

type Rows =
  | { rule: Level | 'ignored' | null; filters: ColumnFilter[]; identity: Identity | null; reasons: AccessReason[] }
  | { rule: 'missing'; reasons: AccessReason[] };

function rowsFor(reader: Reader, report: GuardedReport, valid: readonly Assignment[]): Rows {
  if (report.data_rule === 'none') return { rule: null, filters: [], identity: null, reasons: [{ word: 'rule_none' }] };
  const said = valid.map((assignment) => sayingOf(assignment, reader, report));
  const at = (level: Level) => said.filter((one): one is RowRule => one.says && one.assignment.to === level);
  const silent = said.flatMap((one): AccessReason[] => (one.says ? [] : [one.reason]));
  // A rule that was set for the person overrides everything, also a manager's right to ignore row-level security.
  if (report.ignore_rls && reader.manages && at('membership').length === 0) {
    const identity = report.data_rule === 'rls' ? { username: reader.email, roles: [openRole] } : null;
    return { rule: 'ignored', filters: [], identity, reasons: [{ word: 'rule_ignored' }] };
  }
  const rule = levels.find((level) => at(level).length > 0);
  if (!rule) return { rule: 'missing', reasons: [...silent, { word: 'rule_missing' }] };
  const chosen = at(rule);
  const overridden = levels.slice(levels.indexOf(rule) + 1).flatMap((level) => at(level));
  const [first] = chosen;
  const differ = chosen.some(({ key }) => key !== first?.key);
  return {
    rule,
    filters: report.data_rule === 'filter' ? unionOfFilters(chosen) : [],
    identity: report.data_rule === 'rls' ? identityOf(reader, chosen) : null,
    reasons: [
      ...chosen.map(({ assignment }): AccessReason => ({ word: 'rule_from', grant: grantOf(assignment) })),
      ...(differ ? [{ word: 'rule_adds_up' } as const] : []),
      ...overridden.map(({ assignment }): AccessReason => ({ word: 'rule_overridden', grant: grantOf(assignment) })),
      ...silent,
    ],
  };
}

/** The data rule of an assignment, with the reader's values in place of variables. */
type RowRule = { says: true; assignment: Assignment; filters: ColumnFilter[]; username: string; key: string };
type NoRowRule = { says: false; assignment: Assignment; reason: AccessReason };

/** An assignment without filters or roles gives access but has no data rule: the rule must come from another. */
function sayingOf(assignment: Assignment, reader: Reader, report: GuardedReport): RowRule | NoRowRule {
  const grant = grantOf(assignment);
  const silence = (variable?: string): NoRowRule => ({
    says: false,
    assignment,
    reason: variable === undefined ? { word: 'grant_silent', grant } : { word: 'variable_missing', grant, variable },
  });
  if (report.data_rule === 'filter') {
    if (assignment.filters.length === 0) return silence();
    const { filters, missing } = filtersFor(assignment.filters, reader.variables);
    if (missing !== null) return silence(missing);
    return { says: true, assignment, filters, username: '', key: JSON.stringify(filters) };
  }
  // Without roles the model filters by the user name alone, and there always is one.
  if (assignment.rls_roles.length === 0 && report.roles_required) return silence();
  const username = usernameFor(assignment.rls_username ?? reader.email, reader.variables);
  if (username === null) return silence(assignment.rls_username ?? '');
  return { says: true, assignment, filters: [], username, key: JSON.stringify([username, assignment.rls_roles.toSorted()]) };
}

/** Roles are united, as in the service. User names cannot be: if assignments differ, the reader's own e-mail is used. */
function identityOf(reader: Reader, chosen: readonly RowRule[]): Identity {
  const usernames = new Set(chosen.map(({ username }) => username));
  const [username] = usernames;
  return {
    username: usernames.size === 1 && username !== undefined ? username : reader.email,
    roles: [...new Set(chosen.flatMap(({ assignment }) => assignment.rls_roles))].sort(),
  };
}

type Value = ColumnFilter['values'][number];

const columnOf = ({ table, column }: ColumnFilter): string => JSON.stringify([table, column]);

/** An assignment filters a column once: `reportAccess` refuses a second time. */
const columnsOf = ({ filters }: RowRule): Map<string, ColumnFilter> => new Map(filters.map((filter) => [columnOf(filter), filter]));

const order = (a: Value, b: Value): number => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a < typeof b ? -1 : 1);

/**
 * Filters of several groups are united: a column stays filtered only if every group filters it, by the values of
 * all. The wide assignment cancels the narrow one, as with roles. Filters are convenience, not security.
 */
function unionOfFilters(chosen: readonly RowRule[]): ColumnFilter[] {
  const each = chosen.map(columnsOf);
  const [first, ...others] = each;
  if (!first) return [];
  return [...first]
    .filter(([key]) => others.every((columns) => columns.has(key)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { table, column }]) => ({
      table,
      column,
      values: [...new Set(each.flatMap((columns) => columns.get(key)?.values ?? []))].sort(order),
    }));
}
