/**
 * The one table of screens: routes, guards, menu and palette are read from it (docs/reference/specification.md 2).
 * A screen exists for a person when it stands here for the role, the web has built it, no `hidden_menu` names it and
 * the capability is held. The order is the order of the menu.
 */
import type { Capability } from './capabilities.ts';
import type { Role } from './roles.ts';
import { operatorReportsPath } from './wire.ts';

export type MenuGroup = 'content' | 'management' | 'configuration';

export type Screen = {
  /** The path's parameters are `$name`, as the router writes them. */
  path: string;
  /** No roles: public. */
  roles: readonly Role[];
  /** Without a menu group the screen is reached from another one. */
  menu?: MenuGroup;
  /** Held by everybody who may see it; some screens need none. */
  capability?: Capability;
  /** The capabilities of which readers need one instead, where they use the screen for something else. */
  readerCapabilities?: readonly Capability[];
  /** Those of which the operator needs one instead. */
  operatorCapabilities?: readonly Capability[];
  /** Where readers find it in the menu, if elsewhere; null: nowhere. */
  readerMenu?: MenuGroup | null;
  /** Tabler icon name of the menu entry. */
  icon?: string;
  /** The path of the page of one of its objects. Whoever has the screen has it. */
  object?: string;
};

const everybody = ['admin', 'partner', 'user', 'operator'] as const;
const unit = ['admin', 'partner', 'user'] as const;
const managers = ['admin', 'partner'] as const;
const managersAndOperator = ['admin', 'partner', 'operator'] as const;
const infrastructure = everybody;

