/** Loaders of the portal's catalogues. Those of the server (mails, errors) are left out. */
import { addCatalogues, type Loaders } from './i18n.ts';

/** One module per language, because the file names of all languages would add to the size of the first page. */
const lists = import.meta.glob<Loaders>('./catalogues/*.ts', { import: 'catalogues' });

addCatalogues(async (language) => (await lists[`./catalogues/${language}.ts`]?.()) ?? {});
