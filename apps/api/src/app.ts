/** The portal's API: every feature, mounted. Tests call it with `app.inject`, `main.ts` lets it listen. */
import type { FastifyInstance } from 'fastify';
import { describeApi } from './core/apiDocs.ts';
import type { Services } from './core/context.ts';
import type { Serve } from './core/serve.ts';
import { createServe } from './core/serve.ts';
import { createServer } from './core/server.ts';
import { serveWeb } from './core/serveWeb.ts';
import { openWebFiles } from './core/webFiles.ts';
import { audit } from './features/audit/audit.ts';
import { capacityWaking } from './features/capacityWaking/capacityWaking.ts';
import { catalogue } from './features/catalogue/catalogue.ts';
import { configuration } from './features/configuration/configuration.ts';
import { datasetRefresh } from './features/datasetRefresh/datasetRefresh.ts';
import { files } from './features/files/files.ts';
import { finding } from './features/finding/finding.ts';
import { savedViews } from './features/savedViews/savedViews.ts';
import { reportPreview } from './features/reportPreview/reportPreview.ts';
import { reportProblems } from './features/reportProblems/reportProblems.ts';
import { health } from './features/health/health.ts';
import { live } from './features/live/live.ts';
import { notifications } from './features/notifications/notifications.ts';
import { companies } from './features/companies/companies.ts';
import { partners } from './features/partners/partners.ts';
import { playlists } from './features/playlists/playlists.ts';
import { privacy } from './features/privacy/privacy.ts';
import { profileSurvey } from './features/profileSurvey/profileSurvey.ts';
import { registration } from './features/registration/registration.ts';
import { reportAccess } from './features/reportAccess/reportAccess.ts';
import { reportExports } from './features/reportExports/reportExports.ts';
import { reportGroups } from './features/reportGroups/reportGroups.ts';
import { reportMaintenance } from './features/reportMaintenance/reportMaintenance.ts';
import { reportingAccounts } from './features/reportingAccounts/reportingAccounts.ts';
import { reportUsage } from './features/reportUsage/reportUsage.ts';
import { reports } from './features/reports/reports.ts';
import { reportReading } from './features/reportReading/reportReading.ts';
import { secondFactorPolicy } from './features/secondFactorPolicy/secondFactorPolicy.ts';
import { session } from './features/session/session.ts';
import { terms } from './features/terms/terms.ts';
import { customFields } from './features/customFields/customFields.ts';
import { shifts } from './features/shifts/shifts.ts';
import { userGroups } from './features/userGroups/userGroups.ts';
import { userImport } from './features/userImport/userImport.ts';
import { users } from './features/users/users.ts';

const features: ((serve: Serve) => void)[] = [
  audit,
  capacityWaking,
  catalogue,
  configuration,
  datasetRefresh,
  files,
  finding,
  savedViews,
  reportPreview,
  reportProblems,
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
  reportMaintenance,
  reportReading,
  reportingAccounts,
  reportUsage,
  reports,
  secondFactorPolicy,
  session,
  terms,
  customFields,
  shifts,
  userGroups,
  userImport,
  users,
];

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { app, refuseUnknown } = await createServer(services);
  if (services.settings.docs) await describeApi(app);
  const serve = createServe(app, services);
  for (const feature of features) feature(serve);
  const web = openWebFiles(services.settings.webDirectory);
  if (web) serveWeb(app, services, web, refuseUnknown);
  await app.ready();
  return app;
}
