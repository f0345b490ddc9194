/** A language is called what those who speak it call it. Apart from the schemas: the sign-in page needs only this. */
import type { Locale } from './fields.ts';

export const languageNames: Record<Locale, string> = {
  'pt-BR': 'Português (Brasil)',
  'en-US': 'English',
  es: 'Español',
  'pt-PT': 'Português (Portugal)',
};
