/**
 * The screens that the web has. A line here makes a screen of `contract/screens.ts` appear: its route, its place in the
 * menu and in the palette. What has no line does not exist for anybody.
 */
import type { ScreenName } from '@vitrine/contract/screens.ts';
import { home, platformOverview } from '#endpoints/reading/home.ts';
import { menu, mine } from '#endpoints/reading/reportReading.ts';
import { allReportsList } from '#features/reading/reportReading/home/allReportsList.ts';
import { listRequestAt } from '#platform/listView.ts';
import type { BuiltPage, BuiltScreen } from '#shell/screen.tsx';

/** A report by itself: readers have its refreshes there. */
const reportPage = {
  load: async () => (await import('#features/reports/reports/reportPage.tsx')).ReportPage,
  namespaces: [
    'reports',
    'reportAccess',
    'reportMaintenance',
    'datasetRefresh',
    'reportHealth',
    'reportPreview',
    'reportReading',
    'serviceFaults',
    'audit',
    'auditWords',
  ],
} as const satisfies BuiltPage;

export const built: Partial<Record<ScreenName, BuiltScreen>> = {
  dashboard: {
    load: async () => (await import('#features/reading/reportReading/home/dashboard.tsx')).Dashboard,
    namespaces: ['reportReading'],
    ahead: (_search, role) =>
      role === 'operator'
        ? [{ endpoint: platformOverview, request: {} }]
        : [
            { endpoint: home, request: {} },
            { endpoint: menu, request: {} },
          ],
  },
  all_reports: {
    load: async () => (await import('#features/reading/reportReading/home/allReports.tsx')).AllReports,
    namespaces: ['reportReading'],
    ahead: (search) => [
      { endpoint: mine, request: listRequestAt(search, ...allReportsList) },
      { endpoint: menu, request: {} },
    ],
  },
  report_group: {
    load: async () => (await import('#features/reading/reportReading/home/groupPage.tsx')).GroupPage,
    namespaces: ['reportReading'],
  },
  report_view: {
    load: async () => (await import('#features/reading/reportReading/reportView.tsx')).ReportView,
    namespaces: ['reportReading', 'serviceFaults'],
    bare: true,
  },
  report_external: {
    load: async () => (await import('#features/reading/reportReading/reportView.tsx')).ExternalReport,
    namespaces: ['reportReading', 'serviceFaults'],
    bare: true,
  },
  catalogs: {
    load: async () => (await import('#features/access/catalogue/catalogue.tsx')).Catalogue,
    namespaces: ['catalogue'],
  },
  playlists: {
    load: async () => (await import('#features/playlists/playlists/playlists.tsx')).Playlists,
    namespaces: ['playlists', 'reportAccess'],
    actions: [{ label: 'action_add_playlist', search: { edit: 'new' }, needs: ['playlists', 'write'] }],
  },
  playlist_view: {
    load: async () => (await import('#features/playlists/playlists/playlistView.tsx')).PlaylistView,
    namespaces: ['playlists'],
    bare: true,
  },
  companies: {
    load: async () => (await import('#features/organisation/companies/companies.tsx')).Companies,
    namespaces: ['companies', 'partners', 'remoteAccess'],
    object: {
      load: async () => (await import('#features/organisation/companies/companyPage.tsx')).CompanyPage,
      namespaces: ['companies', 'partners', 'remoteAccess', 'unitExport', 'audit', 'auditWords'],
    },
  },
  unit_setup: {
    load: async () => (await import('#features/organisation/unitSetup/unitSetup.tsx')).UnitSetup,
    namespaces: ['unitSetup', 'themes', 'audit', 'auditWords'],
  },
  client: {
    load: async () => (await import('#features/organisation/clients/clients.tsx')).Clients,
    namespaces: ['clients'],
    object: {
      load: async () => (await import('#features/organisation/clients/clientPage.tsx')).ClientPage,
      namespaces: ['clients', 'audit', 'auditWords'],
    },
    actions: [{ label: 'action_add_client', search: { client: 'new' }, needs: ['clients', 'write'] }],
  },
  registration: {
    load: async () => (await import('#features/organisation/clients/clients.tsx')).OwnClients,
    namespaces: ['clients'],
    object: {
      load: async () => (await import('#features/organisation/clients/clientPage.tsx')).OwnClientPage,
      namespaces: ['clients', 'audit', 'auditWords'],
    },
  },
  partner_staff: {
    load: async () => (await import('#features/organisation/partners/ownStaff.tsx')).OwnStaff,
    namespaces: ['partners'],
  },
  partners: {
    load: async () => (await import('#features/organisation/partners/partners.tsx')).Partners,
    namespaces: ['partners'],
    object: {
      load: async () => (await import('#features/organisation/partners/partnerPage.tsx')).PartnerPage,
      namespaces: ['partners', 'unitExport', 'audit', 'auditWords'],
    },
    actions: [{ label: 'action_add_partner', search: { partner: 'new' }, needs: ['partners', 'write'] }],
  },
  billing: {
    load: async () => (await import('#features/billing/billing/billing.tsx')).Billing,
    namespaces: ['billing'],
    object: {
      load: async () => (await import('#features/billing/billing/invoicePage.tsx')).InvoicePage,
      namespaces: ['billing', 'audit', 'auditWords'],
    },
  },
  billing_summary: {
    load: async () => (await import('#features/billing/billingSummary/billingSummary.tsx')).BillingSummary,
    namespaces: ['billing'],
  },
  unit_invoices: {
    load: async () => (await import('#features/billing/unitInvoices/unitInvoices.tsx')).UnitInvoices,
    namespaces: ['billing'],
    object: {
      load: async () => (await import('#features/billing/unitInvoices/unitInvoicePage.tsx')).UnitInvoicePage,
      namespaces: ['billing'],
    },
  },
  notifications: {
    load: async () => (await import('#features/notifications/notifications/notifications.tsx')).Notifications,
    namespaces: ['notifications'],
  },
  broadcasts: {
    load: async () => (await import('#features/notifications/broadcasts/broadcasts.tsx')).Broadcasts,
    namespaces: ['broadcasts'],
    object: {
      load: async () => (await import('#features/notifications/broadcasts/broadcastPage.tsx')).BroadcastPage,
      namespaces: ['broadcasts', 'audit', 'auditWords'],
    },
    actions: [{ label: 'action_add_broadcast', search: { announcement: 'new' }, needs: ['notification_sending', 'use'] }],
  },
  wordings: {
    load: async () => (await import('#features/notifications/wordings/wordings.tsx')).Wordings,
    namespaces: ['wordings', 'themeMails'],
  },
  platform_welcome: {
    load: async () => (await import('#features/settings/platformWelcome/platformWelcome.tsx')).PlatformWelcome,
    namespaces: ['platformWelcome', 'settings'],
  },
  sign_in_notices: {
    load: async () => (await import('#features/notifications/signInNotices/signInNotices.tsx')).SignInNotices,
    namespaces: ['signInNotices'],
    actions: [{ label: 'action_add_sign_in_notice', search: { edit: 'new' }, needs: ['notification_templates', 'write'] }],
  },
  user: {
    load: async () => (await import('#features/people/users/users.tsx')).Users,
    namespaces: ['users', 'remoteAccess'],
    object: {
      load: async () => (await import('#features/people/users/userPage.tsx')).UserPage,
      namespaces: ['users', 'remoteAccess', 'audit', 'auditWords'],
    },
    actions: [
      { label: 'action_add_user', search: { user: 'new' }, needs: ['users', 'write'] },
      { label: 'action_import_users', search: { import: 'new' }, needs: ['user_import', 'use'] },
      { label: 'action_add_custom_field', search: { tab: 'fields', field: 'new' }, needs: ['custom_fields', 'write'] },
    ],
  },
  auto_actions: {
    load: async () => (await import('#features/automation/tasks/tasks.tsx')).Tasks,
    namespaces: ['tasks', 'taskMail', 'taskWebhook', 'reportAccess'],
    object: {
      load: async () => (await import('#features/automation/tasks/taskPage.tsx')).TaskPage,
      namespaces: ['tasks', 'taskMail', 'taskWebhook', 'reportUsage', 'reportAccess'],
    },
    actions: [{ label: 'action_add_task', search: { task: 'new' }, needs: ['tasks', 'write'] }],
  },
  group_users: {
    load: async () => (await import('#features/people/userGroups/userGroups.tsx')).UserGroups,
    namespaces: ['userGroups'],
    object: {
      load: async () => (await import('#features/people/userGroups/groupPage.tsx')).GroupPage,
      namespaces: ['userGroups', 'audit', 'auditWords'],
    },
    actions: [{ label: 'action_add_user_group', search: { group: 'new' }, needs: ['user_groups', 'write'] }],
  },
  reports: {
    load: async () => (await import('#features/reports/reportGroups/reportGroups.tsx')).ReportGroups,
    namespaces: ['reportGroups'],
    actions: [{ label: 'action_add_report_group', search: { edit: 'new' }, needs: ['report_groups', 'write'] }],
  },
  management_view: {
    load: async () => (await import('#features/reports/reports/reportPreview/reportPreview.tsx')).ReportPreview,
    namespaces: reportPage.namespaces,
    bare: true,
  },
  management_report: {
    load: async () => (await import('#features/reports/reports/reports.tsx')).Reports,
    namespaces: [
      'reports',
      'reportAccess',
      'reportMaintenance',
      'datasetRefresh',
      'reportHealth',
      'reportUsage',
      'reportReading',
      'dataReading',
    ],
    object: reportPage,
    actions: [
      { label: 'action_register_report', search: { register: '1' }, needs: ['reports', 'write'] },
      { label: 'action_publish_file', search: { register: 'file' }, needs: ['reports', 'write'] },
      { label: 'action_add_link', search: { add: 'link' }, needs: ['reports', 'write'] },
      { label: 'action_add_page', search: { add: 'page' }, needs: ['reports', 'write'] },
    ],
  },
  analyze: {
    load: async () => (await import('#features/reports/analyze/analyze.tsx')).Analyze,
    namespaces: ['analyze', 'reportUsage'],
  },
  operator_reports: {
    load: async () => (await import('#features/reports/reports/reports.tsx')).OperatorReports,
    namespaces: ['reports', 'reportAccess', 'reportMaintenance', 'datasetRefresh', 'reportHealth', 'reportReading', 'dataReading'],
    object: reportPage,
  },
  powerbi: {
    load: async () => (await import('#features/reports/reportingAccounts/reportingAccounts.tsx')).Powerbi,
    namespaces: ['reportingAccounts'],
    actions: [{ label: 'action_add_account', search: { edit: 'new' }, needs: ['reporting_accounts', 'write'] }],
  },
  powerbi_resources: {
    load: async () => (await import('#features/datasets/capacities/capacities.tsx')).CapacitiesOrMine,
    namespaces: ['capacities'],
    object: {
      load: async () => (await import('#features/datasets/capacities/capacityPage.tsx')).CapacityPage,
      namespaces: ['capacities'],
    },
    actions: [{ label: 'action_add_capacity', search: { capacity: 'new' }, needs: ['capacity_control', 'write'] }],
  },
  powerbi_workspace: {
    load: async () => (await import('#features/reports/workspaces/workspaces.tsx')).Workspaces,
    namespaces: ['workspaces'],
    object: {
      load: async () => (await import('#features/reports/workspaces/workspacePage.tsx')).WorkspacePage,
      namespaces: ['workspaces'],
    },
    actions: [{ label: 'action_add_workspace', search: { workspace: 'new' }, needs: ['embedded_workspaces', 'write'] }],
  },
  help_desk: {
    load: async () => (await import('#features/support/helpDesk/helpDesk.tsx')).HelpDesk,
    namespaces: ['helpDesk', 'attach'],
    actions: [{ label: 'action_add_ticket', search: { ticket: 'new' }, needs: ['tickets', 'use'] }],
  },
  ticket: {
    load: async () => (await import('#features/support/helpDesk/ticketPage.tsx')).TicketPage,
    namespaces: ['helpDesk', 'attach'],
  },
  faq: {
    load: async () => (await import('#features/support/faq/faq.tsx')).Faq,
    namespaces: ['faq'],
    actions: [{ label: 'action_add_question', search: { edit: 'new' }, needs: ['faq', 'write'] }],
  },
  account: {
    load: async () => (await import('#features/signIn/account/account.tsx')).Account,
    namespaces: ['account', 'secondFactor', 'signIn', 'privacy', 'pushDevices', 'reportUsage'],
    settings: async () => (await import('#features/signIn/account/accountIndex.ts')).namedAccount,
  },
  authorization: {
    load: async () => (await import('#features/signIn/remoteAccess/authorization.tsx')).Authorization,
    namespaces: ['remoteAccess', 'audit', 'auditWords'],
  },
  remote_authorization: {
    load: async () => (await import('#features/signIn/remoteAccess/remoteAccesses.tsx')).RemoteAccesses,
    namespaces: ['remoteAccess', 'audit', 'auditWords'],
  },
  privacy: {
    load: async () => (await import('#features/privacy/privacy/privacy.tsx')).Privacy,
    namespaces: ['privacy'],
  },
  retention: {
    load: async () => (await import('#features/privacy/retention/retention.tsx')).RetentionPage,
    namespaces: ['retention'],
    actions: [{ label: 'action_add_hold', search: { hold: 'new' }, needs: ['privacy_desk', 'write'] }],
  },
  processing_records: {
    load: async () => (await import('#features/privacy/processingRecords/processingRecords.tsx')).ProcessingRecordsPage,
    namespaces: ['processingRecords'],
  },
  incidents: {
    load: async () => (await import('#features/privacy/incidents/incidents.tsx')).Incidents,
    namespaces: ['incidents', 'incidentFile'],
    object: {
      load: async () => (await import('#features/privacy/incidents/incidentPage.tsx')).IncidentPage,
      namespaces: ['incidents', 'incidentFile', 'audit', 'auditWords'],
    },
    actions: [{ label: 'action_add_incident', search: { incident: 'new' }, needs: ['privacy_desk', 'write'] }],
  },
  provisioning: {
    load: async () => (await import('#features/people/provisioning/provisioning.tsx')).Provisioning,
    namespaces: ['provisioning'],
  },
  registrations: {
    load: async () => (await import('#features/signIn/registration/registrations.tsx')).Registrations,
    namespaces: ['registrations'],
  },
  terms: {
    load: async () => (await import('#features/settings/terms/terms.tsx')).Terms,
    namespaces: ['terms'],
    actions: [{ label: 'action_add_term', search: { term: 'new' }, needs: ['terms', 'write'] }],
  },
  security: {
    load: async () => (await import('#features/signIn/secondFactorPolicy/secondFactorPolicy.tsx')).Security,
    namespaces: ['secondFactorPolicy'],
  },
  azure_saml: {
    load: async () => (await import('#features/signIn/saml/samlApps.tsx')).SamlApps,
    namespaces: ['saml', 'providerGroups'],
    actions: [{ label: 'action_add_saml_app', search: { app: 'new' }, needs: ['saml_apps', 'write'] }],
  },
  audit: {
    load: async () => (await import('#features/audit/audit/audit.tsx')).Audit,
    namespaces: ['audit', 'auditWords'],
  },
  maintenance: {
    load: async () => (await import('#features/organisation/maintenance/maintenance.tsx')).Maintenance,
    namespaces: ['maintenance'],
  },
  operations: {
    load: async () => (await import('#features/organisation/operations/operations.tsx')).OperationsPage,
    namespaces: ['operations'],
  },
  ticket_mailbox: {
    load: async () => (await import('#features/support/ticketMailbox/ticketMailbox.tsx')).TicketMailboxPage,
    namespaces: ['ticketMailbox'],
  },
  domain: {
    load: async () => (await import('#features/organisation/domains/domains.tsx')).Domains,
    namespaces: ['domains'],
    object: {
      load: async () => (await import('#features/organisation/domains/domainPage.tsx')).DomainPage,
      namespaces: ['domains', 'audit', 'auditWords'],
    },
    actions: [{ label: 'action_add_domain', search: { domain: 'new' }, needs: ['domains', 'write'] }],
  },
  whitelabels: {
    load: async () => (await import('#features/organisation/themes/themes.tsx')).Themes,
    namespaces: ['themes'],
    object: {
      load: async () => (await import('#features/organisation/themes/themePage.tsx')).ThemePage,
      namespaces: ['themes', 'audit', 'auditWords'],
    },
    actions: [{ label: 'action_add_theme', search: { theme: 'new' }, needs: ['branding', 'write'] }],
  },
  partner_setting: {
    load: async () => (await import('#features/settings/settings/settings.tsx')).PartnerSettings,
    namespaces: ['settings', 'accessHours', 'entra', 'providerGroups'],
    settings: async () => (await import('#features/settings/settings/settingsIndex.ts')).namedPartnerSettings,
  },
  setting: {
    load: async () => (await import('#features/settings/settings/settings.tsx')).Settings,
    namespaces: ['settings', 'accessHours', 'entra', 'providerGroups'],
    settings: async () => (await import('#features/settings/settings/settingsIndex.ts')).namedSettings,
  },
};
