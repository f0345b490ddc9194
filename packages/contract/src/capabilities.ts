/**
 * Who may do what: the 63 rows of product-decisions 1.2, as data.
 *
 * A cell reads `scope right`, with `c` when a condition decides as well (`access/conditions` of the API knows it):
 * scope A = all of the platform, P = the partner's units, T = the own unit, O = own things;
 * right F = full, R = read, U = use. `-` = nothing. A cell with two grants is a list.
 */
import type { Role, StaffFlag } from './roles.ts';

export type Right = 'read' | 'use' | 'write';
type Scope = 'A' | 'P' | 'T' | 'O';
type Grant = `${Scope} ${'F' | 'R' | 'U'}${'' | ' c'}`;
type Cell = '-' | Grant | readonly Grant[];
type Column = Role | StaffFlag;
type Row = { number: number } & Record<Role, Cell> & Partial<Record<StaffFlag, Cell>>;

const row = (number: number, a2m: Cell, master: Cell, admin: Cell, user: Cell, staff: Partial<Record<StaffFlag, Cell>> = {}): Row => ({
  number,
  a2m,
  master,
  admin,
  user,
  ...staff,
});

export const capabilities = {
  partners: row(1, 'A F', '-', '-', '-', { seller: 'O R' }),
  clients: row(2, 'A F', 'P R', '-', '-', { billing_administrator: 'O R', seller: 'O F c' }),
  business_units: row(3, 'A F', 'P F', 'T R', '-'),
  business_unit_closing: row(4, 'A F c', 'P U c', '-', '-'),
  unit_settings: row(5, '-', 'P F', 'T F', '-'),
  other_units_data: row(6, '-', 'P U', '-', '-'),
  users: row(7, 'A F c', 'P F', 'T F', '-'),
  grant_admin: row(8, '-', 'P U', 'T U', '-'),
  grant_master: row(9, 'A U', 'P U c', '-', '-'),
  user_state: row(10, 'A U', 'P U', 'T U', '-'),
  user_erasure: row(11, '-', 'P U', 'T U', '-'),
  user_import: row(12, '-', 'P U', 'T U', '-'),
  user_import_from_unit: row(13, '-', 'P U', 'T U c', '-'),
  own_profile: row(14, 'O F', 'O F', 'O F', 'O F', { billing_administrator: 'O F', support_agent: 'O F', seller: 'O F' }),
  user_groups: row(15, '-', 'P F', 'T F', '-'),
  report_groups: row(16, '-', 'P F', 'T F', '-'),
  reports: row(17, 'A F c', 'P F', 'T F c', '-'),
  report_view: row(18, 'A R c', 'P R', 'T R', 'O R'),
  report_ignore_rls: row(19, '-', 'P U c', 'T U c', '-'),
  report_edit: row(20, '-', 'P U c', 'T U c', 'O U c'),
  report_export: row(21, '-', 'P U c', 'T U c', 'O U c'),
  report_access: row(22, '-', 'P U', 'T U', '-'),
  catalogue: row(23, '-', 'P U', 'T U', 'T U'),
  catalogue_decision: row(24, '-', 'P U', 'T U', '-'),
  favourites: row(25, '-', 'O F', 'O F', 'O F'),
  playlists: row(26, '-', '-', 'O F', 'O F'),
  unit_playlists: row(27, '-', '-', 'T F', '-'),
  notifications: row(28, 'O U', 'O U', 'O U', 'O U'),
  notification_sending: row(29, 'A U', 'P U', 'T U', 'T U c'),
  notification_templates: row(30, 'A F', 'P F', 'T F', '-'),
  tasks: row(31, '-', 'P F', 'T F', '-'),
  task_notices: row(32, '-', 'O U', 'O U', 'O U'),
  dataset_refresh: row(33, '-', 'P U', 'T U', 'O U c'),
  refresh_schedules: row(34, '-', 'P F', 'T F', '-'),
  reporting_accounts: row(35, 'A F', 'P F', 'T F c', '-'),
  capacity_state: row(36, 'A R', 'P R', 'T R', 'O R c'),
  capacity_control: row(37, 'A U', 'P U', 'T U c', 'O U c'),
  shifts: row(38, 'A F', 'P F', 'T F', '-'),
  embedded_workspaces: row(39, 'A F', 'P F', 'T F', '-'),
  branding: row(40, 'A F', 'P F', 'T F', '-'),
  domains: row(41, 'A F', 'P F', 'T F c', '-'),
  saml_apps: row(42, '-', 'P F', 'T F c', '-'),
  scim_tokens: row(43, '-', 'P F', 'T F c', '-'),
  second_factor_policy: row(44, 'A F', 'P F', 'T F c', '-'),
  password_policy: row(45, 'A F', 'P F', 'T F', '-'),
  access_rules: row(46, 'A F', 'P F', 'T F', '-'),
  custom_fields: row(47, '-', 'P F', 'T F', '-'),
  terms: row(48, 'A F', 'P F', 'T F', '-'),
  mail_sender: row(49, 'A F', 'P F', 'T F', '-'),
  embedded_token: row(50, '-', 'P F', 'T F', '-'),
  remote_access_request: row(51, 'A U', 'P U', 'T U', '-', { support_agent: 'T U c' }),
  remote_access_answer: row(52, '-', 'O U', 'O U', 'O U'),
  tickets: row(53, '-', 'O U c', 'O U c', 'O U c'),
  ticket_work: row(54, 'A U c', 'P U c', 'T U c', '-', { support_agent: 'T U' }),
  tickets_in_scope: row(55, '-', 'P R', 'T R', '-', { support_agent: 'T R' }),
  faq: row(56, '-', ['O U', 'P F'], ['O U', 'T F'], 'O U'),
  billing: row(57, 'A F', 'P R', '-', '-', { billing_administrator: 'O R' }),
  prospects: row(58, 'A R', 'P F', '-', '-', { seller: 'O F' }),
  usage: row(59, 'A R', 'P R', 'T R c', '-'),
  audit_log: row(60, 'A R', 'P R', 'T R', 'O R'),
  privacy_desk: row(61, 'A R', 'P R', 'T F', 'O F'),
  company_switch: row(62, '-', 'P U', 'O U', 'O U'),
  partner_switch: row(63, '-', 'P U c', '-', '-'),
} as const satisfies Record<string, Row>;

export type Capability = keyof typeof capabilities;

const rightsOf: Record<'F' | 'R' | 'U', readonly Right[]> = { F: ['read', 'use', 'write'], R: ['read'], U: ['read', 'use'] };

export type Permission = { scope: Scope; conditional: boolean };

/**
 * What a role (with its flags) may do: the widest grant that holds the right, or null.
 * A grant without a condition is preferred to a conditional one of the same scope.
 */
export function permission(who: { role: Role; flags?: readonly StaffFlag[] }, capability: Capability, right: Right): Permission | null {
  const cells: Row = capabilities[capability];
  const columns: Column[] = [who.role, ...(who.flags ?? [])];
  const grants = columns.flatMap((column) => {
    const cell = cells[column] ?? '-';
    return cell === '-' ? [] : typeof cell === 'string' ? [cell] : cell;
  });
  const found = grants
    .map((grant) => ({ scope: grant[0] as Scope, letter: grant[2] as 'F' | 'R' | 'U', conditional: grant.endsWith(' c') }))
    .filter((grant) => rightsOf[grant.letter].includes(right))
    .sort((a, b) => 'OTPA'.indexOf(b.scope) - 'OTPA'.indexOf(a.scope) || Number(a.conditional) - Number(b.conditional))[0];
  return found ? { scope: found.scope, conditional: found.conditional } : null;
}
