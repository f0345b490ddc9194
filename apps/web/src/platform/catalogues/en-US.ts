import type { Catalogue, Loaders } from '#platform/i18n.ts';

export const catalogues: Loaders = import.meta.glob<Catalogue>(
  [
    '../../../../../packages/messages/en-US/*.json',
    '!../../../../../packages/messages/*/{common,signIn,errors,fields,mail,privacyOwnData,privacyOwnDataCodes}.json',
  ],
  { import: 'default' },
);
