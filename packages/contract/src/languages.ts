/** Names of the languages, each in its own language. In a file of its own because the sign-in page loads this without the schemas. */
import type { Locale } from './fields.ts';

export const languageNames: Record<Locale, string> = {
  'pt-BR': 'Português (Brasil)',
  'en-US': 'English',
  es: 'Español',
  'pt-PT': 'Português (Portugal)',
};
