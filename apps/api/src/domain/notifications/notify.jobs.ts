/** Notifications by mail, where the unit sends any and the person wants them. */
import { notificationKinds } from '@vitrine/contract/notifications/notifications.ts';
import type { NotificationKind } from '@vitrine/contract/notifications/notifications.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import type { Message } from '#platform/mail/mail.ts';
import { refusedForGood } from '#platform/mail/mail.ts';
import { readAnswering } from '#domain/mail/answering.ts';
import { readWordings } from '#domain/mail/wordings.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { announcementMail, announcementsOf } from './announcementMail.ts';
import { noticeMail } from './noticeMail.ts';

type Row = {
  id: string;
  kind: NotificationKind;
  values: Record<string, string | number>;
  link: string | null;
  person_id: string;
  by_mail: boolean;
  created_at: string;
  broadcast_id: string | null;
  /** It was sent before: mail programs would take the second for the first. */
  again: boolean;
};
/** What the unit decides by whether notifications of the kind are mailed. */
const settingOf = (kind: NotificationKind) => {
  const known = notificationKinds[kind] ?? {};
  return 'setting' in known ? known.setting : 'send_email_notification';
};

type Person = { id: string; name: string; email: string; language: Locale };

export const mailNotifications = defineJob({
  name: 'notification.mail',
  schema: z.strictObject({ ids: z.array(z.guid()) }),
  pace: 'mail',
  retry: { limit: 8, delay_seconds: 60 },
  async work(ctx, { ids }) {
    const [rows, settings] = await Promise.all([
      ctx.run(sql<Row>`
        select n.id, n.kind, n."values", n.link, n.person_id, n.created_at, n.broadcast_id, coalesce(c.by_mail, true) as by_mail,
          b.reminded_at is not null and not n.trial as again
        from notification n left join notification_choice c on c.person_id = n.person_id left join broadcast b on b.id = n.broadcast_id
        where b.recalled_at is null and n.id = any (${ids}::uuid[]) and n.mailed_at is null and n.read_at is null and n.deleted_at is null`),
      readTenantSettings(ctx),
    ]);
    const unitSends = (kind: NotificationKind) => settings[settingOf(kind)];
    const wanted = rows.filter(({ kind, by_mail }) => notificationKinds[kind]?.security || (unitSends(kind) && by_mail));
    if (wanted.length === 0) return;
    const whose = { tenant_id: ctx.tenant_id, partner_id: null };
    const [host, look, server, wordings, people, announcements, answering] = await Promise.all([
      hostOfTenant(ctx, ctx.tenant_id),
      readHostBranding(ctx, whose),
      readMailServer(ctx.identity, ctx.secrets, whose),
      readWordings(ctx.identity, whose),
      // Partner staff have no membership, so the unit's scope would not see them.
      ctx.identity.run(
        sql<Person>`select id, name, email, language from person where id = any (${wanted.map(({ person_id }) => person_id)}::uuid[])`,
      ),
      announcementsOf(ctx, wanted),
      readAnswering(ctx.identity, ctx.secrets),
    ]);
    await eachByItself(ctx, wanted, async (row) => {
      const person = people.find(({ id }) => id === row.person_id);
      if (!person) return;
      const notice = noticeMail({ ...row, answering: row.kind === 'ticket_not_taken' ? null : answering(row) }, person, {
        host,
        look,
        server,
        wordings,
      });
      const announcement = announcements.find(({ id }) => id === row.broadcast_id);
      const message = announcement
        ? announcementMail(notice, {
            ...announcement,
            notification_id: row.id,
            person,
            host,
            settings,
            secrets: ctx.secrets,
            created_at: row.created_at,
          })
        : notice;
      await send(ctx, row, message);
    });
  },
});

/** Marked one by one: after a crash only the mail that was being sent can be sent twice, and it keeps its id. */
async function send(ctx: JobContext, row: Row, message: Message): Promise<void> {
  const refused = await ctx.mail.send(message, row.again ? `${row.id}.${Date.parse(row.created_at)}` : row.id).then(
    () => null,
    (error: unknown) => refusedForGood(error) ?? Promise.reject(error),
  );
  await ctx.run(
    sql`update notification set mailed_at = ${ctx.now()} where id = ${row.id}`,
    sql`update membership set mail_refusal = ${refused} where person_id = ${row.person_id} and mail_refusal is distinct from ${refused}::text`,
  );
}
