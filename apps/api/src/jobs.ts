/** Every job that the portal knows, as `app.ts` lists its features. */
import { cleanFiles, cleanFilesOfUnit } from './core/files/files.jobs.ts';
import { housekeeping } from './core/housekeeping.ts';
import type { Job } from './core/jobs/defineJob.ts';
import { mailNotifications } from './core/notify/notify.jobs.ts';
import { sendMail } from './core/mail.jobs.ts';
import { tendRequests } from './features/catalogue/catalogue.jobs.ts';
import { watchScreens } from './features/playlists/screens.jobs.ts';
import { remindOfRequests } from './features/privacy/privacy.jobs.ts';
import { announceMaintenance } from './features/reportMaintenance/announce.jobs.ts';
import { countUsage, countUsageOfUnit } from './features/reportUsage/usageDays.jobs.ts';
import { scheduledRefresh } from './features/datasetRefresh/scheduledRefresh.jobs.ts';
import { publishUpload } from './features/reports/publishUpload.jobs.ts';
import { exportReport } from './features/reportExports/exportReport.jobs.ts';
import { watchRefresh } from './features/datasetRefresh/watchRefresh.jobs.ts';
import { tellOfSpraying } from './features/session/spraying.ts';
import { tellOfRegistration } from './features/registration/registration.jobs.ts';
import { forgetImports, importUsers } from './features/userImport/userImport.jobs.ts';
import { inviteUsers } from './features/users/inviteUsers.ts';
import { scheduledUsers } from './features/users/users.jobs.ts';

export const jobs: Job[] = [
  announceMaintenance,
  cleanFiles,
  cleanFilesOfUnit,
  exportReport,
  countUsage,
  countUsageOfUnit,
  forgetImports,
  housekeeping,
  mailNotifications,
  remindOfRequests,
  importUsers,
  inviteUsers,
  publishUpload,
  scheduledRefresh,
  scheduledUsers,
  sendMail,
  tellOfRegistration,
  tellOfSpraying,
  tendRequests,
  watchRefresh,
  watchScreens,
];
