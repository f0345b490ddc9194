/** The four languages. The choice is stored under `bi:lang` and sent with every request. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import { storage } from './storage.ts';

export { languageNames };
export const locales = Object.keys(languageNames) as Locale[];
export const defaultLocale: Locale = 'pt-BR';

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale);

/** The chosen language, pt-BR by default. */
export function currentLocale(): Locale {
  const stored = storage.read('bi:lang');
  return isLocale(stored) ? stored : defaultLocale;
}

export const storeLocale = (locale: Locale): void => storage.write('bi:lang', locale);
