/** The catalogues with their keys: pt-BR is the type of the others. A new feature adds its line here. */
import type common from '@vitrine/messages/pt-BR/common.json';
import type shell from '@vitrine/messages/pt-BR/shell.json';
import type signin from '@vitrine/messages/pt-BR/signin.json';

export type Resources = {
  common: typeof common;
  shell: typeof shell;
  signin: typeof signin;
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
