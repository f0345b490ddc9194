/** Sentences for codes of the database, for the screen and CSV files; the JSON file keeps the codes. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { locale as localeSchema } from '@vitrine/contract/fields.ts';
import { languageNames } from '@vitrine/contract/languages.ts';
import { translateCode } from '#platform/translate.ts';
import type { DataCell, DataRow } from './sections.ts';

type Say = (locale: Locale, code: string) => string;

const under =
  (prefix: Parameters<typeof translateCode>[1]): Say =>
  (locale, code) =>
    translateCode(locale, prefix, code);
const role = under('privacyOwnDataCodes:role.');
const state = under('users:state_');
const language: Say = (_, code) => {
  const known = localeSchema.safeParse(code);
  return known.success ? languageNames[known.data] : code;
};

/** By section and column. */
const codes: Readonly<Record<string, Readonly<Record<string, Say>>>> = {
  account: { auth_method: under('privacyOwnDataCodes:auth_method.'), language },
  units: { role, state },
  survey: { position: under('shell:survey_') },
  second_factor: { method: under('privacyOwnDataCodes:method.') },
  sessions: { end_reason: under('privacyOwnDataCodes:end_reason.') },
  membership: { role, state, authentication_level: under('users:level_') },
  views: { reason: under('analyze:opening_') },
  terms: { language },
  shared_terms: { language },
  saved_views: { kind: under('privacyOwnDataCodes:saved_view.') },
  favourites: { kind: under('privacyOwnDataCodes:favourite.') },
  catalogue_requests: { state: under('privacyOwnDataCodes:catalogue.') },
  comments: { kind: under('privacyOwnDataCodes:comment.') },
  tickets: { kind: under('privacyOwnDataCodes:ticket.'), priority: under('auditWords:value_') },
  exports: { state: under('privacyOwnDataCodes:export.') },
  playlists: { kind: under('privacyOwnDataCodes:playlist.') },
  requests: { kind: under('privacy:kind_'), state: under('privacy:state_') },
  activity: {
    // The last part of `session.sign_in` is the action; the object has a column of its own.
    action: (locale, code) => translateCode(locale, 'audit:did_', code.split('.').at(-1) ?? ''),
    object_type: under('audit:object_'),
  },
};

/** A notification is stored as its kind and the values of its sentences. */
function notificationInWords(locale: Locale, { kind, text, ...row }: DataRow): DataRow {
  const values = JSON.parse(String(text ?? '{}')) as Record<string, string | number>;
  const sentence = (part: 'title' | 'text') => translateCode(locale, 'notifications:', `${String(kind)}_${part}`, values);
  return { kind: sentence('title'), text: sentence('text'), ...row };
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
