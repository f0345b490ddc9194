import { locales } from '@vitrine/contract/fields.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import type { ThemeDocument, WholeTheme } from '@vitrine/contract/organisation/themes.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';

type Draft = Omit<ThemeDocument, 'colours_dark' | 'sign_in_sentence'> & {
  /** Empty where it is derived. */
  colours_dark: ThemeColours;
  sign_in_sentence: Record<Locale, string>;
};

/** The draft as a form has it: each field is there, and empty where nothing was chosen. */
export type ThemeValues = { name: string; draft: Draft };

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim());

const fields = Object.keys(defaultColours) as (keyof ThemeColours)[];

export function valuesOf({ name, draft }: WholeTheme): ThemeValues {
  const colours_dark = Object.fromEntries(fields.map((field) => [field, draft.colours_dark[field] ?? ''])) as ThemeColours;
  const sign_in_sentence = Object.fromEntries(
    locales.map((locale) => [locale, draft.sign_in_sentence[locale] ?? '']),
  ) as Draft['sign_in_sentence'];
  return { name, draft: { ...draft, colours_dark, sign_in_sentence } };
}

const filled = <Texts extends Record<string, string>>(texts: Texts): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')) as Partial<Texts>;

export const draftOf = ({ draft }: ThemeValues): ThemeDocument => ({
  ...draft,
  colours_dark: filled(draft.colours_dark),
  sign_in_sentence: filled(draft.sign_in_sentence),
});

/** Colours that are one: what is half typed is left out. */
export const soundColours = (colours: Partial<ThemeColours>): Partial<ThemeColours> =>
  Object.fromEntries(Object.entries(colours).filter(([, colour]) => isColour(colour)));
