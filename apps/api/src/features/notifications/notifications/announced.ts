/** Own notifications with the words of the announcements among them, which stand in one place for all who have them. */
import type { Texts } from '@vitrine/contract/notifications/broadcasts.ts';
import type { Notification, OpenedNotification } from '@vitrine/contract/notifications/notifications.ts';
import type { Words } from '@vitrine/contract/notifications/wordings.ts';
import { picturesOf } from '@vitrine/contract/richText.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Excerpts, Values } from '#domain/notifications/announcement.ts';
import { bodyFor, excerptFor, leadsTo, valuesFor, writtenFor } from '#domain/notifications/announcement.ts';
import type { Context } from '#domain/serving/context.ts';
import { filledIn } from '#domain/mail/wordings.ts';
import { shownDay } from '#platform/shownDay.ts';
import { pictureAddress } from '#platform/files/address.ts';
import { found } from '#platform/http/fail.ts';

type Announcement = {
  id: string;
  excerpts: Excerpts;
  report: string | null;
  report_id: string | null;
  link: string | null;
  unit: string;
};
type Row = Omit<Notification, 'words'> & { announcement: Announcement | null; worded: Words | null };

/** A condition on a notification `n`. Announcements are few, and those taken back fewer: they are looked up once. */
export const notRecalled = sql`(n.broadcast_id is null or n.broadcast_id not in (select gone.id from broadcast gone where gone.recalled_at is not null))`;

export const announced = (
  { request: { locale } }: Context,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
): RawBuilder<Row> => sql<Row>`
  select n.id, n.kind, n."values", n.link, n.created_at, n.read_at, (
    select jsonb_build_object('id', b.id, 'excerpts', b.excerpts, 'report', r.title, 'report_id', b.report_id, 'link', b.link, 'unit', t.name)
    from broadcast b join tenant t on t.id = b.tenant_id left join report r on r.id = b.report_id where b.id = n.broadcast_id) as announcement, (
    select case when w.subject is not null then jsonb_build_object('subject', w.subject, 'text', w.text) end
    from wording w where w.tenant_id = n.tenant_id and w.kind = 'notice_' || n.kind and w.language = ${locale}
    order by w.number desc limit 1) as worded
  from notification n where ${where} ${rest}`;

const valuesOf = ({ actor, request }: Context, { created_at, link }: Row, { report, unit, ...leading }: Announcement): Values =>
  valuesFor({
    name: actor.name,
    unit,
    report,
    sent_at: new Date(created_at),
    link: `${request.host.origin}${leadsTo(leading) ?? link ?? '/notifications'}`,
    language: request.locale,
    timezone: actor.timezone,
  });

/** The unit's words as the reader reads them. */
function wordsFor({ request: { locale } }: Context, { subject, text }: Words, raw: Notification['values']): Notification['words'] {
  const values = typeof raw['date'] === 'string' ? { ...raw, date: shownDay(locale, raw['date']) } : raw;
  return { title: filledIn(subject, values), text: filledIn(text, values) };
}

export function shown(ctx: Context, row: Row): Notification {
  const { announcement, worded, ...notification } = row;
  if (!announcement) return { ...notification, words: worded && wordsFor(ctx, worded, notification.values) };
  return { ...notification, words: null, values: excerptFor(announcement.excerpts, ctx.request.locale, valuesOf(ctx, row, announcement)) };
}

export async function opened(ctx: Context, row: Row): Promise<OpenedNotification> {
  const notification = shown(ctx, row);
  const { announcement } = row;
  if (!announcement) return { ...notification, body: null, pictures: {}, leads_to: notification.link };
  const [stored] = await ctx.run(sql<{ texts: Texts }>`select texts from broadcast where id = ${announcement.id}`);
  const { body } = found(writtenFor(found(stored).texts, ctx.request.locale) ?? undefined);
  return {
    ...notification,
    body: bodyFor(body, valuesOf(ctx, row, announcement)),
    pictures: Object.fromEntries(picturesOf(body).map((id) => [id, pictureAddress(ctx, id) ?? ''])),
    leads_to: leadsTo(announcement),
  };
}
