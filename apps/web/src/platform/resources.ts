/** Written by `npm run resources`: the catalogues with their keys. pt-BR is the type of the other languages. */
import type accessHours from '@vitrine/messages/pt-BR/accessHours.json';
import type account from '@vitrine/messages/pt-BR/account.json';
import type audit from '@vitrine/messages/pt-BR/audit.json';
import type auditWords from '@vitrine/messages/pt-BR/auditWords.json';
import type catalogue from '@vitrine/messages/pt-BR/catalogue.json';
import type common from '@vitrine/messages/pt-BR/common.json';
import type dataReading from '@vitrine/messages/pt-BR/dataReading.json';
import type datasetRefresh from '@vitrine/messages/pt-BR/datasetRefresh.json';
import type dates from '@vitrine/messages/pt-BR/dates.json';
import type faq from '@vitrine/messages/pt-BR/faq.json';
import type help from '@vitrine/messages/pt-BR/help.json';
import type maintenance from '@vitrine/messages/pt-BR/maintenance.json';
import type notifications from '@vitrine/messages/pt-BR/notifications.json';
import type partners from '@vitrine/messages/pt-BR/partners.json';
import type playlists from '@vitrine/messages/pt-BR/playlists.json';
import type privacy from '@vitrine/messages/pt-BR/privacy.json';
import type registration from '@vitrine/messages/pt-BR/registration.json';
import type registrations from '@vitrine/messages/pt-BR/registrations.json';
import type reportAccess from '@vitrine/messages/pt-BR/reportAccess.json';
import type reportGroups from '@vitrine/messages/pt-BR/reportGroups.json';
import type reportMaintenance from '@vitrine/messages/pt-BR/reportMaintenance.json';
import type reportPreview from '@vitrine/messages/pt-BR/reportPreview.json';
import type reportReading from '@vitrine/messages/pt-BR/reportReading.json';
import type reportTrust from '@vitrine/messages/pt-BR/reportTrust.json';
import type reportUsage from '@vitrine/messages/pt-BR/reportUsage.json';
import type reportingAccounts from '@vitrine/messages/pt-BR/reportingAccounts.json';
import type reports from '@vitrine/messages/pt-BR/reports.json';
import type secondFactor from '@vitrine/messages/pt-BR/secondFactor.json';
import type secondFactorPolicy from '@vitrine/messages/pt-BR/secondFactorPolicy.json';
import type serviceFaults from '@vitrine/messages/pt-BR/serviceFaults.json';
import type settings from '@vitrine/messages/pt-BR/settings.json';
import type sharing from '@vitrine/messages/pt-BR/sharing.json';
import type shell from '@vitrine/messages/pt-BR/shell.json';
import type signIn from '@vitrine/messages/pt-BR/signIn.json';
import type terms from '@vitrine/messages/pt-BR/terms.json';
import type ui from '@vitrine/messages/pt-BR/ui.json';
import type userGroups from '@vitrine/messages/pt-BR/userGroups.json';
import type users from '@vitrine/messages/pt-BR/users.json';

export type Resources = {
  accessHours: typeof accessHours;
  account: typeof account;
  audit: typeof audit;
  auditWords: typeof auditWords;
  catalogue: typeof catalogue;
  common: typeof common;
  dataReading: typeof dataReading;
  datasetRefresh: typeof datasetRefresh;
  dates: typeof dates;
  faq: typeof faq;
  help: typeof help;
  maintenance: typeof maintenance;
  notifications: typeof notifications;
  partners: typeof partners;
  playlists: typeof playlists;
  privacy: typeof privacy;
  registration: typeof registration;
  registrations: typeof registrations;
  reportAccess: typeof reportAccess;
  reportGroups: typeof reportGroups;
  reportMaintenance: typeof reportMaintenance;
  reportPreview: typeof reportPreview;
  reportReading: typeof reportReading;
  reportTrust: typeof reportTrust;
  reportUsage: typeof reportUsage;
  reportingAccounts: typeof reportingAccounts;
  reports: typeof reports;
  secondFactor: typeof secondFactor;
  secondFactorPolicy: typeof secondFactorPolicy;
  serviceFaults: typeof serviceFaults;
  settings: typeof settings;
  sharing: typeof sharing;
  shell: typeof shell;
  signIn: typeof signIn;
  terms: typeof terms;
  ui: typeof ui;
  userGroups: typeof userGroups;
  users: typeof users;
};

export type Namespace = keyof Resources;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    keySeparator: false;
    returnNull: false;
    resources: Resources;
  }
}
