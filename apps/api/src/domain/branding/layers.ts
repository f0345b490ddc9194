/** Themes over each other, the nearest first: each section comes from the first that has it of its own, else from the product. */
import type { Theme, ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import type { ThemeDocument, ThemePictures, ThemeSection } from '@vitrine/contract/organisation/themes.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { pictureAddress } from '#platform/files/address.ts';

export const productName = 'Vitrine';

/** A published theme; `document` as it is stored. */
export type Layer = { name: string; document: ThemeDocument };

type With = { secrets: Secrets };

const noPictures: ThemePictures = { logo: null, icon: null, icon_report: null, favicon: null, sign_in_picture: null };

/** Addresses of the pictures of a document. */
export function picturesOf({ secrets }: With, document: ThemeDocument): ThemePictures {
  const shown = (id: string | null) => pictureAddress({ secrets }, id);
  return {
    logo: shown(document.logo_id),
    icon: shown(document.icon_id),
    icon_report: shown(document.icon_report_id),
    favicon: shown(document.favicon_id),
    sign_in_picture: shown(document.sign_in_picture_id),
  };
}

/** The layer that a section comes from; undefined: the product. */
export const layerOf = <L extends Layer>(layers: readonly L[], section: ThemeSection): L | undefined =>
  layers.find(({ document }) => document.own.includes(section));

export type Look = {
  name: string;
  colours: ThemeColours;
  colours_dark: ThemeDocument['colours_dark'];
  show_background_image: boolean;
  pictures: ThemePictures;
  title: string;
  sentence: ThemeDocument['sign_in_sentence'] | null;
};

/** What holds. A title that is left empty is that of the next layer; sentences of two layers are never mixed. */
export function lookOf({ secrets }: With, layers: readonly Layer[]): Look {
  const colours = layerOf(layers, 'colours');
  const pictures = layerOf(layers, 'pictures');
  const words = layers.filter(({ document }) => document.own.includes('words')).map(({ document }) => document);
  return {
    name: colours?.name ?? productName,
    colours: colours?.document.colours ?? defaultColours,
    colours_dark: colours?.document.colours_dark ?? {},
    show_background_image: colours?.document.show_background_image ?? true,
    pictures: pictures ? picturesOf({ secrets }, pictures.document) : noPictures,
    title: words.find(({ title }) => title !== '')?.title ?? productName,
    sentence: words[0]?.sign_in_sentence ?? null,
  };
}

/** What pages are drawn with: small, because it comes with the first response. */
export function themeOf({ name, colours, colours_dark, show_background_image, pictures }: Look): Theme {
  return {
    name,
    colours,
    ...(Object.keys(colours_dark).length > 0 ? { colours_dark } : {}),
    logo: pictures.logo,
    favicon: pictures.favicon,
    ...(pictures.icon ? { icon: pictures.icon } : {}),
    ...(pictures.icon_report ? { icon_report: pictures.icon_report } : {}),
    show_background_image,
  };
}
