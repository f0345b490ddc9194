/** Notifications by mail, where the unit sends any and the person wants them. */
import { notificationKinds } from '@vitrine/contract/features/notifications.ts';
import type { NotificationKind } from '@vitrine/contract/features/notifications.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { JobContext } from '../jobs/defineJob.ts';
import { defineJob } from '../jobs/defineJob.ts';
import type { Message } from '../mail.ts';
import { readMailServer } from '../sender.ts';
import { readLook } from '../siteLook.ts';
import { siteOfUnit } from '../siteOfUnit.ts';
import { readUnitSettings } from '../readUnitSettings.ts';
import { say } from '../words.ts';

type Row = {
  id: string;
  kind: NotificationKind;
  values: Record<string, string | number>;
  link: string | null;
  person_id: string;
  by_mail: boolean;
};
type Person = { id: string; name: string; email: string; language: Locale };

export const mailNotifications = defineJob({
  name: 'notification.mail',
  schema: z.strictObject({ ids: z.array(z.guid()) }),
  retry: { limit: 8, delay_seconds: 60 },
  async work(ctx, { ids }) {
    const [rows, settings] = await Promise.all([
      ctx.run(sql<Row>`
        select n.id, n.kind, n."values", n.link, n.person_id, coalesce(c.by_mail, true) as by_mail
        from notification n left join notification_choice c on c.person_id = n.person_id
        where n.id = any (${ids}::uuid[]) and n.mailed_at is null and n.read_at is null and n.deleted_at is null`),
      readUnitSettings(ctx),
    ]);
    const wanted = rows.filter(({ kind, by_mail }) => notificationKinds[kind]?.security || (settings.send_email_notification && by_mail));
    if (wanted.length === 0) return;
    const whose = { tenant_id: ctx.tenant_id, partner_id: null };
    const [site, look, server, people] = await Promise.all([
      siteOfUnit(ctx, ctx.tenant_id),
      readLook(ctx.identity, whose),
      readMailServer(ctx.identity, ctx.secrets, whose),
      // A partner's people are no members, so the unit's own scope would not see them.
      ctx.identity.run(
        sql<Person>`select id, name, email, language from person where id = any (${wanted.map(({ person_id }) => person_id)}::uuid[])`,
      ),
    ]);
    for (const row of wanted) {
      const person = people.find(({ id }) => id === row.person_id);
      if (person) await send(ctx, row, composed(row, person, { origin: site.origin, look, server }));
    }
  },
});

/** Marked one by one: after a crash nobody gets the same mail twice, but for the one in hand, which keeps its id. */
async function send(ctx: JobContext, row: Row, message: Message): Promise<void> {
  await ctx.mail.send(message, row.id);
  await ctx.run(sql`update notification set mailed_at = ${ctx.now()} where id = ${row.id}`);
}

type With = { origin: string; look: Awaited<ReturnType<typeof readLook>>; server: Message['server'] };

function composed({ kind, values, link }: Row, { name, email, language }: Person, { origin, look, server }: With): Message {
  const { title, theme } = look;
  const { button, button_font } = theme.colours;
  return {
    to: { name, address: email },
    server,
    sender_name: title,
    text: {
      subject: say(language, `notifications:${kind}_title`, values),
      greeting: say(language, 'mail:greeting', { name }),
      paragraphs: [say(language, `notifications:${kind}_text`, values)],
      action: {
        label: say(language, 'notifications:mail_action'),
        url: `${origin}${link ?? '/notifications'}`,
        fallback: say(language, 'mail:fallback'),
      },
      footer: say(language, 'notifications:mail_footer', { title }),
      colours: { button, button_font },
    },
  };
}
