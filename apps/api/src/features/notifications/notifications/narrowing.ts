/** Which of the own notifications a list shows: a condition on a notification `n`. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { defaultLocale } from '@vitrine/contract/fields.ts';
import { notificationKindNames, topicOf } from '@vitrine/contract/notifications/kinds.ts';
import type { list } from '@vitrine/contract/notifications/notifications.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { notRecalled } from './announced.ts';
import { kindsThatSay } from './kindsThatSay.ts';

type Narrowing = Pick<Input<typeof list>['query'], 'read' | 'group' | 'q'>;

/** What was recalled is nobody's any more, before the job that takes it away has come to it. */
export const own = ({ actor }: Context) =>
  sql`n.person_id = ${actor.person_id} and n.in_portal and n.deleted_at is null and ${notRecalled}`;
export const unread = ({ now }: Context) => sql`n.read_at is null and (n.ends_at is null or n.ends_at > ${now()})`;

const longestSearch = 8;
const wordsOf = (q: string): string[] => q.split(/\s+/).filter(Boolean).slice(0, longestSearch);

/** Kinds for which the unit has words of its own, all or those that say a word. */
const worded = (locale: Locale, pattern?: RawBuilder<unknown>) => sql`(
  select substr(w.kind, 8) from (
    select distinct on (kind) kind, subject, text from wording where language = ${locale} order by kind, number desc
  ) w where w.subject is not null ${pattern ? sql`and search_text(w.subject || ' ' || w.text) like ${pattern}` : sql``})`;

/** The word stands in the sentence of the kind, in what was filled into it, or in the announcement. */
function says(locale: Locale, word: string): RawBuilder<unknown> {
  const pattern = sql`(search_patterns(${word}))[1]`;
  const announced = (part: 'subject' | 'text') =>
    sql`coalesce(b.excerpts #>> ${[locale, part]}::text[], b.excerpts #>> ${[defaultLocale, part]}::text[])`;
  return sql`(
    n.kind = any (${kindsThatSay(locale, word)}::text[]) and n.kind not in ${worded(locale)}
    or n.kind in ${worded(locale, pattern)}
    or exists (select from jsonb_each_text(n."values") filled where search_text(filled.value) like ${pattern})
    or n.broadcast_id in (select b.id from broadcast b where search_text(concat(${announced('subject')}, ' ', ${announced('text')})) like ${pattern}))`;
}

const kindsOf = (group: Narrowing['group']) => notificationKindNames.filter((kind) => topicOf(kind)?.group === group);

export function narrowed(ctx: Context, { read, group, q }: Narrowing): RawBuilder<unknown> {
  const { locale } = ctx.request;
  const conditions = [
    own(ctx),
    ...(read === 'unread' ? [unread(ctx)] : read === 'read' ? [sql`n.read_at is not null`] : []),
    ...(group ? [sql`n.kind = any (${kindsOf(group)}::text[])`] : []),
    ...wordsOf(q).map((word) => says(locale, word)),
  ];
  return sql.join(conditions, sql` and `);
}
