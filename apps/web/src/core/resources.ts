/** The catalogues with their keys: pt-BR is the type of the others. A new feature adds its line here. */
import type account from '@vitrine/messages/pt-BR/account.json';
import type catalogue from '@vitrine/messages/pt-BR/catalogue.json';
import type common from '@vitrine/messages/pt-BR/common.json';
import type audit from '@vitrine/messages/pt-BR/audit.json';
import type configuration from '@vitrine/messages/pt-BR/configuration.json';
import type datasetRefresh from '@vitrine/messages/pt-BR/datasetRefresh.json';
import type notifications from '@vitrine/messages/pt-BR/notifications.json';
import type partners from '@vitrine/messages/pt-BR/partners.json';
import type playlists from '@vitrine/messages/pt-BR/playlists.json';
import type privacy from '@vitrine/messages/pt-BR/privacy.json';
import type registration from '@vitrine/messages/pt-BR/registration.json';
import type registrations from '@vitrine/messages/pt-BR/registrations.json';
import type reportAccess from '@vitrine/messages/pt-BR/reportAccess.json';
import type reportGroups from '@vitrine/messages/pt-BR/reportGroups.json';
import type reportingAccounts from '@vitrine/messages/pt-BR/reportingAccounts.json';
import type reportPreview from '@vitrine/messages/pt-BR/reportPreview.json';
import type reportReading from '@vitrine/messages/pt-BR/reportReading.json';
import type reportMaintenance from '@vitrine/messages/pt-BR/reportMaintenance.json';
import type reportUsage from '@vitrine/messages/pt-BR/reportUsage.json';
import type reports from '@vitrine/messages/pt-BR/reports.json';
import type secondFactor from '@vitrine/messages/pt-BR/secondFactor.json';
import type secondFactorPolicy from '@vitrine/messages/pt-BR/secondFactorPolicy.json';
import type shell from '@vitrine/messages/pt-BR/shell.json';
import type shifts from '@vitrine/messages/pt-BR/shifts.json';
import type signin from '@vitrine/messages/pt-BR/signin.json';
import type terms from '@vitrine/messages/pt-BR/terms.json';
import type ui from '@vitrine/messages/pt-BR/ui.json';
import type users from '@vitrine/messages/pt-BR/users.json';
import type userGroups from '@vitrine/messages/pt-BR/userGroups.json';

export type Resources = {
  catalogue: typeof catalogue;
  account: typeof account;
  common: typeof common;
  audit: typeof audit;
  configuration: typeof configuration;
  datasetRefresh: typeof datasetRefresh;
  notifications: typeof notifications;
  partners: typeof partners;
  playlists: typeof playlists;
  privacy: typeof privacy;
  registration: typeof registration;
  registrations: typeof registrations;
  reportAccess: typeof reportAccess;
  reportGroups: typeof reportGroups;
  reportingAccounts: typeof reportingAccounts;
  reportPreview: typeof reportPreview;
  reportReading: typeof reportReading;
  reportMaintenance: typeof reportMaintenance;
  reportUsage: typeof reportUsage;
  reports: typeof reports;
  secondFactor: typeof secondFactor;
  secondFactorPolicy: typeof secondFactorPolicy;
  shell: typeof shell;
  shifts: typeof shifts;
  signin: typeof signin;
  terms: typeof terms;
  ui: typeof ui;
  users: typeof users;
  userGroups: typeof userGroups;
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