export const screens = {
  // Public
  signin: { path: '/signin', roles: [] },
  ms_auth_redirect: { path: '/ms_auth/redirect', roles: [] },
  redirect: { path: '/redirect', roles: [] },
  embedded: { path: '/embedded/$token', roles: [] },
  forgot: { path: '/forgot', roles: [] },
  register: { path: '/register', roles: [] },
  new_password: { path: '/new/password/$token', roles: [] },
  two_factor_setup: { path: '/config/2fa/$token', roles: [] },
  playlist_access: { path: '/auth/playlist/$token', roles: [] },
  change_company: { path: '/change/company/$token', roles: [] },
  authorization: { path: '/authorization/$token', roles: everybody },
  domain_notfound: { path: '/domain/notfound', roles: [] },
  ip_notallowed: { path: '/ip/notallowed', roles: [] },
  popup_blocked: { path: '/popup_blocked', roles: [] },

  // Content
  dashboard: { path: '/', roles: everybody, menu: 'content', icon: 'home' },
  all_reports: { path: '/all/reports', roles: unit, menu: 'content', capability: 'report_view', icon: 'chart' },
  report_group: { path: '/$id/reports', roles: unit, capability: 'report_view' },
  report_view: { path: '/$id/reports/view', roles: unit, capability: 'report_view' },
  report_external: { path: '/$id/reports/external', roles: everybody, capability: 'report_view' },
  catalogs: { path: '/catalogs', roles: unit, menu: 'content', capability: 'catalogue', icon: 'catalogue' },
  playlists: { path: '/playlists', roles: ['admin', 'user'], menu: 'content', capability: 'playlists', icon: 'playlist' },
  playlist_view: { path: '/$id/playlist/view', roles: ['admin', 'user'], capability: 'playlists' },
  notifications: { path: '/notifications', roles: everybody, capability: 'notifications', icon: 'bell' },
  broadcasts: {
    path: '/notifications/announcements',
    object: '/notifications/announcements/$id',
    roles: unit,
    menu: 'management',
    capability: 'notification_sending',
    icon: 'megaphone',
  },
  help_desk: { path: '/help_desk', roles: unit, menu: 'content', capability: 'tickets', icon: 'help' },
  ticket: { path: '/help_desk/$id', roles: everybody, capability: 'tickets', operatorCapabilities: ['ticket_work'] },
  // The operator does not read the questions of units: it writes those that all of them read.
  faq: { path: '/faq', roles: everybody, capability: 'faq', operatorCapabilities: ['business_units'] },

  // Management
  partners: {
    path: '/partners',
    object: '/partners/$id',
    roles: ['operator'],
    menu: 'management',
    capability: 'partners',
    icon: 'partner',
  },
  partner_staff: {
    path: '/partner/staff',
    roles: ['partner'],
    menu: 'management',
    capability: 'grant_partner',
    icon: 'partner',
  },
  client: {
    path: '/client',
    object: '/client/$id',
    roles: ['operator'],
    menu: 'management',
    capability: 'clients',
    icon: 'client',
  },
  registration: {
    path: '/registration',
    object: '/registration/$id',
    roles: ['partner'],
    menu: 'management',
    capability: 'prospects',
    icon: 'client',
  },
  companies: {
    path: '/companies',
    object: '/companies/$id',
    roles: ['partner'],
    menu: 'management',
    capability: 'business_units',
    icon: 'company',
  },
  user: { path: '/user', object: '/user/$id', roles: managers, menu: 'management', capability: 'users', icon: 'user' },
  registrations: { path: '/registrations', roles: managers, menu: 'management', capability: 'users', icon: 'userPlus' },
  privacy: { path: '/privacy', roles: managers, menu: 'management', capability: 'privacy_desk', icon: 'privacy' },
  retention: { path: '/privacy/retention', roles: managers, menu: 'management', capability: 'privacy_desk', icon: 'retention' },
  processing_records: { path: '/privacy/records', roles: managers, menu: 'management', capability: 'unit_settings', icon: 'records' },
  incidents: {
    path: '/privacy/incidents',
    object: '/privacy/incidents/$id',
    roles: managers,
    menu: 'management',
    capability: 'privacy_desk',
    icon: 'alert',
  },
  group_users: {
    path: '/group_users',
    object: '/group_users/$id',
    roles: managers,
    menu: 'management',
    capability: 'user_groups',
    icon: 'users',
  },
  reports: {
    path: '/reports',
    roles: unit,
    menu: 'management',
    readerMenu: 'content',
    capability: 'report_groups',
    readerCapabilities: ['report_view'],
    icon: 'folder',
  },
  management_report: {
    path: '/management/report',
    object: '/management/report/$id',
    roles: unit,
    menu: 'management',
    capability: 'reports',
    readerCapabilities: ['dataset_refresh'],
    icon: 'report',
  },
  management_view: { path: '/$id/management/view', roles: everybody, capability: 'reports', readerCapabilities: ['dataset_refresh'] },
  operator_reports: {
    path: operatorReportsPath,
    object: `${operatorReportsPath}/$id`,
    roles: ['operator'],
    menu: 'management',
    capability: 'reports',
    icon: 'report',
  },
  auto_actions: {
    path: '/auto_actions',
    object: '/auto_actions/$id',
    roles: managers,
    menu: 'management',
    capability: 'tasks',
    icon: 'task',
  },
  analyze: { path: '/analyze', roles: ['partner', 'operator'], menu: 'management', capability: 'usage', icon: 'analyze' },
  billing: { path: '/billing', object: '/billing/$id', roles: ['operator'], menu: 'management', capability: 'billing', icon: 'billing' },
  billing_summary: { path: '/billing/summary', roles: ['partner'], menu: 'management', capability: 'billing', icon: 'billing' },
  unit_invoices: {
    path: '/unit/invoices',
    object: '/unit/invoices/$id',
    roles: ['admin'],
    menu: 'management',
    capability: 'billing',
    icon: 'billing',
  },
  remote_authorization: {
    path: '/remote/authorization',
    roles: ['admin', 'user'],
    menu: 'configuration',
    capability: 'remote_access_answer',
    icon: 'remote',
  },

  // Configuration
  powerbi: {
    path: '/powerbi',
    roles: infrastructure,
    menu: 'configuration',
    readerMenu: 'content',
    capability: 'reporting_accounts',
    // Readers have no accounts: they come to start a capacity, or to have data refreshed.
    readerCapabilities: ['capacity_state', 'dataset_refresh'],
    icon: 'plug',
  },
  powerbi_resources: {
    path: '/powerbi/resources',
    object: '/powerbi/resources/$id',
    roles: infrastructure,
    menu: 'configuration',
    // Readers have their capacities on `/powerbi`: the address leads there.
    readerMenu: null,
    capability: 'capacity_state',
    icon: 'capacity',
  },
  powerbi_workspace: {
    path: '/powerbi/workspace',
    object: '/powerbi/workspace/$id',
    roles: infrastructure,
    menu: 'configuration',
    capability: 'embedded_workspaces',
    icon: 'workspace',
  },
  domain: {
    path: '/domain',
    object: '/domain/$id',
    roles: managersAndOperator,
    menu: 'configuration',
    capability: 'domains',
    icon: 'world',
  },
  whitelabels: {
    path: '/whitelabels',
    object: '/whitelabels/$id',
    roles: managersAndOperator,
    menu: 'configuration',
    capability: 'branding',
    icon: 'palette',
  },
  wordings: {
    path: '/notifications/texts',
    roles: managers,
    menu: 'configuration',
    capability: 'notification_templates',
    icon: 'message',
  },
  platform_welcome: {
    path: '/platform/welcome',
    roles: ['operator'],
    menu: 'configuration',
    capability: 'notification_templates',
    icon: 'message',
  },
  sign_in_notices: {
    path: '/notifications/sign_in',
    roles: managersAndOperator,
    menu: 'configuration',
    capability: 'notification_templates',
    icon: 'bell',
  },
  azure_saml: { path: '/azure/saml', roles: managers, menu: 'configuration', capability: 'saml_apps', icon: 'key' },
  provisioning: { path: '/provisioning', roles: managers, menu: 'configuration', capability: 'scim_tokens', icon: 'users' },
  // Others come to their account by the header; it is all that readers can set.
  account: { path: '/account', roles: everybody, readerMenu: 'configuration', capability: 'own_profile', icon: 'user' },
  terms: { path: '/terms', roles: managersAndOperator, menu: 'configuration', capability: 'terms', icon: 'terms' },
  security: { path: '/security', roles: managers, menu: 'configuration', capability: 'second_factor_policy', icon: 'shield' },
  audit: { path: '/audit', roles: managersAndOperator, menu: 'configuration', capability: 'audit_log', icon: 'history' },
  maintenance: { path: '/maintenance', roles: ['operator', 'partner'], menu: 'configuration', capability: 'business_units', icon: 'tool' },
  operations: { path: '/operations', roles: ['operator'], menu: 'configuration', capability: 'partners', icon: 'heartbeat' },
  ticket_mailbox: { path: '/tickets/mailbox', roles: ['operator'], menu: 'configuration', capability: 'partners', icon: 'message' },
  partner_setting: { path: '/partner/setting', roles: ['partner'], menu: 'configuration', capability: 'other_units_data', icon: 'sliders' },
  setting: {
    path: '/setting',
    roles: unit,
    menu: 'configuration',
    // Readers come to their account instead: their old address answers.
    readerMenu: null,
    capability: 'own_profile',
    icon: 'settings',
  },
  unit_setup: { path: '/unit/setup', roles: managers, menu: 'configuration', capability: 'unit_settings', icon: 'page' },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof screens;

/** Of what somebody of the role must hold one to see the screen; of nothing: everybody of the role sees it. */
export function capabilitiesOf(name: ScreenName, role: Role): readonly Capability[] {
  const { capability, readerCapabilities, operatorCapabilities }: Screen = screens[name];
  if (role === 'user' && readerCapabilities) return readerCapabilities;
  if (role === 'operator' && operatorCapabilities) return operatorCapabilities;
  return capability ? [capability] : [];
}

/** Screens of the menu that can be hidden from somebody of a unit; the own settings stay. */
export const hideableScreens = (Object.keys(screens) as ScreenName[]).filter((name) => {
  const { menu, roles }: Screen = screens[name];
  return menu !== undefined && name !== 'setting' && (roles.includes('admin') || roles.includes('user'));
});

/** Screens of the menu that somebody who works in a unit has: a question may be tied to one of them. */
export const faqScreens = (Object.keys(screens) as ScreenName[]).filter((name) => {
  const { menu, roles }: Screen = screens[name];
  return menu !== undefined && unit.some((role) => roles.includes(role));
});

/** Those of them that one of the roles of a unit has. */
export const hideableScreensOf = (role: 'admin' | 'user'): ScreenName[] => hideableScreens.filter((name) => screensOf(role).includes(name));

/** The screens of a role, in the order of the menu; public ones for everybody. */
export function screensOf(role: Role): ScreenName[] {
  return (Object.keys(screens) as ScreenName[]).filter((name) => {
    const allowed: readonly Role[] = screens[name].roles;
    return allowed.length === 0 || allowed.includes(role);
  });
}
