/** The sentences of the product, to find those that a page shows in a language that was not chosen. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { defaultLocale } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import { readdirSync, readFileSync } from 'node:fs';

const folder = (locale: Locale) => new URL(`../../packages/messages/${locale}/`, import.meta.url);

const leaves = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as Record<string, unknown>).flatMap(leaves);

const sentencesOf = (locale: Locale): string[] =>
  readdirSync(folder(locale)).flatMap((file) => leaves(JSON.parse(readFileSync(new URL(file, folder(locale)), 'utf8'))));

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
/** `Bom dia, {{name}}` fits “Bom dia, Célia”. */
const patternOf = (sentence: string) =>
  new RegExp(
    `^${sentence
      .split(/\{\{[^}]+\}\}/)
      .map(escaped)
      .join('.+')}$`,
    'u',
  );
/** A sentence that consists mostly of values would match too much. */
const isTelling = (sentence: string) => sentence.replaceAll(/\{\{[^}]+\}\}/g, '').replaceAll(/\P{L}/gu, '').length >= 4;

/** Says whether a text is one that was written in Brazilian Portuguese only, for a page in the given language. */
export function untranslatedIn(locale: Locale): (text: string) => boolean {
  const own = sentencesOf(locale);
  // Languages are called by their own names wherever one is chosen.
  const known = new Set([...own, ...Object.values(languageNames)]);
  const ownPatterns = own.filter((sentence) => sentence.includes('{{') && isTelling(sentence)).map(patternOf);
  const foreign = sentencesOf(defaultLocale).filter((sentence) => !known.has(sentence) && isTelling(sentence));
  const exact = new Set(foreign);
  const patterns = foreign.filter((sentence) => sentence.includes('{{')).map(patternOf);
  return (text) =>
    !known.has(text) && (exact.has(text) || (patterns.some((one) => one.test(text)) && !ownPatterns.some((one) => one.test(text))));
}

/** The host of a site is data and not a key, also one that another journey made. */
const isHost = (text: string): boolean => /\.(?:localhost|example|com|com\.br|pt)$/.test(text);

/** A key that stands where its sentence should: `signin.title`, `reports:empty_text`. */
export const isRawKey = (text: string): boolean =>
  !isHost(text) && (/^[a-z]\w*([.:][a-z]\w*)+$/i.test(text) || /^[a-z]+(_[a-z]+)+$/.test(text));
