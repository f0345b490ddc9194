/** What the database keeps as a code is told to people in words; the file for programs keeps the code. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { locale as localeSchema } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import { sayCode } from '../../core/words.ts';
import type { DataCell, DataRow } from './sections.ts';

type Say = (locale: Locale, code: string) => string;

const under =
  (prefix: Parameters<typeof sayCode>[1]): Say =>
  (locale, code) =>
    sayCode(locale, prefix, code);
const role = under('ownDataCodes:role.');
const state = under('users:state_');
const language: Say = (_, code) => {
  const known = localeSchema.safeParse(code);
  return known.success ? languageNames[known.data] : code;
};

/** By section and column. */
const codes: Readonly<Record<string, Readonly<Record<string, Say>>>> = {
  account: { auth_method: under('ownDataCodes:auth_method.'), language },
  units: { role, state },
  survey: { position: under('shell:survey_') },
  second_factor: { method: under('ownDataCodes:method.') },
  sessions: { end_reason: under('ownDataCodes:end_reason.') },
  membership: { role, state, authentication_level: under('users:level_') },
  terms: { language },
  shared_terms: { language },
  saved_views: { kind: under('ownDataCodes:saved_view.') },
  favourites: { kind: under('ownDataCodes:favourite.') },
  catalogue_requests: { state: under('ownDataCodes:catalogue.') },
  exports: { state: under('ownDataCodes:export.') },
  playlists: { kind: under('ownDataCodes:playlist.') },
  requests: { kind: under('privacy:kind_'), state: under('privacy:state_') },
  activity: {
    // The last word of `session.sign_in` is what was done; what it was done to stands beside it.
    action: (locale, code) => sayCode(locale, 'audit:did_', code.split('.').at(-1) ?? ''),
    object_type: under('audit:object_'),
  },
};

/** A notification is kept as its kind and what stands in its sentences. */
function notificationInWords(locale: Locale, { kind, text, ...row }: DataRow): DataRow {
  const values = JSON.parse(String(text ?? '{}')) as Record<string, string | number>;
  const told = (part: 'title' | 'text') => sayCode(locale, 'notifications:', `${String(kind)}_${part}`, values);
  return { kind: told('title'), text: told('text'), ...row };
}

/** A row as people read it. */
export const rowInWords = (locale: Locale, section: string, row: DataRow): DataRow =>
  section === 'notifications'
    ? notificationInWords(locale, row)
    : Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, inWords(locale, section, column, cell)]));

export function inWords(locale: Locale, section: string, column: string, cell: DataCell): DataCell {
  const say = codes[section]?.[column];
  return say && typeof cell === 'string' ? say(locale, cell) : cell;
}
