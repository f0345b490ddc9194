/** Every job that the portal knows, as `app.ts` lists its features. */
import { cleanFiles, cleanFilesOfUnit } from './domain/files/files.jobs.ts';
import { housekeeping } from './domain/jobs/housekeeping.ts';
import { reconcile } from './domain/jobs/reconcile.ts';
import type { Job } from './domain/jobs/defineJob.ts';
import { mailDigest } from './domain/notifications/digest.jobs.ts';
import { pushToDevice } from './domain/notifications/deliverPush.jobs.ts';
import { pushNotifications } from './domain/notifications/push.jobs.ts';
import { mailNotifications } from './domain/notifications/notify.jobs.ts';
import { eraseUnits } from './domain/organisation/eraseUnits.jobs.ts';
import { publishSample } from './domain/organisation/sampleReport.jobs.ts';
import { readPages } from './domain/reporting/pageList.jobs.ts';
import { sendMail, sendMailOfUnit } from './domain/mail/mail.jobs.ts';
import { remindAbsent, sendBroadcast, takeBack } from './features/notifications/broadcasts/sending.jobs.ts';
import { warnOfTrial, watchTrials } from './features/organisation/companies/trials.jobs.ts';
import { warnOfEnd, watchEnds } from './features/organisation/companies/ends.jobs.ts';
import { anchorAudit, sealAudit } from './features/audit/auditProof/sealing.jobs.ts';
import { expireRequests } from './features/access/catalogue/catalogue.jobs.ts';
import { cleanUnitExports, runUnitExport } from './features/organisation/unitExport/unitExport.jobs.ts';
import { applySetup } from './features/organisation/unitSetup/applySetup.ts';
import { watchScreens } from './features/playlists/playlists/displays.jobs.ts';
import { remindOfIncidents } from './features/privacy/incidents/incidents.jobs.ts';
import { remindOfRequests } from './features/privacy/privacy/privacy.jobs.ts';
import { remindOfHolds } from './features/privacy/retention/holds.jobs.ts';
import { deliverInvoice, remindOfInvoices } from './features/billing/billing/deliver.jobs.ts';
import { draftInvoices, markOverdue } from './features/billing/billing/billing.jobs.ts';
import { forgetFormerStaff } from './features/organisation/partners/formerStaff.jobs.ts';
import { makePartnerStaff } from './features/organisation/partners/partnerStaff.jobs.ts';
import { beginSuspensions } from './features/organisation/partners/suspension.ts';
import { announceMaintenance } from './features/reports/reportMaintenance/announce.jobs.ts';
import { countUsage, countUsageOfUnit } from './features/reports/reportUsage/usageDays.jobs.ts';
import { followAct } from './features/datasets/capacities/follow.jobs.ts';
import { watchCapacity } from './features/datasets/capacities/watch.jobs.ts';
import { settleAct } from './features/reports/workspaces/settle.jobs.ts';
import { scheduledRefresh } from './features/datasets/datasetRefresh/scheduledRefresh.jobs.ts';
import { makeCopy } from './features/automation/tasks/taskMail/copies.jobs.ts';
import { sendLetter } from './features/automation/tasks/taskMail/letters.jobs.ts';
import { deliver } from './features/automation/tasks/taskWebhook/deliver.jobs.ts';
import { runNotices } from './features/automation/tasks/notices.jobs.ts';
import { claimTasks, runTask } from './features/automation/tasks/tasks.jobs.ts';
import { publishUpload } from './features/reports/reports/reportUploads/publishUpload.jobs.ts';
import { makeThumbnail } from './features/reading/thumbnails/makeThumbnail.jobs.ts';
import { exportReport } from './features/reading/reportExports/exportReport.jobs.ts';
import { watchRefresh } from './domain/refreshing/watchRefresh.jobs.ts';
import { cleanThemePictures, publishThemes } from './features/organisation/themes/themes.jobs.ts';
import { checkDomains } from './features/organisation/domains/domains.jobs.ts';
import { tellOfDomain } from './features/organisation/domains/tell.jobs.ts';
import { countTickets } from './features/support/helpDesk/goals.jobs.ts';
import { tellOfTicket } from './features/support/helpDesk/helpDesk.jobs.ts';
import { fetchAnswers } from './features/support/helpDesk/ticketMailbox/fetchAnswers.jobs.ts';
import { endTicketsWithMaintenance } from './features/support/helpDesk/ticketMaintenance.jobs.ts';
import { watchTickets } from './features/support/helpDesk/watch.jobs.ts';
import { tellOfSpraying } from './features/signIn/signIn/spraying.ts';
import { watchCertificates } from './features/signIn/signIn/saml/certificates.jobs.ts';
import { closeRemoteAccess } from './features/signIn/signIn/remoteAccess/remoteAccess.jobs.ts';
import { tellOfRegistration } from './features/signIn/registration/registration.jobs.ts';
import { forgetImports, importUsers } from './features/people/userImport/userImport.jobs.ts';
import { inviteUsers } from './domain/people/invite.jobs.ts';
import { summarisePartner, summariseUnit, summariseWeeks } from './domain/weeklySummary/weeklySummary.jobs.ts';
import { scheduledUsers } from './features/people/users/users.jobs.ts';

/** What waits for these has one of them, always. */
export const reconcileJobs = reconcile([
  announceMaintenance,
  applySetup,
  exportReport,
  importUsers,
  publishUpload,
  runTask,
  makeCopy,
  sendLetter,
  deliver,
  scheduledRefresh,
  sendBroadcast,
  followAct,
  watchCapacity,
  settleAct,
  watchRefresh,
]);

export const jobs: Job[] = [
  anchorAudit,
  announceMaintenance,
  applySetup,
  beginSuspensions,
  checkDomains,
  cleanThemePictures,
  publishThemes,
  cleanFiles,
  cleanFilesOfUnit,
  cleanUnitExports,
  closeRemoteAccess,
  eraseUnits,
  exportReport,
  countUsage,
  countUsageOfUnit,
  deliverInvoice,
  draftInvoices,
  forgetImports,
  housekeeping,
  mailNotifications,
  pushNotifications,
  pushToDevice,
  mailDigest,
  markOverdue,
  forgetFormerStaff,
  makePartnerStaff,
  makeThumbnail,
  remindAbsent,
  remindOfInvoices,
  remindOfRequests,
  remindOfIncidents,
  remindOfHolds,
  importUsers,
  inviteUsers,
  publishSample,
  publishUpload,
  readPages,
  claimTasks,
  runNotices,
  runTask,
  makeCopy,
  sendLetter,
  deliver,
  reconcileJobs,
  runUnitExport,
  summarisePartner,
  summariseUnit,
  summariseWeeks,
  scheduledRefresh,
  sealAudit,
  followAct,
  watchCapacity,
  settleAct,
  scheduledUsers,
  sendBroadcast,
  sendMail,
  sendMailOfUnit,
  takeBack,
  tellOfDomain,
  tellOfRegistration,
  tellOfSpraying,
  tellOfTicket,
  countTickets,
  expireRequests,
  fetchAnswers,
  watchRefresh,
  watchScreens,
  endTicketsWithMaintenance,
  watchTickets,
  warnOfEnd,
  warnOfTrial,
  watchEnds,
  watchTrials,
  watchCertificates,
];
