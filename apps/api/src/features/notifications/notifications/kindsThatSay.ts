/** People search for what they read: the sentences of the kinds, without what is filled into them. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { notificationKindNames } from '@vitrine/contract/notifications/kinds.ts';
import { plain, rawSentence } from '#platform/translate.ts';

const sentences = new Map<Locale, (readonly [NotificationKind, string])[]>();

/** Made once for each language. */
function sentencesOf(locale: Locale) {
  const known = sentences.get(locale);
  if (known) return known;
  const made = notificationKindNames.map((kind) => {
    const said = (['title', 'text'] as const).map((part) => rawSentence(locale, `notifications:${kind}_${part}`));
    return [kind, plain(said.join(' ').replaceAll(/\{\{.*?\}\}/g, ' '))] as const;
  });
  sentences.set(locale, made);
  return made;
}

export const kindsThatSay = (locale: Locale, word: string): NotificationKind[] =>
  sentencesOf(locale).flatMap(([kind, said]) => (said.includes(plain(word)) ? [kind] : []));
