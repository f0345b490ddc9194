/** The catalogues of the portal. The server's own (mails, errors) stay with the server. */
import { addCatalogues, type Loaders } from './i18n.ts';

/** One list for each language: fifty addresses of files are a part of the first list's weight that only one language is worth. */
const lists = import.meta.glob<Loaders>('./catalogues/*.ts', { import: 'catalogues' });

addCatalogues(async (language) => (await lists[`./catalogues/${language}.ts`]?.()) ?? {});
