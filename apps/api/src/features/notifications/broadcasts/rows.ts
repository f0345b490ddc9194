/** Announcements as those see them who write them: administrators all of the unit, readers their own. */
import type { Broadcast, BroadcastRow, Texts } from '@vitrine/contract/notifications/broadcasts.ts';
import { picturesOf } from '@vitrine/contract/richText.ts';
import { locales } from '@vitrine/contract/fields.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Excerpts } from '#domain/notifications/announcement.ts';
import { writtenFor } from '#domain/notifications/announcement.ts';
import { manages } from '#domain/reportAccess/visible.ts';
import type { Context } from '#domain/serving/context.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { pictureAddress } from '#platform/files/address.ts';
import { found } from '#platform/http/fail.ts';

/** A condition on an announcement `b`: the caller sees it. */
export const mine = ({ actor }: Context): RawBuilder<unknown> => (manages({ actor }) ? sql`true` : sql`b.author_id = ${actor.person_id}`);

type Stored = Omit<BroadcastRow, 'subject' | 'can' | 'named'> & { excerpts: Excerpts; named: number };
export type StoredWhole = Stored & {
  texts: Texts;
  membership_ids: string[];
  user_group_id: string | null;
  report_id: string | null;
  report_title: string | null;
  link: string | null;
  reminded_at: string | null;
  people: { id: string; name: string }[];
  ends_on: string;
};

const columns = sql`b.id, b.state, b.excerpts, p.name as author_name, b.audience, b.audience_role, g.name as audience_name,
  cardinality(b.membership_ids) as named, b.send_at, b.sent_at, b.ends_at, b.recipients, b.created_at, b.version`;
const joined = sql`broadcast b left join person p on p.id = b.author_id left join user_group g on g.id = b.user_group_id`;

export const listed = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, page: RawBuilder<unknown>): RawBuilder<Stored> =>
  sql<Stored>`select ${columns} from ${joined} where ${where} ${order} ${page}`;

export const stored = (ctx: Context, id: string): RawBuilder<StoredWhole> => sql<StoredWhole>`
  select ${columns}, b.texts, b.membership_ids, b.user_group_id, b.report_id, r.title as report_title, b.link, b.reminded_at,
    to_char(b.ends_at at time zone ${ctx.actor.timezone}, 'YYYY-MM-DD"T"HH24:MI') as ends_on,
    coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'name', n.name) order by m.name_sort)
      from membership m join person n on n.id = m.person_id where m.id = any (b.membership_ids)), '[]') as people
  from ${joined} left join report r on r.id = b.report_id where b.id = ${id} and ${mine(ctx)}`;

/** What has not begun may be changed; what has, taken back. */
export function shown({ request: { locale } }: Context, { excerpts, ...row }: Stored): BroadcastRow {
  const waits = row.state === 'draft' || row.state === 'scheduled';
  return {
    ...row,
    subject: writtenFor(excerpts, locale)?.subject ?? '',
    can: { edit: row.state === 'draft', remove: row.state === 'draft', recall: !waits && row.state !== 'recalled' },
  };
}

const pictures = (ctx: Context, texts: Texts): Record<string, string> =>
  Object.fromEntries(
    locales.flatMap((locale) => {
      const written = texts[locale];
      return written ? picturesOf(written.body).map((id) => [id, pictureAddress(ctx, id) ?? '']) : [];
    }),
  );

export async function wholeOf(ctx: Context, row: StoredWhole | undefined): Promise<Broadcast> {
  const { texts, membership_ids: _, user_group_id, report_id, report_title, people, link, reminded_at, ends_on, ...rest } = found(row);
  return {
    ...shown(ctx, rest),
    texts,
    to: { group: user_group_id === null ? null : { id: user_group_id, name: rest.audience_name ?? '' }, people },
    report: report_id === null ? null : { id: report_id, name: report_title ?? '' },
    link,
    ends_on,
    reminded_at,
    pictures: pictures(ctx, texts),
    unit_mails: (await readTenantSettings(ctx)).send_email_notification,
  };
}
