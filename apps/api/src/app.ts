/** The portal's API: every feature, mounted. Tests call it with `app.inject`, `main.ts` lets it listen. */
import type { FastifyInstance } from 'fastify';
import { describeApi } from './platform/http/apiDocs.ts';
import type { Services } from './domain/serving/context.ts';
import type { Serve } from './domain/serving/serve.ts';
import { createServe } from './domain/serving/serve.ts';
import { serveMetrics } from './domain/serving/metrics.ts';
import { createServer } from './domain/serving/server.ts';
import { serveWeb } from './domain/serving/serveWeb.ts';
import { openWebFiles } from './platform/http/webFiles.ts';
import { bulkAccess } from './features/access/bulkAccess/bulkAccess.ts';
import { catalogue } from './features/access/catalogue/catalogue.ts';
import { openAs } from './features/access/openAs/openAs.ts';
import { permissions } from './features/access/permissions/permissions.ts';
import { reportAccess } from './features/access/reportAccess/reportAccess.ts';
import { audit } from './features/audit/audit/audit.ts';
import { auditProof } from './features/audit/auditProof/auditProof.ts';
import { capacityResume } from './features/datasets/capacityResume/capacityResume.ts';
import { tasks } from './features/automation/tasks/tasks.ts';
import { datasetRefresh } from './features/datasets/datasetRefresh/datasetRefresh.ts';
import { embedding } from './features/embedding/embedding/embedding.ts';
import { broadcasts } from './features/notifications/broadcasts/broadcasts.ts';
import { signInNotices } from './features/notifications/signInNotices/signInNotices.ts';
import { wordings } from './features/notifications/wordings/wordings.ts';
import { notifications } from './features/notifications/notifications/notifications.ts';
import { pushDevices } from './features/notifications/pushDevices/pushDevices.ts';
import { clients } from './features/organisation/clients/clients.ts';
import { companies } from './features/organisation/companies/companies.ts';
import { domains } from './features/organisation/domains/domains.ts';
import { themeMails } from './features/organisation/themes/themeMails.ts';
import { themes } from './features/organisation/themes/themes.ts';
import { maintenance } from './features/organisation/maintenance/maintenance.ts';
import { operations } from './features/organisation/operations/operations.ts';
import { partners } from './features/organisation/partners/partners.ts';
import { unitExport } from './features/organisation/unitExport/unitExport.ts';
import { unitSetup } from './features/organisation/unitSetup/unitSetup.ts';
import { customFields } from './features/people/customFields/customFields.ts';
import { erasurePreview } from './features/people/erasurePreview/erasurePreview.ts';
import { provisioning } from './features/people/provisioning/provisioning.ts';
import { mountScim } from './features/people/provisioning/scim/scimServer.ts';
import { userGroups } from './features/people/userGroups/userGroups.ts';
import { userImport } from './features/people/userImport/userImport.ts';
import { users } from './features/people/users/users.ts';
import { playlists } from './features/playlists/playlists/playlists.ts';
import { incidents } from './features/privacy/incidents/incidents.ts';
import { privacy } from './features/privacy/privacy/privacy.ts';
import { retention } from './features/privacy/retention/retention.ts';
import { processingRecords } from './features/privacy/processingRecords/processingRecords.ts';
import { home } from './features/reading/home/home.ts';
import { reportExports } from './features/reading/reportExports/reportExports.ts';
import { thumbnails } from './features/reading/thumbnails/thumbnails.ts';
import { reportProblems } from './features/reading/reportProblems/reportProblems.ts';
import { reportReading } from './features/reading/reportReading/reportReading.ts';
import { sharing } from './features/reading/sharing/sharing.ts';
import { reportComments } from './features/reading/reportComments/reportComments.ts';
import { savedViews } from './features/reading/savedViews/savedViews.ts';
import { search } from './features/reading/search/search.ts';
import { analyze } from './features/reports/analyze/analyze.ts';
import { reportGroups } from './features/reports/reportGroups/reportGroups.ts';
import { billing } from './features/billing/billing/billing.ts';
import { billingSummary } from './features/billing/billingSummary/billingSummary.ts';
import { billingTrends } from './features/billing/billingTrends/billingTrends.ts';
import { unitInvoices } from './features/billing/unitInvoices/unitInvoices.ts';
import { reportHealth } from './features/reports/reportHealth/reportHealth.ts';
import { reportMaintenance } from './features/reports/reportMaintenance/reportMaintenance.ts';
import { reportPreview } from './features/reports/reportPreview/reportPreview.ts';
import { ownUsage } from './features/reports/reportUsage/own.ts';
import { reportUsage } from './features/reports/reportUsage/reportUsage.ts';
import { capacities } from './features/datasets/capacities/capacities.ts';
import { workspaces } from './features/reports/workspaces/workspaces.ts';
import { reportingAccounts } from './features/reports/reportingAccounts/reportingAccounts.ts';
import { reports } from './features/reports/reports/reports.ts';
import { accessHours } from './features/settings/accessHours/accessHours.ts';
import { platformWelcome } from './features/settings/platformWelcome/platformWelcome.ts';
import { settings } from './features/settings/settings/settings.ts';
import { terms } from './features/settings/terms/terms.ts';
import { profileSurvey } from './features/signIn/profileSurvey/profileSurvey.ts';
import { registration } from './features/signIn/registration/registration.ts';
import { secondFactorPolicy } from './features/signIn/secondFactorPolicy/secondFactorPolicy.ts';
import { signIn } from './features/signIn/signIn/signIn.ts';
import { contacts } from './features/support/contacts/contacts.ts';
import { faq } from './features/support/faq/faq.ts';
import { helpDesk } from './features/support/helpDesk/helpDesk.ts';
import { ticketMailbox } from './features/support/helpDesk/ticketMailbox/ticketMailbox.ts';
import { ticketFigures } from './features/support/helpDesk/ticketFigures.ts';
import { ticketGoals } from './features/support/helpDesk/ticketGoals.ts';
import { files } from './features/system/files/files.ts';
import { health } from './features/system/health/health.ts';
import { live } from './features/system/live/live.ts';

