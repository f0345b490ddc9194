import { createFormatter } from '../../visuals/format/format.ts';
import type { Formatter } from '../../visuals/format/format.ts';
import { languageOf, localeOf, sayIn, wordsOf } from '../../visuals/words/words.ts';
import type { Language, Say } from '../../visuals/words/words.ts';
import type { Session } from './session.ts';

/** Its settings name the languages that the host wants. */
type WithSettings = Pick<Session, 'settings'>;

const address = new URLSearchParams(globalThis.location?.search ?? '');

const languageTag = (session: WithSettings | undefined): string | undefined =>
  session?.settings.localeSettings?.language ?? address.get('language') ?? globalThis.navigator?.language;

export function sessionLanguage(session: WithSettings | undefined): Language {
  return languageOf(languageTag(session));
}

export function sayOf(session: WithSettings | undefined): Say {
  return sayIn(sessionLanguage(session));
}

const formatters = new Map<string, Formatter>();

/** Numbers and dates follow the format locale, which may differ from the language of the words. */
export function formatterOf(session: WithSettings): Formatter {
  const language = sessionLanguage(session);
  const wanted = session.settings.localeSettings?.formatLocale ?? address.get('formatLocale') ?? undefined;
  const locale = localeOf(wanted, localeOf(languageTag(session), language));
  const key = `${locale} ${language}`;
  const known = formatters.get(key) ?? createFormatter(locale, wordsOf(language));
  formatters.set(key, known);
  return known;
}
