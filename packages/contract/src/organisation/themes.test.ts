import { expect, test } from 'vitest';
import { defaultColours } from '../theme.ts';
import type { ThemeDocument } from './themes.ts';
import { themeDocument, themePictures, themeSections } from './themes.ts';

const plain: ThemeDocument = {
  own: [...themeSections],
  colours: defaultColours,
  colours_dark: {},
  logo_id: null,
  icon_id: null,
  icon_report_id: null,
  favicon_id: null,
  sign_in_picture_id: null,
  show_background_image: true,
  title: 'Aurora',
  sign_in_sentence: {},
};

const takes = (change: object) => themeDocument.safeParse({ ...plain, ...change }).success;

test('a theme takes what it says and refuses the rest', () => {
  expect(takes({})).toBe(true);
  expect(takes({ colours_dark: { card: '#101010' }, own: [] })).toBe(true);
  expect(takes({ title: 'a'.repeat(60) })).toBe(true);
  expect(takes({ title: 'a'.repeat(61) })).toBe(false);
  expect(takes({ own: ['words', 'words'] })).toBe(false);
  expect(takes({ colours: { ...defaultColours, card: 'white' } })).toBe(false);
  expect(takes({ colours_dark: { paper: '#ffffff' } })).toBe(false);
  expect(takes({ css: 'body {}' })).toBe(false);
});

test('each picture has a field', () => {
  for (const picture of themePictures) expect(Object.keys(themeDocument.shape)).toContain(`${picture}_id`);
});
