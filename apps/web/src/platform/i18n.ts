/** Sentences: one catalogue for each language and feature, loaded when needed. There is no fallback to another language. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { currentLocale, defaultLocale, storeLocale } from './locale.ts';
import { sentences as bundled } from './publicSentences/pt-BR.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Namespace } from './resources.ts';

export type Catalogue = Record<string, string>;
export type Loaders = Record<string, () => Promise<Catalogue>>;

/** What the sign-in page says, in one request for each language; the rest comes later (`catalogues.ts`), so that it stays small. */
const publicSentences = import.meta.glob<Record<string, Catalogue>>('./publicSentences/*.ts', { import: 'sentences' });

const fileOf = (language: string, namespace: string) => `../../../../../packages/messages/${language}/${namespace}.json`;
/** The language of most comes with the code: its sentences would be asked for when that has arrived. */
const bundledOf = (namespace: string) => bundled[fileOf(defaultLocale, namespace)] ?? {};

async function loadCatalogue(language: string, namespace: string): Promise<Catalogue> {
  const file = fileOf(language, namespace);
  const known =
    namespace === 'common' || namespace === 'signIn' ? await publicSentences[`./publicSentences/${language}.ts`]?.() : undefined;
  const catalogue = known?.[file] ?? (await (await (await import('./catalogues.ts')).cataloguesOf(language))[file]?.());
  if (!catalogue) throw new Error(`There is no catalogue ${language}/${namespace}`);
  return catalogue;
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

async function speak(locale: Locale, store: (locale: Locale) => void): Promise<void> {
  await i18n.loadLanguages(locale);
  await insistOn(locale, [i18n.options.ns ?? []].flat());
  store(locale);
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
}

/** Changes and stores the language. Rejects and changes nothing when its catalogues cannot be loaded. */
export const changeLocale = (locale: Locale): Promise<void> => speak(locale, storeLocale);

/** Another tab changed and stored the language. */
export const followLocale = (): Promise<void> => speak(currentLocale(), () => undefined);
