/** An announcement by mail: the whole text with its form, and the way to it in the portal. */
import type { Texts } from '@vitrine/contract/notifications/broadcasts.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { plainText } from '@vitrine/contract/richText.ts';
import { sql } from 'kysely';
import type { Host } from '#domain/hosts/hosts.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { pictureAddress } from '#platform/files/address.ts';
import type { Message } from '#platform/mail/mail.ts';
import { richHtml } from '#platform/mail/richHtml.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { bodyFor, leadsTo, subjectFor, valuesFor, writtenFor } from './announcement.ts';

type Announcement = { id: string; texts: Texts; report: string | null; report_id: string | null; link: string | null; unit: string };

export const announcementsOf = (ctx: Scoped, rows: readonly { broadcast_id: string | null }[]): Promise<Announcement[]> =>
  ctx.run(sql<Announcement>`
    select b.id, b.texts, r.title as report, b.report_id, b.link, t.name as unit
    from broadcast b join tenant t on t.id = b.tenant_id left join report r on r.id = b.report_id
    where b.id = any (${[...new Set(rows.flatMap(({ broadcast_id }) => broadcast_id ?? []))]}::uuid[])`);

type For = Announcement & {
  notification_id: string;
  person: { name: string; language: Locale };
  host: Pick<Host, 'origin'>;
  settings: Pick<TenantSettings, 'timezone'>;
  secrets: Secrets;
  created_at: string;
};

/** `notice` has all that every notification has by mail. */
export function announcementMail(notice: Message, { texts, person, host, settings, secrets, ...about }: For): Message {
  const written = writtenFor(texts, person.language);
  if (written === null) return notice;
  const { notification_id, created_at, report, unit } = about;
  const values = valuesFor({
    name: person.name,
    unit,
    report,
    sent_at: new Date(created_at),
    link: `${host.origin}${leadsTo(about) ?? `/notifications?notice=${notification_id}`}`,
    language: person.language,
    timezone: settings.timezone,
  });
  const body = bodyFor(written.body, values);
  const picture = (id: string) => new URL(pictureAddress({ secrets }, id) ?? '', host.origin).href;
  return {
    ...notice,
    text: {
      ...notice.text,
      subject: subjectFor(written.subject, values),
      paragraphs: [],
      rich: { html: richHtml(body, picture), plain: plainText(body) },
      action: notice.text.action && { ...notice.text.action, url: `${host.origin}/notifications?notice=${notification_id}&by=mail` },
    },
  };
}
