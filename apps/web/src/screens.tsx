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
  partners: {
    load: async () => (await import('./features/partners/partners.tsx')).Partners,
    namespaces: ['partners'],
  },
  reports: {
    load: async () => (await import('./features/reportGroups/reportGroups.tsx')).ReportGroups,
    namespaces: ['reportGroups'],
  },
  management_report: {
    load: async () => (await import('./features/reports/reports.tsx')).Reports,
    namespaces: ['reports', 'reportAccess'],
  },
  powerbi: {
    load: async () => (await import('./features/reportingAccounts/reportingAccounts.tsx')).ReportingAccounts,
    namespaces: ['reportingAccounts'],
  },
  setting: {
    load: async () => (await import('./features/configuration/configuration.tsx')).Settings,
    namespaces: ['configuration'],
  },
};
