/** Sentences: one catalogue for each language and feature, loaded when needed. There is no fallback to another language. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { currentLocale, defaultLocale, storeLocale } from './locale.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Namespace } from './resources.ts';

export type Loaders = Record<string, () => Promise<Record<string, string>>>;

/** Catalogues of the public pages; the rest comes later (`catalogues.ts`), so that the sign-in page stays small. */
const loaders: Loaders = import.meta.glob<Record<string, string>>(
  '../../../../packages/messages/*/{common,signIn,secondFactor,registration}.json',
  {
    import: 'default',
  },
);

/** The sentences of the sign-in page in the language of most come with its code: they would be asked for when that has arrived. */
const bundled = import.meta.glob<Record<string, string>>('../../../../packages/messages/pt-BR/{common,signIn}.json', {
  import: 'default',
  eager: true,
});
const bundledOf = (namespace: string) => bundled[`../../../../packages/messages/${defaultLocale}/${namespace}.json`] ?? {};

async function loadCatalogue(language: string, namespace: string): Promise<Record<string, string>> {
  const file = `packages/messages/${language}/${namespace}.json`;
  const load = loaders[`../../../../${file}`] ?? (await (await import('./catalogues.ts')).cataloguesOf(language))[`../../../../../${file}`];
  if (!load) throw new Error(`There is no catalogue ${language}/${namespace}`);
  return load();
}

export const i18n = i18next.createInstance();

let started: Promise<unknown> = Promise.resolve();

/** Starts with the stored language and the catalogues of the public pages. */
export async function startI18n(): Promise<void> {
  const lng = currentLocale();
  document.documentElement.lang = lng;
  started = i18n
    .use({
      type: 'backend',
      init: () => undefined,
      read: (language: string, namespace: string) => loadCatalogue(language, namespace),
    })
    .use(initReactI18next)
    .init({
      lng,
      load: 'currentOnly',
      fallbackLng: false,
      ns: ['common', 'signIn'],
      resources: { [defaultLocale]: { common: bundledOf('common'), signIn: bundledOf('signIn') } },
      partialBundledLanguages: true,
      defaultNS: 'common',
      keySeparator: false,
      // Said although it is the default: else every sentence is looked at for whether it is one.
      nsSeparator: ':',
      returnNull: false,
      // React escapes.
      interpolation: { escapeValue: false },
    });
  await started;
}

/** A catalogue that failed to load is requested again; without it nothing is shown, rather than keys. */
async function insistOn(language: string, namespaces: readonly string[]): Promise<void> {
  const missing = () => namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace));
  if (missing().length > 0) await i18n.reloadResources([language], missing());
  if (missing().length > 0) throw new Error(`Not loaded in ${language}: ${missing().join(', ')}`);
}

/** Loads the catalogues of a screen. Rejects when one cannot be loaded. */
export async function loadNamespaces(...namespaces: Namespace[]): Promise<void> {
  await started;
  await i18n.loadNamespaces(namespaces);
  await insistOn(i18n.language, namespaces);
}

/** Changes and stores the language. Rejects and changes nothing when its catalogues cannot be loaded. */
export async function changeLocale(locale: Locale): Promise<void> {
  await i18n.loadLanguages(locale);
  await insistOn(locale, [i18n.options.ns ?? []].flat());
  storeLocale(locale);
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
}
