/** What a version changed of the one before it, in the order of the form. */
import { locales } from '@vitrine/contract/fields.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import type { ThemeDocument, ThemeSection } from '@vitrine/contract/organisation/themes.ts';
import { themePictures, themeSections } from '@vitrine/contract/organisation/themes.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';

type Picture = (typeof themePictures)[number];

export type VersionChange =
  | { kind: 'section'; section: ThemeSection; own: boolean }
  /** Null: derived, in the dark. */
  | { kind: 'colour'; field: keyof ThemeColours; scheme: 'light' | 'dark'; before: string | null; after: string | null }
  | { kind: 'bars'; on: boolean }
  | { kind: 'picture'; picture: Picture; there: boolean }
  | { kind: 'title'; after: string }
  | { kind: 'sentence'; language: Locale; after: string };

const fields = Object.keys(defaultColours) as (keyof ThemeColours)[];

function ofColours(before: ThemeDocument, after: ThemeDocument): VersionChange[] {
  const schemes = [
    ['light', before.colours, after.colours],
    ['dark', before.colours_dark, after.colours_dark],
  ] as const;
  const colours = schemes.flatMap(([scheme, from, to]) =>
    fields
      .map((field) => ({ kind: 'colour' as const, field, scheme, before: from[field] ?? null, after: to[field] ?? null }))
      .filter((one) => one.before?.toLowerCase() !== one.after?.toLowerCase()),
  );
  const { show_background_image: on } = after;
  return [...colours, ...(on === before.show_background_image ? [] : [{ kind: 'bars' as const, on }])];
}

const ofPictures = (before: ThemeDocument, after: ThemeDocument): VersionChange[] =>
  themePictures
    .filter((picture) => before[`${picture}_id`] !== after[`${picture}_id`])
    .map((picture) => ({ kind: 'picture', picture, there: after[`${picture}_id`] !== null }));

function ofWords(before: ThemeDocument, after: ThemeDocument): VersionChange[] {
  const sentences = locales
    .filter((language) => (before.sign_in_sentence[language] ?? '') !== (after.sign_in_sentence[language] ?? ''))
    .map((language) => ({ kind: 'sentence' as const, language, after: after.sign_in_sentence[language] ?? '' }));
  return [...(before.title === after.title ? [] : [{ kind: 'title' as const, after: after.title }]), ...sentences];
}

const parts = { colours: ofColours, pictures: ofPictures, words: ofWords } as const;

/** Of a section that neither has of its own nobody sees anything. */
export function changesBetween(before: ThemeDocument, after: ThemeDocument): VersionChange[] {
  return themeSections.flatMap((section): VersionChange[] => {
    const [had, has] = [before.own.includes(section), after.own.includes(section)];
    if (had !== has) return [{ kind: 'section', section, own: has }];
    return has ? parts[section](before, after) : [];
  });
}