const features: ((serve: Serve) => void)[] = [
  accessHours,
  audit,
  auditProof,
  billing,
  broadcasts,
  signInNotices,
  wordings,
  billingSummary,
  billingTrends,
  unitInvoices,
  capacityResume,
  catalogue,
  clients,
  companies,
  customFields,
  datasetRefresh,
  tasks,
  contacts,
  domains,
  embedding,
  erasurePreview,
  faq,
  helpDesk,
  ticketFigures,
  ticketGoals,
  files,
  health,
  home,
  live,
  maintenance,
  operations,
  notifications,
  pushDevices,
  partners,
  playlists,
  privacy,
  retention,
  processingRecords,
  incidents,
  profileSurvey,
  provisioning,
  registration,
  reportAccess,
  bulkAccess,
  openAs,
  permissions,
  reportExports,
  thumbnails,
  reportGroups,
  reportHealth,
  reportMaintenance,
  reportPreview,
  reportProblems,
  reportReading,
  reportUsage,
  ownUsage,
  analyze,
  reportingAccounts,
  workspaces,
  capacities,
  reports,
  savedViews,
  reportComments,
  sharing,
  search,
  secondFactorPolicy,
  platformWelcome,
  settings,
  signIn,
  terms,
  themeMails,
  themes,
  ticketMailbox,
  unitExport,
  unitSetup,
  userGroups,
  userImport,
  users,
];

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { app, refuseUnknown } = await createServer(services);
  if (services.environment.docs) await describeApi(app);
  await serveMetrics(app, services);
  const serve = createServe(app, services);
  for (const feature of features) feature(serve);
  await mountScim(app, services);
  const web = openWebFiles(services.environment.webDirectory);
  if (web) serveWeb(app, services, web, refuseUnknown);
  await app.ready();
  return app;
}
