/** The catalogues of the portal. The server's own (mails, errors) stay with the server. */
import { addCatalogues } from './i18n.ts';

addCatalogues(
  import.meta.glob<Record<string, string>>(
    [
      '../../../../packages/messages/*/*.json',
      '!../../../../packages/messages/*/{common,signin,secondFactor,registration,errors,fields,mail,ownData,ownDataCodes}.json',
    ],
    { import: 'default' },
  ),
);
