/** Notifications that are to be mailed, with what unit and person say about it, and the mail that each becomes. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/kinds.ts';
import { notificationKinds, topicOf } from '@vitrine/contract/notifications/kinds.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import { readAnswering } from '#domain/mail/answering.ts';
import { readWordings } from '#domain/mail/wordings.ts';
import type { MailFrom } from '#domain/people/accountMail.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import type { Message } from '#platform/mail/mail.ts';
import { announcementMail, announcementsOf } from './announcementMail.ts';
import type { MailTime } from './mailTime.rules.ts';
import { noticeMail } from './noticeMail.ts';

export type Mailable = MailTime & {
  id: string;
  kind: NotificationKind;
  values: Record<string, string | number>;
  link: string | null;
  person_id: string;
  not_by_mail: string[];
  created_at: string;
  broadcast_id: string | null;
  trial: boolean;
  /** It was sent before: mail programs would take the second for the first. */
  again: boolean;
};

/** Rows of notifications `n` that nobody has read or mailed yet. */
export const mailable = (where: RawBuilder<unknown>): RawBuilder<Mailable> => sql<Mailable>`
  select n.id, n.kind, n."values", n.link, n.person_id, n.created_at, n.broadcast_id, n.trial,
    coalesce(c.mails, 'at_once') as mails, coalesce(c.digest_hour, 8) as digest_hour, coalesce(c.not_by_mail, '{}') as not_by_mail,
    case when c.quiet_from is not null then jsonb_build_object('from', c.quiet_from, 'until', c.quiet_until) end as quiet,
    b.reminded_at is not null and not n.trial as again
  from notification n left join notification_choice c on c.person_id = n.person_id left join broadcast b on b.id = n.broadcast_id
  where ${where} and b.recalled_at is null and n.mailed_at is null and n.read_at is null and n.deleted_at is null`;

export const isUrgent = ({ kind, trial }: Mailable): boolean => trial || topicOf(kind)?.security === true;

/** Security is mailed in any case. The help desk has a setting of its own for mails. */
export function isWanted(row: Mailable, settings: TenantSettings): boolean {
  const topic = topicOf(row.kind);
  if (topic?.security) return true;
  const sends = topic?.group === 'help_desk' ? settings.send_email_helpdesk : settings.send_email_notification;
  return sends && row.mails !== 'never' && !row.not_by_mail.includes(notificationKinds[row.kind]);
}

export type MailPerson = { id: string; name: string; email: string; language: Locale };

/** What the mails of these rows are made of: `from` is the same for all of them. */
export async function readMailing(ctx: JobContext, rows: readonly Mailable[]) {
  const whose = { tenant_id: ctx.tenant_id, partner_id: null };
  const [settings, host, look, server, wordings, people, announcements, answering] = await Promise.all([
    readTenantSettings(ctx),
    hostOfTenant(ctx, ctx.tenant_id),
    readHostBranding(ctx, whose),
    readMailServer(ctx.identity, ctx.secrets, whose),
    readWordings(ctx.identity, whose),
    // Partner staff have no membership, so the unit's scope would not see them.
    ctx.identity.run(
      sql<MailPerson>`select id, name, email, language from person where id = any (${rows.map(({ person_id }) => person_id)}::uuid[])`,
    ),
    announcementsOf(ctx, rows),
    readAnswering(ctx.identity, ctx.secrets),
  ]);
  const from: MailFrom = { host, look, server, wordings };
  /** A digest is answered by nobody. */
  const mailOf = (row: Mailable, person: MailPerson, { answered }: { answered: boolean }): Message => {
    const answers = answered && row.kind !== 'ticket_not_taken' ? answering(row) : null;
    const notice = noticeMail({ ...row, answering: answers }, person, from);
    const announcement = announcements.find(({ id }) => id === row.broadcast_id);
    if (!announcement) return notice;
    const about = { notification_id: row.id, created_at: row.created_at, person, host, settings, secrets: ctx.secrets };
    return announcementMail(notice, { ...announcement, ...about });
  };
  return { from, people, mailOf };
}
