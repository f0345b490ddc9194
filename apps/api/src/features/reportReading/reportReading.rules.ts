/**
 * May this person see this report now, with which filters and roles, and why: product-decisions 11 as one function.
 * Opening, renewing and asking decide by it; the lists repeat its first half in SQL (`visibleReports.ts`).
 */
import type { ColumnFilter } from '@vitrine/contract/features/reportAccess.ts';
import type { dataRules } from '@vitrine/contract/features/reports.ts';

type Level = 'membership' | 'user_group' | 'unit';

export type Reader = {
  /** Sees every active report of the unit: administrator, partner, and the operator in the house unit. */
  manages: boolean;
  email: string;
  /** Today in the unit's time zone, `YYYY-MM-DD`. */
  today: string;
};

export type GuardedReport = {
  active: boolean;
  data_rule: (typeof dataRules)[number];
  ignore_rls: boolean;
  roles_required: boolean;
};

/** An assignment that concerns the reader: in person, by a group the reader belongs to, or of the whole unit. */
export type Assignment = {
  to: Level;
  filters: ColumnFilter[];
  rls_roles: string[];
  /** Null: the reader's e-mail. */
  rls_username: string | null;
  /** Last day of the assignment; null: no end. */
  ends_on: string | null;
  /** Last day of the reader in the group that the assignment is made to. */
  member_until: string | null;
};

export type Identity = { username: string; roles: string[] };

export type Decision =
  | { see: false; why: 'not_found' | 'no_data_rule' }
  | {
      see: true;
      /** What opened the door. */
      access: 'manager' | Level;
      /** Where the data rule comes from; null when the report has none. */
      rule: Level | 'ignored' | null;
      filters: ColumnFilter[];
      /** For the embed token; null exactly when the report's rule is not row-level security. */
      identity: Identity | null;
    };

/**
 * The role by which managers ignore row-level security: a model that allows it has a role of this name that lets
 * every row pass. The service refuses a role that the model does not have, so a model without it stays closed.
 */
export const openRole = 'Tudo';

const holdsOn = (today: string, end: string | null): boolean => end === null || end >= today;

/** What the reader sees, decided from the report and the assignments that concern the reader, in any order. */
export function decide(reader: Reader, report: GuardedReport, assignments: readonly Assignment[]): Decision {
  if (!report.active) return { see: false, why: 'not_found' };
  const valid = assignments.filter(({ ends_on, member_until }) => holdsOn(reader.today, ends_on) && holdsOn(reader.today, member_until));
  const access = reader.manages ? 'manager' : levels.find((level) => valid.some(({ to }) => to === level));
  if (!access) return { see: false, why: 'not_found' };
  if (report.data_rule === 'none') return { see: true, access, rule: null, filters: [], identity: null };

  const saying = valid.filter((assignment) => saysRule(assignment, report));
  const at = (level: Level) => saying.filter(({ to }) => to === level);
  // What was set on the person stands above everything, also above a manager's right to ignore the rule.
  const ignored = report.ignore_rls && reader.manages && at('membership').length === 0;
  if (ignored) {
    const identity = report.data_rule === 'rls' ? { username: reader.email, roles: [openRole] } : null;
    return { see: true, access, rule: 'ignored', filters: [], identity };
  }
  const rule = levels.find((level) => at(level).length > 0);
  if (!rule) return { see: false, why: 'no_data_rule' };
  const chosen = at(rule);
  return {
    see: true,
    access,
    rule,
    filters: unionOfFilters(chosen),
    identity: report.data_rule === 'rls' ? identityOf(reader, chosen) : null,
  };
}

const levels: readonly Level[] = ['membership', 'user_group', 'unit'];

/** An assignment without filters or roles opens the door but says nothing about rows: the rule must come from another. */
function saysRule(assignment: Assignment, report: GuardedReport): boolean {
  if (report.data_rule === 'filter') return assignment.filters.length > 0;
  // Without roles the model decides by the name alone, and a name there always is.
  return assignment.rls_roles.length > 0 || !report.roles_required;
}

/** Roles add up, as they do in the service. Names cannot: where assignments differ, the reader is who the reader is. */
function identityOf(reader: Reader, chosen: readonly Assignment[]): Identity {
  const usernames = new Set(chosen.map(({ rls_username }) => rls_username ?? reader.email));
  const [username] = usernames;
  return {
    username: usernames.size === 1 && username !== undefined ? username : reader.email,
    roles: [...new Set(chosen.flatMap(({ rls_roles }) => rls_roles))].sort(),
  };
}

type Value = ColumnFilter['values'][number];

const columnOf = ({ table, column }: ColumnFilter): string => JSON.stringify([table, column]);

/** An assignment filters a column once: `reportAccess` refuses a second time. */
const columnsOf = ({ filters }: Assignment): Map<string, ColumnFilter> => new Map(filters.map((filter) => [columnOf(filter), filter]));

const order = (a: Value, b: Value): number => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a < typeof b ? -1 : 1);

/**
 * Filters of several groups add up: a column stays filtered only when every one of them filters it, by the values of
 * all. The wide one cancels the narrow one, as with roles; filters are convenience, not security.
 */
function unionOfFilters(chosen: readonly Assignment[]): ColumnFilter[] {
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
