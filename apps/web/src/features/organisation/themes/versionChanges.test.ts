import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';
import { expect, test } from 'vitest';
import { changesBetween } from './versionChanges.ts';

const own = { ...nothingOwn, own: ['colours' as const, 'pictures' as const, 'words' as const] };

test('names each colour, picture and text that another version has otherwise', () => {
  const after = {
    ...own,
    colours: { ...own.colours, button: '#8a1c4a' },
    colours_dark: { card: '#202020' },
    logo_id: '018f0000-0000-7000-8000-000000000001',
    title: 'Portal de verão',
    sign_in_sentence: { es: 'Todo el verano.' },
  };
  expect(changesBetween(own, after)).toEqual([
    { kind: 'colour', field: 'button', scheme: 'light', before: '#2f5bd3', after: '#8a1c4a' },
    { kind: 'colour', field: 'card', scheme: 'dark', before: null, after: '#202020' },
    { kind: 'picture', picture: 'logo', there: true },
    { kind: 'title', after: 'Portal de verão' },
    { kind: 'sentence', language: 'es', after: 'Todo el verano.' },
  ]);
  expect(changesBetween(own, { ...own, colours: { ...own.colours, card: '#FFFFFF' } })).toEqual([]);
});

test('a section that is inherited from now on is named alone, and one that always was not at all', () => {
  const other = { ...own, colours: { ...own.colours, button: '#8a1c4a' }, title: 'Outra' };
  expect(changesBetween(own, { ...other, own: ['words'] })).toEqual([
    { kind: 'section', section: 'colours', own: false },
    { kind: 'section', section: 'pictures', own: false },
    { kind: 'title', after: 'Outra' },
  ]);
  expect(changesBetween(nothingOwn, { ...other, own: [] })).toEqual([]);
});
