/** Sentences of `packages/messages` on the server: refusals and mails in the reader's language. */
import { readFileSync } from 'node:fs';
import type { Locale } from '@vitrine/contract/fields.ts';
import { serviceFaultOf } from '@vitrine/contract/datasets/serviceFaults.ts';
import { defaultLocale, locales } from '@vitrine/contract/fields.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { untranslated } from '@vitrine/contract/errors.ts';
import i18next from 'i18next';

/** The catalogues that the server uses; the others are the browser's. */
const namespaces = [
  'analyze',
  'analyzeWeek',
  'audit',
  'auditProof',
  'auditWords',
  'companies',
  'billingMail',
  'errors',
  'fields',
  'helpDesk',
  'incidentFile',
  'mail',
  'notifications',
  'offline',
  'privacyOwnData',
  'privacyOwnDataCodes',
  'privacy',
  'processingRecords',
  'processingRecordsTexts',
  'remoteAccess',
  'reportAccess',
  'reportUsage',
  'retention',
  'serviceFaults',
  'shell',
  'themeMails',
  'themes',
  'unitExport',
  'users',
] as const;
type Namespace = (typeof namespaces)[number];

const read = (locale: Locale, namespace: Namespace): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`@vitrine/messages/${locale}/${namespace}.json`)), 'utf8')) as Record<
    string,
    unknown
  >;

const catalogue = i18next.createInstance();
await catalogue.init({
  fallbackLng: false,
  lng: defaultLocale,
  ns: [...namespaces],
  // Values are escaped where they are shown (HTML mails escape themselves, JSON needs none).
  interpolation: { escapeValue: false },
  returnNull: false,
  resources: Object.fromEntries(
    locales.map((locale) => [locale, Object.fromEntries(namespaces.map((namespace) => [namespace, read(locale, namespace)]))]),
  ),
});

const has = (locale: Locale, key: string, values: Record<string, string | number> = {}): boolean =>
  catalogue.exists(key, { lng: locale, ...values });

/** Cache of sentences without values, because files repeat them in every line. */
const said = new Map<string, string>();

/** The sentence under `namespace:key` in a language. Throws on an unknown key, because an empty text would reach people. */
export function translate(locale: Locale, key: `${Namespace}:${string}`, values?: Record<string, string | number>): string {
  const place = `${locale} ${key}`;
  const known = values ? undefined : said.get(place);
  if (known !== undefined) return known;
  if (!has(locale, key, values)) throw new Error(`No sentence ${key} in ${locale}`);
  const sentence = catalogue.t(key, { lng: locale, ...values });
  if (!values) said.set(place, sentence);
  return sentence;
}

/** The sentence under a key as it is written, with `{{name}}` where a value is to stand; of several for a number, that for many. */
export const rawSentence = (locale: Locale, key: `${Namespace}:${string}`): string =>
  catalogue.t(key, { lng: locale, count: 5, skipInterpolation: true });

/** The sentence under a key, or null where there is none. */
export const knownSentence = (locale: Locale, key: `${Namespace}:${string}`): string | null =>
  said.has(`${locale} ${key}`) || has(locale, key) ? translate(locale, key) : null;

/** The sentence of a code that was stored once; a code that no catalogue knows any more is shown as it is. */
export function translateCode(
  locale: Locale,
  key: `${Namespace}:${string}`,
  code: string,
  values?: Record<string, string | number>,
): string {
  const place = `${key}${code}` as const;
  return said.has(`${locale} ${place}`) || has(locale, place, values) ? translate(locale, place, values) : code;
}

/** Lower case without accents, as people search. */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Codes whose sentences contain every word, ignoring case and accents, because people search for what they read. */
export function codesTranslatedAs(locale: Locale, key: `${Namespace}:${string}`, words: string): string[] {
  const [namespace = '', prefix = ''] = key.split(':');
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const sentences = Object.entries(catalogue.getResourceBundle(locale, namespace) as Record<string, string>);
  return sentences
    .filter(([name, text]) => name.startsWith(prefix) && wanted.every((word) => plain(text).includes(word)))
    .map(([name]) => name.slice(prefix.length));
}

/** The sentence of a refusal. Some words are sentences themselves and the same in every language. */
export function translateError(locale: Locale, word: ErrorWord, values: Record<string, string | number> = {}): string {
  if (word in untranslated) return untranslated[word as keyof typeof untranslated];
  if (word !== 'upload_refused') return translate(locale, `errors:${word}`, values);
  // The service gives its reasons in English.
  const fault = serviceFaultOf(String(values['reason'] ?? ''));
  return translate(locale, 'errors:upload_refused', { reason: translate(locale, `serviceFaults:fault_${fault}`) });
}

const capital = (sentence: string): string => sentence.replace(/^[¡¿]?\p{Ll}/u, (first) => first.toUpperCase());

/** The name that people know a field by; undefined for what only programs send. A field inside a list is known by the last name of its path that is one. */
const labelOf = (locale: Locale, field: string): string | undefined => {
  const names = field.split('.').map((part) => `fields:names.${part}`);
  const name = names.findLast((each) => has(locale, each));
  return name && translate(locale, name as 'fields:names.');
};

/**
 * `<field name> is required!` and the like, never with the name that programs use. A reason has the bound that was broken behind
 * it: `too_long:120`.
 */
export function translateField(locale: Locale, field: string, reason: string, values: Record<string, string | number> = {}): string {
  const [word = '', bound] = reason.split(':');
  const sentence = translate(locale, has(locale, `fields:reasons.${word}`) ? `fields:reasons.${word}` : 'fields:reasons.invalid', {
    ...values,
    ...(bound === undefined ? {} : { bound: new Intl.NumberFormat(locale).format(Number(bound)) }),
    // A custom field brings its own name.
    field: values[field] ?? labelOf(locale, field) ?? translate(locale, 'fields:unnamed'),
  });
  return capital(sentence);
}

/** The caller's language: the `lang` header, else what the browser prefers, else Portuguese. */
export function localeOf(headers: { lang?: string | string[] | undefined; 'accept-language'?: string | undefined }): Locale {
  const wanted = [headers.lang, ...(headers['accept-language'] ?? '').split(',').map((part) => part.split(';')[0]?.trim())];
  for (const language of wanted) {
    if (typeof language !== 'string' || language === '') continue;
    const lower = language.toLowerCase();
    const match =
      locales.find((locale) => locale.toLowerCase() === lower) ??
      locales.find((locale) => locale.toLowerCase().startsWith(lower.slice(0, 2)));
    if (match) return match;
  }
  return defaultLocale;
}
