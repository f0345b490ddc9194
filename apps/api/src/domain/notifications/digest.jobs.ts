/** What is unread, in one mail: for who wants no mail for each notification. */
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { accountMail } from '#domain/people/accountMail.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { refusedForGood } from '#platform/mail/mail.ts';
import { digestMail } from './digestMail.ts';
import type { Mailable } from './mailable.ts';
import { isUrgent, isWanted, mailable, readMailing } from './mailable.ts';

/** What waited longer was meant for an earlier digest. */
const waitsAtMost = sql.raw("interval '8 days'");

export const mailDigest = defineJob({
  name: 'notification.digest',
  schema: z.strictObject({ person_id: z.guid() }),
  pace: 'mail',
  retry: { limit: 8, delay_seconds: 60 },
  async work(ctx, { person_id }) {
    const [unsent, settings] = await Promise.all([
      ctx.run(
        sql<Mailable>`${mailable(sql`n.person_id = ${person_id} and n.created_at > ${ctx.now()}::timestamptz - ${waitsAtMost}`)} order by n.created_at desc`,
      ),
      readTenantSettings(ctx),
    ]);
    const rows = unsent.filter((row) => isWanted(row, settings) && !isUrgent(row));
    const { from, people, mailOf } = await readMailing(ctx, rows);
    const [person] = people;
    if (!person || rows.length === 0) return;
    const mail = accountMail('digest', person, from, { path: '/notifications', values: { count: rows.length } });
    const message = digestMail(
      mail,
      rows.map((row) => mailOf(row, person, { answered: false })),
      person.language,
    );
    const refused = await ctx.mail.send(message, ctx.job_id).then(
      () => null,
      (error: unknown) => refusedForGood(error) ?? Promise.reject(error),
    );
    await ctx.run(
      sql`update notification set mailed_at = ${ctx.now()} where id = any (${rows.map(({ id }) => id)}::uuid[])`,
      sql`update membership set mail_refusal = ${refused} where person_id = ${person_id} and mail_refusal is distinct from ${refused}::text`,
    );
  },
});
