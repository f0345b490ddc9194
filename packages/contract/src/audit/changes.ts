/** What a line of the audit log changed, in a person's words: the same on the screen and in the exported file. */
import { zoneName } from '../zoneName.ts';
import type { AuditEntry } from './audit.ts';

/** Columns that say nothing to people: keys, copies for searching, counters. They are in the record for those who need it. */
export const technicalFields: ReadonlySet<string> = new Set([
  'id',
  'tenant_id',
  'user_id',
  'claimed',
  'created_at',
  'changed_at',
  'changed_by',
  'version',
  'terms_version',
  'welcome_version',
  'name_key',
  'name_sort',
  'title_key',
  'title_sort',
  'search',
  'words',
  'only_row',
  'subdomain_look',
  'is_operator_tenant',
  'token_hash',
  'next_run_at',
  'ip_before',
  'header',
  'mapping',
  'first_line',
  'external_id',
  'reading',
  'detail',
  'details',
  'view_id',
  'fingerprint',
  'revision',
  'load_ms',
  'render_ms',
]);

/** How a person's language says it. */
export type AuditSpeech = {
  /** A sentence of the catalogue `auditWords`, or null. */
  word: (key: string) => string | null;
  /** What an id is called; null for what is there no more. */
  name: (id: string) => string | null;
  /** A screen's name in the menu, or null. */
  screen: (name: string) => string | null;
  locale: string;
  timezone: string;
};

export type Change = { key: string; field: string; before: string | null; after: string | null };

const isDocument = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values by their names; those of a document under the document's name. */
function valuesOf(content: AuditEntry['before']): Map<string, unknown> {
  const entries = Object.entries(content ?? {}).flatMap(([key, value]) =>
    isDocument(value) ? Object.entries(value).map(([inner, one]): [string, unknown] => [`${key}.${inner}`, one]) : [[key, value] as const],
  );
  return new Map(entries);
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const plainDay = /^(\d{4})-(\d{2})-(\d{2})$/;
const code = /^[a-z][a-z\d]*(?:_[a-z\d]+)*$/;
/** Ids of Microsoft's are read as they are; files have no name of their own. */
const foreignIds = /^(?:application|directory|object|subscription|workspace|dataset|dataset_workspace|external_report)_id$/;
const files = /^(?:cover|picture|sign_in_picture|file|logo|favicon)(?:_id)?$/;

/** `21/11/2026 14:05` at the unit. */
const momentAt = (value: string, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(value))
    .replace(', ', ' ');

const spaced = (key: string): string => key.replaceAll('_', ' ');

/** `value.login_timeout` is called what the setting is called; fields that units made have their own names. */
function fieldName(key: string, { word, name }: AuditSpeech): string {
  const [outer = '', inner] = key.split('.');
  if (inner === undefined) return word(`field_${outer}`) ?? spaced(outer);
  if (uuid.test(inner)) return name(inner) ?? word(`field_${outer}`) ?? spaced(outer);
  const own = word(`field_${inner}`) ?? spaced(inner);
  return outer === 'value' ? own : `${word(`field_${outer}`) ?? spaced(outer)}: ${own}`;
}

function textOf(key: string, value: string, { word, name, screen, timezone, locale }: AuditSpeech): string {
  if (key === 'timezone') return zoneName(value, locale);
  if (value === '***') return word('value_secret') ?? value;
  if (uuid.test(value) && !foreignIds.test(key)) return name(value) ?? word(files.test(key) ? 'value_file' : 'value_gone') ?? value;
  if (moment.test(value)) return momentAt(value, timezone);
  const day = plainDay.exec(value);
  if (day) return `${day[3]}/${day[2]}/${day[1]}`;
  if (key.startsWith('hidden_menu')) return screen(value) ?? spaced(value);
  return word(`value_${value}`) ?? (code.test(value) ? spaced(value) : value);
}

function written(key: string, value: unknown, speech: AuditSpeech): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return speech.word(value ? 'value_yes' : 'value_no') ?? String(value);
  if (typeof value === 'number')
    return key === 'days' || key === 'day' ? dayName(value, speech.locale) : value.toLocaleString(speech.locale);
  if (typeof value === 'string') return textOf(key, value, speech);
  if (Array.isArray(value)) {
    const parts = value.flatMap((one) => written(key, one, speech) ?? []);
    return parts.length > 0 ? parts.join(value.some(isDocument) ? '; ' : ', ') : null;
  }
  if (!isDocument(value)) return null;
  const parts = Object.entries(value).flatMap(([inner, one]) => {
    const text = written(inner, one, speech);
    return text === null ? [] : [`${fieldName(inner, speech)}: ${text}`];
  });
  return parts.length > 0 ? parts.join(', ') : null;
}

/** The week begins on Sunday, which is 0; the 4th of January 2026 was one. */
const dayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 4 + day));

const raw = (value: unknown): string | undefined => (value === null ? undefined : JSON.stringify(value));

/** Of a document within a document too only what differs is told: one colour of twelve. */
function differing(one: unknown, other: unknown): [unknown, unknown] {
  if (!isDocument(one) || !isDocument(other)) return [one, other];
  const of = (content: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(content).filter(([key]) => raw(one[key]) !== raw(other[key])));
  return [of(one), of(other)];
}

/** The differences between before and after, value by value; of a document only the changed keys. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>, speech: AuditSpeech): Change[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return (
    [...new Set([...was.keys(), ...is.keys()])]
      .filter((key) => !technicalFields.has(key.split('.')[0] ?? ''))
      .filter((key) => raw(was.get(key)) !== raw(is.get(key)) || was.get(key) === '***')
      .map((key) => {
        const inner = key.split('.').at(-1) ?? key;
        const [from, to] = differing(was.get(key), is.get(key)).map((value) => written(inner, value, speech));
        return { key, field: fieldName(key, speech), before: from ?? null, after: to ?? null };
      })
      // What is empty before and after, such as a text that was never written, is no change to a reader.
      .filter((change) => change.before !== null || change.after !== null)
      .toSorted((a, b) => a.field.localeCompare(b.field, speech.locale))
  );
}

/** Ids within a line that may have a name. */
export function idsIn(content: AuditEntry['before']): string[] {
  const found = (value: unknown): string[] =>
    typeof value === 'string'
      ? uuid.test(value)
        ? [value]
        : []
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, one]) => [...(uuid.test(key) ? [key] : []), ...found(one)])
        : [];
  return Object.entries(content ?? {}).flatMap(([key, value]) => (technicalFields.has(key) ? [] : found(value)));
}
