/** A notification as a device shows it: the sentences of the bell, and where it leads. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { noticeMailKind } from '@vitrine/contract/mailKinds.ts';
import type { Wordings } from '#domain/mail/wordings.ts';
import { wordedAs } from '#domain/mail/wordings.ts';
import { shownDay } from '#platform/shownDay.ts';
import { translate } from '#platform/translate.ts';
import { excerptFor, excerptsOf, leadsTo, valuesFor } from './announcement.ts';
import type { announcementsOf } from './announcementMail.ts';

export type Pushed = {
  id: string;
  kind: NotificationKind;
  values: Record<string, string | number>;
  link: string | null;
  broadcast_id: string | null;
  created_at: string;
};

export type Receiver = { name: string; language: Locale };
type From = {
  origin: string;
  unit: string;
  timezone: string;
  wordings: Wordings;
  announcements: Awaited<ReturnType<typeof announcementsOf>>;
};
/** `topic` makes the same notice the same one, at the push service and on the device. */
type Push = { title: string; body: string; url: string; topic: string };

/** Devices show no more, and push services take four kilobytes. */
const longest = 240;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

const topicOfId = (id: string): string => id.replaceAll('-', '');

export function pushOf(row: Pushed, { name, language }: Receiver, from: From): Push {
  const { kind, id, link, created_at } = row;
  const address = (path: string) => `${from.origin}${path}`;
  const announcement = from.announcements.find((one) => one.id === row.broadcast_id);
  if (announcement) {
    const url = address(leadsTo(announcement) ?? `/notifications?notice=${id}`);
    const about = { name, unit: announcement.unit, report: announcement.report, language, timezone: from.timezone };
    const excerpt = excerptFor(excerptsOf(announcement.texts), language, valuesFor({ ...about, sent_at: new Date(created_at), link: url }));
    return {
      title: cut(excerpt.subject),
      body: cut(`${excerpt.text}\n${from.unit}`),
      url: address(`/notifications?notice=${id}`),
      topic: topicOfId(id),
    };
  }
  const values = typeof row.values['date'] === 'string' ? { ...row.values, date: shownDay(language, row.values['date']) } : row.values;
  const worded = wordedAs(from.wordings, noticeMailKind(kind), language, values);
  const text = worded?.paragraphs.join(' ') ?? translate(language, `notifications:${kind}_text`, values);
  return {
    title: cut(worded?.subject ?? translate(language, `notifications:${kind}_title`, values)),
    body: `${cut(text)}\n${from.unit}`,
    url: address(link ?? '/notifications'),
    topic: topicOfId(id),
  };
}

/** Several that come together. */
export const pushOfMany = (rows: readonly Pushed[], { language }: Receiver, { origin, unit }: From): Push => ({
  title: translate(language, 'notifications:pushed_many', { count: rows.length }),
  body: unit,
  url: `${origin}/notifications`,
  topic: topicOfId(rows[0]?.id ?? ''),
});
