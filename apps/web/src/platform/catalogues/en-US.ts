import type { Loaders } from '#platform/i18n.ts';

export const catalogues: Loaders = import.meta.glob<Record<string, string>>(
  [
    '../../../../../packages/messages/en-US/*.json',
    '!../../../../../packages/messages/*/{common,signIn,secondFactor,registration,errors,fields,mail,privacyOwnData,privacyOwnDataCodes}.json',
  ],
  { import: 'default' },
);
