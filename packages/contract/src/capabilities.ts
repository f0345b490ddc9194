/** Who may do what: the 63 rows of product-decisions 1.2, as data. Whom a row does not name has nothing of it. */
import type { Role, StaffFlag } from './roles.ts';

export type Right = 'read' | 'use' | 'write';
/** Everything on the platform; all units of the partner; the unit worked in; what belongs to the person. */
export type Scope = 'own' | 'unit' | 'partner' | 'platform';
type Grant = { scope: Scope; rights: readonly Right[]; conditional: boolean };
type Column = Role | StaffFlag;
type Cells = Partial<Record<Column, Grant | readonly Grant[]>>;

const grant =
  (...rights: Right[]) =>
  (scope: Scope): Grant => ({ scope, rights, conditional: false });

/** Create, read, update, delete. */
const full = grant('read', 'use', 'write');
/** Does what the capability names, and reads what that takes. */
const does = grant('read', 'use');
const reads = grant('read');
/** Something else decides as well: the API's `conditions` know what. */
const onCondition = (given: Grant): Grant => ({ ...given, conditional: true });

const row = (number: number, cells: Cells) => ({ number, cells });

export const capabilities = {
  partners: row(1, { operator: full('platform'), seller: reads('own') }),
  clients: row(2, {
    operator: full('platform'),
    partner: reads('partner'),
    billing_administrator: reads('own'),
    seller: onCondition(full('own')),
  }),
  business_units: row(3, { operator: full('platform'), partner: full('partner'), admin: reads('unit') }),
  business_unit_closing: row(4, { operator: onCondition(full('platform')), partner: onCondition(does('partner')) }),
  unit_settings: row(5, { partner: full('partner'), admin: full('unit') }),
  other_units_data: row(6, { partner: does('partner') }),
  users: row(7, { operator: onCondition(full('platform')), partner: full('partner'), admin: full('unit') }),
  grant_admin: row(8, { partner: does('partner'), admin: does('unit') }),
  grant_partner: row(9, { operator: does('platform'), partner: onCondition(does('partner')) }),
  user_state: row(10, { operator: does('platform'), partner: does('partner'), admin: does('unit') }),
  user_erasure: row(11, { partner: does('partner'), admin: does('unit') }),
  user_import: row(12, { partner: does('partner'), admin: does('unit') }),
  user_import_from_unit: row(13, { partner: does('partner'), admin: onCondition(does('unit')) }),
  own_profile: row(14, {
    operator: full('own'),
    partner: full('own'),
    admin: full('own'),
    user: full('own'),
    billing_administrator: full('own'),
    support_agent: full('own'),
    seller: full('own'),
  }),
  user_groups: row(15, { partner: full('partner'), admin: full('unit') }),
  report_groups: row(16, { partner: full('partner'), admin: full('unit') }),
  reports: row(17, { operator: onCondition(full('platform')), partner: full('partner'), admin: onCondition(full('unit')) }),
  report_view: row(18, { operator: onCondition(reads('platform')), partner: reads('partner'), admin: reads('unit'), user: reads('own') }),
  report_ignore_rls: row(19, { partner: onCondition(does('partner')), admin: onCondition(does('unit')) }),
  report_edit: row(20, { partner: onCondition(does('partner')), admin: onCondition(does('unit')), user: onCondition(does('own')) }),
  report_export: row(21, { partner: onCondition(does('partner')), admin: onCondition(does('unit')), user: onCondition(does('own')) }),
  report_access: row(22, { partner: does('partner'), admin: does('unit') }),
  catalogue: row(23, { partner: does('partner'), admin: does('unit'), user: does('unit') }),
  catalogue_decision: row(24, { partner: does('partner'), admin: does('unit') }),
  favourites: row(25, { partner: full('own'), admin: full('own'), user: full('own') }),
  playlists: row(26, { admin: full('own'), user: full('own') }),
  unit_playlists: row(27, { admin: full('unit') }),
  notifications: row(28, { operator: does('own'), partner: does('own'), admin: does('own'), user: does('own') }),
  notification_sending: row(29, {
    operator: does('platform'),
    partner: does('partner'),
    admin: does('unit'),
    user: onCondition(does('unit')),
  }),
  notification_templates: row(30, { operator: full('platform'), partner: full('partner'), admin: full('unit') }),
  tasks: row(31, { partner: full('partner'), admin: full('unit') }),
  task_notices: row(32, { partner: does('own'), admin: does('own'), user: does('own') }),
  dataset_refresh: row(33, { partner: does('partner'), admin: does('unit'), user: onCondition(does('own')) }),
  refresh_schedules: row(34, { partner: full('partner'), admin: full('unit') }),
  reporting_accounts: row(35, { operator: full('platform'), partner: full('partner'), admin: onCondition(full('unit')) }),
  capacity_state: row(36, {
    operator: reads('platform'),
    partner: reads('partner'),
    admin: reads('unit'),
    user: onCondition(reads('own')),
  }),
  capacity_control: row(37, {
    operator: does('platform'),
    partner: does('partner'),
    admin: onCondition(does('unit')),
    user: onCondition(does('own')),
  }),
  shifts: row(38, { operator: full('platform'), partner: full('partner'), admin: full('unit') }),
  embedded_workspaces: row(39, { operator: full('platform'), partner: full('partner'), admin: full('unit') }),
  branding: row(40, { operator: full('platform'), partner: full('partner'), admin: full('unit') }),
  domains: row(41, { operator: full('platform'), partner: full('partner'), admin: onCondition(full('unit')) }),
  saml_apps: row(42, { partner: full('partner'), admin: onCondition(full('unit')) }),
  scim_tokens: row(43, { partner: full('partner'), admin: onCondition(full('unit')) }),
  second_factor_policy: row(44, { operator: full('platform'), partner: full('partner'), admin: onCondition(full('unit')) }),
  password_policy: row(45, { operator: full('platform'), partner: full('partner'), admin: full('unit') }),
  access_rules: row(46, { operator: full('platform'), partner: full('partner'), admin: full('unit') }),
  custom_fields: row(47, { partner: full('partner'), admin: full('unit') }),
  terms: row(48, { operator: full('platform'), partner: full('partner'), admin: full('unit') }),
  mail_sender: row(49, { operator: full('platform'), partner: full('partner'), admin: full('unit') }),
  embedded_token: row(50, { partner: full('partner'), admin: full('unit') }),
  remote_access_request: row(51, {
    operator: does('platform'),
    partner: does('partner'),
    admin: does('unit'),
    support_agent: onCondition(does('unit')),
  }),
  remote_access_answer: row(52, { partner: does('own'), admin: does('own'), user: does('own') }),
  tickets: row(53, { partner: onCondition(does('own')), admin: onCondition(does('own')), user: onCondition(does('own')) }),
  ticket_work: row(54, {
    operator: onCondition(does('platform')),
    partner: onCondition(does('partner')),
    admin: onCondition(does('unit')),
    support_agent: does('unit'),
  }),
  tickets_in_scope: row(55, { partner: reads('partner'), admin: reads('unit'), support_agent: reads('unit') }),
  faq: row(56, { partner: [does('own'), full('partner')], admin: [does('own'), full('unit')], user: does('own') }),
  billing: row(57, { operator: full('platform'), partner: reads('partner'), billing_administrator: reads('own') }),
  prospects: row(58, { operator: reads('platform'), partner: full('partner'), seller: full('own') }),
  usage: row(59, { operator: reads('platform'), partner: reads('partner'), admin: onCondition(reads('unit')) }),
  audit_log: row(60, { operator: reads('platform'), partner: reads('partner'), admin: reads('unit'), user: reads('own') }),
  privacy_desk: row(61, { operator: reads('platform'), partner: reads('partner'), admin: full('unit'), user: full('own') }),
  company_switch: row(62, { partner: does('partner'), admin: does('own'), user: does('own') }),
  partner_switch: row(63, { partner: onCondition(does('partner')) }),
} as const satisfies Record<string, ReturnType<typeof row>>;

export type Capability = keyof typeof capabilities;

export type Permission = { scope: Scope; conditional: boolean };

const narrowFirst: readonly Scope[] = ['own', 'unit', 'partner', 'platform'];

type Who = { role: Role; flags?: readonly StaffFlag[] };

/** Sellers of the operator have their own clients, and nothing else of the platform. Everywhere else flags only add. */
const isSeller = ({ role, flags }: Who): boolean => role === 'operator' && flags?.includes('seller') === true;

/**
 * What a role (with its flags) may do: the widest grant that holds the right, or null.
 * A grant without a condition is preferred to a conditional one of the same scope.
 */
export function permission(who: Who, capability: Capability, right: Right): Permission | null {
  const { cells }: { cells: Cells } = capabilities[capability];
  const found = [who.role, ...(who.flags ?? [])]
    .flatMap((column) => cells[column] ?? [])
    .filter(({ rights, scope }) => rights.includes(right) && !(scope === 'platform' && isSeller(who)))
    .sort((a, b) => narrowFirst.indexOf(b.scope) - narrowFirst.indexOf(a.scope) || Number(a.conditional) - Number(b.conditional))[0];
  return found ? { scope: found.scope, conditional: found.conditional } : null;
}
