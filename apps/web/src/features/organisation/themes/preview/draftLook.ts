import type { Previewed } from '@vitrine/contract/organisation/themePreview.ts';
import type { ThemeDocument, ThemePictures, WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { themePictures } from '@vitrine/contract/organisation/themes.ts';
import type { ThemeValues } from '../themeValues.ts';
import { draftOf, soundColours } from '../themeValues.ts';

/** Addresses of pictures that were sent since the draft was saved, by their ids. */
export type FreshPictures = Readonly<Record<string, string>>;

/** Addresses of the form's own pictures. */
export function ownPictures({ draft, pictures }: WholeTheme, values: ThemeValues, fresh: FreshPictures): ThemePictures {
  const addressOf = (picture: (typeof themePictures)[number]) => {
    const id = values.draft[`${picture}_id`];
    return id === null ? null : id === draft[`${picture}_id`] ? pictures[picture] : (fresh[id] ?? null);
  };
  return Object.fromEntries(themePictures.map((picture) => [picture, addressOf(picture)])) as ThemePictures;
}

const longestTitle = 60;

/** The form as a draft that the server takes: what is half typed is as it was saved. Mails have no sentence of the sign-in. */
export function soundDraftOf({ draft: saved }: WholeTheme, values: ThemeValues): ThemeDocument {
  const draft = draftOf(values);
  return {
    ...draft,
    colours: { ...saved.colours, ...soundColours(draft.colours) },
    colours_dark: soundColours(draft.colours_dark),
    title: draft.title.trim().slice(0, longestTitle),
    sign_in_sentence: {},
  };
}

/** What pages would be drawn with if the form were published as it stands: what it does not have of its own is inherited. */
export function lookOf(theme: WholeTheme, values: ThemeValues, fresh: FreshPictures, unit_name: string | null): Previewed['look'] {
  const { inherited } = theme;
  const draft = draftOf(values);
  const has = (section: (typeof draft.own)[number]) => draft.own.includes(section);
  const pictures = has('pictures') ? ownPictures(theme, values, fresh) : inherited.pictures;
  return {
    title: (has('words') && draft.title.trim()) || inherited.title,
    unit_name,
    theme: {
      name: values.name,
      // What is half typed is no colour yet.
      colours: has('colours') ? { ...theme.draft.colours, ...soundColours(draft.colours) } : inherited.colours,
      colours_dark: has('colours') ? soundColours(draft.colours_dark) : inherited.colours_dark,
      logo: pictures.logo,
      favicon: pictures.favicon,
      icon: pictures.icon,
      icon_report: pictures.icon_report,
      show_background_image: has('colours') ? draft.show_background_image : inherited.show_background_image,
    },
    picture: pictures.sign_in_picture,
    sentence: has('words') ? draft.sign_in_sentence : inherited.sign_in_sentence,
  };
}
