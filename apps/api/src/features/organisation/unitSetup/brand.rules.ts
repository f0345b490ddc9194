/** What a document makes of a unit's theme. */
import type { SetupDocument } from '@vitrine/contract/organisation/setupDocument.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';

type Brand = NonNullable<SetupDocument['brand']>;

/** What the document does not speak of stays, pictures above all. */
export function brandAfter(before: ThemeDocument = nothingOwn, { title, theme, sign_in_sentence }: Brand): ThemeDocument {
  const speaksOf = {
    colours: theme !== undefined,
    pictures: false,
    words: title !== undefined || sign_in_sentence !== undefined,
  };
  return {
    ...before,
    own: (['colours', 'pictures', 'words'] as const).filter((section) => speaksOf[section] || before.own.includes(section)),
    ...(theme && { colours: theme.colours, show_background_image: theme.show_background_image }),
    ...(title !== undefined && { title }),
    ...(sign_in_sentence && { sign_in_sentence }),
  };
}
