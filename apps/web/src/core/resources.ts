/** The catalogues with their keys: pt-BR is the type of the others. A new feature adds its line here. */
import type common from '@vitrine/messages/pt-BR/common.json';
import type configuration from '@vitrine/messages/pt-BR/configuration.json';
import type partners from '@vitrine/messages/pt-BR/partners.json';
import type reportAccess from '@vitrine/messages/pt-BR/reportAccess.json';
import type reportGroups from '@vitrine/messages/pt-BR/reportGroups.json';
import type reportingAccounts from '@vitrine/messages/pt-BR/reportingAccounts.json';
import type reportReading from '@vitrine/messages/pt-BR/reportReading.json';
import type reports from '@vitrine/messages/pt-BR/reports.json';
import type shell from '@vitrine/messages/pt-BR/shell.json';
import type signin from '@vitrine/messages/pt-BR/signin.json';
import type ui from '@vitrine/messages/pt-BR/ui.json';

export type Resources = {
  common: typeof common;
  configuration: typeof configuration;
  partners: typeof partners;
  reportAccess: typeof reportAccess;
  reportGroups: typeof reportGroups;
  reportingAccounts: typeof reportingAccounts;
  reportReading: typeof reportReading;
  reports: typeof reports;
  shell: typeof shell;
  signin: typeof signin;
  ui: typeof ui;
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
