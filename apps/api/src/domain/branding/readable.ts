/** Colours in which texts cannot be read are not published, whoever asks and whichever way. */
import type { UnreadablePair } from '@vitrine/contract/brandLint.ts';
import { unreadablePairs } from '@vitrine/contract/brandLint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { fail } from '#platform/http/fail.ts';
import { translate } from '#platform/translate.ts';

/** The pairs of colours that stand against publishing; those that a theme inherits are not its own to change. */
export const unreadableIn = ({ own, colours, colours_dark }: ThemeDocument): UnreadablePair[] =>
  own.includes('colours') ? unreadablePairs(colours, colours_dark) : [];

/** Refuses a document that may not be published, and names the colours that meet. */
export function requireReadable(locale: Locale, document: ThemeDocument): void {
  const pairs = unreadableIn(document);
  if (pairs.length === 0) return;
  const named = pairs.map(({ scheme, front, back }) => {
    const [ofFront, ofBack] = [front, back].map((field) => translate(locale, `themes:colour_${field}`)) as [string, string];
    return translate(locale, `themes:pair_${scheme}`, { front: ofFront, back: ofBack });
  });
  fail('theme_unreadable', { pairs: named.join('; ') });
}
