import type { Loaders } from '../i18n.ts';

export const catalogues: Loaders = import.meta.glob<Record<string, string>>(
  [
    '../../../../../packages/messages/pt-PT/*.json',
    '!../../../../../packages/messages/*/{common,signin,secondFactor,registration,errors,fields,mail,ownData,ownDataCodes}.json',
  ],
  { import: 'default' },
);
