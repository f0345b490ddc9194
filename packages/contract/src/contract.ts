/** Every endpoint by feature and name: what OpenAPI, the permission matrix and the fuzz tests walk over. */
import type { Endpoint } from './endpoint.ts';
import * as accountSecurity from './features/accountSecurity.ts';
import * as audit from './features/audit.ts';
import * as capacityWaking from './features/capacityWaking.ts';
import * as catalogue from './features/catalogue.ts';
import * as configuration from './features/configuration.ts';
import * as customFields from './features/customFields.ts';
import * as datasetRefresh from './features/datasetRefresh.ts';
import * as files from './features/files.ts';
import * as finding from './features/finding.ts';
import * as health from './features/health.ts';
import * as live from './features/live.ts';
import * as notifications from './features/notifications.ts';
import * as companies from './features/companies.ts';
import * as partners from './features/partners.ts';
import * as playlists from './features/playlists.ts';
import * as privacy from './features/privacy.ts';
import * as profileSurvey from './features/profileSurvey.ts';
import * as registration from './features/registration.ts';
import * as reportAccess from './features/reportAccess.ts';
import * as reportExports from './features/reportExports.ts';
import * as reportGroups from './features/reportGroups.ts';
import * as reportingAccounts from './features/reportingAccounts.ts';
import * as reportMaintenance from './features/reportMaintenance.ts';
import * as reportPreview from './features/reportPreview.ts';
import * as reportProblems from './features/reportProblems.ts';
import * as reportReading from './features/reportReading.ts';
import * as reportUploads from './features/reportUploads.ts';
import * as reportUsage from './features/reportUsage.ts';
import * as reports from './features/reports.ts';
import * as savedViews from './features/savedViews.ts';
import * as secondFactor from './features/secondFactor.ts';
import * as secondFactorPolicy from './features/secondFactorPolicy.ts';
import * as session from './features/session.ts';
import * as sharedTerms from './features/sharedTerms.ts';
import * as terms from './features/terms.ts';
import * as shifts from './features/shifts.ts';
import * as userGroups from './features/userGroups.ts';
import * as userImport from './features/userImport.ts';
import * as users from './features/users.ts';

const features = {
  accountSecurity,
  audit,
  capacityWaking,
  catalogue,
  configuration,
  customFields,
  datasetRefresh,
  files,
  finding,
  health,
  live,
  notifications,
  companies,
  partners,
  playlists,
  privacy,
  profileSurvey,
  registration,
  reportAccess,
  reportExports,
  reportGroups,
  reportingAccounts,
  reportMaintenance,
  reportPreview,
  reportProblems,
  reportReading,
  reportUploads,
  reportUsage,
  reports,
  savedViews,
  secondFactor,
  secondFactorPolicy,
  session,
  sharedTerms,
  terms,
  shifts,
  userGroups,
  userImport,
  users,
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

export const endpoints: { name: string; endpoint: Endpoint }[] = Object.entries(features).flatMap(([feature, exported]) =>
  Object.entries(exported).flatMap(([name, value]: [string, unknown]) =>
    isEndpoint(value) ? [{ name: `${feature}.${name}`, endpoint: value }] : [],
  ),
);
