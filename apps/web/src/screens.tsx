/**
 * The screens that the web has. A line here makes a screen of `contract/screens.ts` appear: its route, its place in the
 * menu and in the palette. What has no line does not exist for anybody.
 */
import type { ScreenName } from '@vitrine/contract/screens.ts';
import type { BuiltScreen } from './core/shell/screen.tsx';

export const built: Partial<Record<ScreenName, BuiltScreen>> = {
  dashboard: {
    load: async () => (await import('./features/reportReading/dashboard.tsx')).Dashboard,
    namespaces: ['reportReading'],
  },
  all_reports: {
    load: async () => (await import('./features/reportReading/allReports.tsx')).AllReports,
    namespaces: ['reportReading'],
  },
  report_group: {
    load: async () => (await import('./features/reportReading/groupPage.tsx')).GroupPage,
    namespaces: ['reportReading'],
  },
  report_view: {
    load: async () => (await import('./features/reportReading/reportView.tsx')).ReportView,
    namespaces: ['reportReading'],
    bare: true,
  },
  report_external: {
    load: async () => (await import('./features/reportReading/reportView.tsx')).ExternalReport,
    namespaces: ['reportReading'],
    bare: true,
  },
  catalogs: {
    load: async () => (await import('./features/catalogue/catalogue.tsx')).Catalogue,
    namespaces: ['catalogue'],
  },
  playlists: {
    load: async () => (await import('./features/playlists/playlists.tsx')).Playlists,
    namespaces: ['playlists', 'reportAccess'],
  },
  playlist_view: {
    load: async () => (await import('./features/playlists/playlistView.tsx')).PlaylistView,
    namespaces: ['playlists'],
    bare: true,
  },
  companies: {
    load: async () => (await import('./features/companies/companies.tsx')).Companies,
    namespaces: ['partners'],
  },
  partners: {
    load: async () => (await import('./features/partners/partners.tsx')).Partners,
    namespaces: ['partners'],
  },
  notifications: {
    load: async () => (await import('./features/notifications/notifications.tsx')).Notifications,
    namespaces: ['notifications'],
  },
  user: {
    load: async () => (await import('./features/users/users.tsx')).Users,
    namespaces: ['users'],
  },
  group_users: {
    load: async () => (await import('./features/userGroups/userGroups.tsx')).UserGroups,
    namespaces: ['userGroups'],
  },
  reports: {
    load: async () => (await import('./features/reportGroups/reportGroups.tsx')).ReportGroups,
    namespaces: ['reportGroups'],
  },
  management_view: {
    load: async () => (await import('./features/reports/reportPreview.tsx')).ReportPreview,
    namespaces: ['reportReading', 'reports', 'reportAccess', 'reportMaintenance', 'datasetRefresh', 'reportPreview'],
    bare: true,
  },
  management_report: {
    load: async () => (await import('./features/reports/reports.tsx')).Reports,
    namespaces: ['reports', 'reportAccess', 'reportMaintenance', 'datasetRefresh', 'reportUsage', 'reportReading'],
  },
  analyze: {
    load: async () => (await import('./features/reports/usage/analyze.tsx')).Analyze,
    namespaces: ['reportUsage'],
  },
  report_a2m: {
    load: async () => (await import('./features/reports/reports.tsx')).OperatorReports,
    namespaces: ['reports', 'reportAccess', 'reportMaintenance', 'datasetRefresh'],
  },
  powerbi: {
    load: async () => (await import('./features/reportingAccounts/reportingAccounts.tsx')).ReportingAccounts,
    namespaces: ['reportingAccounts'],
  },
  account: {
    load: async () => (await import('./features/account/account.tsx')).Account,
    namespaces: ['account', 'secondFactor', 'signin', 'privacy'],
  },
  privacy: {
    load: async () => (await import('./features/privacy/privacy.tsx')).Privacy,
    namespaces: ['privacy'],
  },
  registrations: {
    load: async () => (await import('./features/registrations/registrations.tsx')).Registrations,
    namespaces: ['registrations'],
  },
  terms: {
    load: async () => (await import('./features/terms/terms.tsx')).Terms,
    namespaces: ['terms'],
  },
  security: {
    load: async () => (await import('./features/secondFactorPolicy/secondFactorPolicy.tsx')).Security,
    namespaces: ['secondFactorPolicy'],
  },
  audit: {
    load: async () => (await import('./features/audit/audit.tsx')).Audit,
    namespaces: ['audit'],
  },
  partner_setting: {
    load: async () => (await import('./features/configuration/configuration.tsx')).PartnerSettings,
    namespaces: ['configuration', 'shifts'],
  },
  setting: {
    load: async () => (await import('./features/configuration/configuration.tsx')).Settings,
    namespaces: ['configuration', 'shifts'],
  },
};
