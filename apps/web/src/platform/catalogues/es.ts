import type { Catalogue, Loaders } from '#platform/i18n.ts';

export const catalogues: Loaders = import.meta.glob<Catalogue>(
  [
    '../../../../../packages/messages/es/*.json',
    '!../../../../../packages/messages/*/{common,signIn,errors,fields,mail,privacyOwnData,privacyOwnDataCodes}.json',
  ],
  { import: 'default' },
);
