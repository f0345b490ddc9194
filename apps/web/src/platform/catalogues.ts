/** Loaders of the portal's catalogues. Those of the server (mails, errors) are left out. */
import type { Loaders } from './i18n.ts';

/** One module per language, because the file names of all languages would add to the size of the first page. */
const lists = import.meta.glob<Loaders>('./catalogues/*.ts', { import: 'catalogues' });

export const cataloguesOf = async (language: string): Promise<Loaders> => (await lists[`./catalogues/${language}.ts`]?.()) ?? {};
