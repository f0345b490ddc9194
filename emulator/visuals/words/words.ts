import { english } from './en-US.ts';
import { spanish } from './es.ts';
import { brazilian } from './pt-BR.ts';
import type { Word, Words } from './pt-BR.ts';
import { european } from './pt-PT.ts';

export type Language = 'pt-BR' | 'en-US' | 'es' | 'pt-PT';

const catalogues: Record<Language, Words> = { 'pt-BR': brazilian, 'en-US': english, es: spanish, 'pt-PT': european };

/** The page's language for a tag such as `pt`, `pt-AO` or `es-MX`; English where there is none. */
export function languageOf(tag: string | undefined): Language {
  const lower = (tag ?? '').toLowerCase();
  if (lower === 'pt' || lower.startsWith('pt-br')) return 'pt-BR';
  if (lower.startsWith('pt-')) return 'pt-PT';
  return lower === 'es' || lower.startsWith('es-') ? 'es' : 'en-US';
}

/** A tag that Intl accepts, or the other one. */
export function localeOf(tag: string | undefined, fallback: string): string {
  try {
    return tag ? new Intl.Locale(tag).toString() : fallback;
  } catch {
    // The host may send any text as its format locale; Power BI falls back to the language as well.
    return fallback;
  }
}

export type Say = (word: Word, values?: Record<string, string | number>) => string;

export function sayIn(language: Language): Say {
  const words = catalogues[language];
  return (word, values = {}) => words[word].replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

export function wordsOf(language: Language): Words {
  return catalogues[language];
}
