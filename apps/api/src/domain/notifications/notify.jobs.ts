/** Notifications by mail, where the unit sends any and the person wants them. */
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Message } from '#platform/mail/mail.ts';
import { refusedForGood } from '#platform/mail/mail.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { mailDigest } from './digest.jobs.ts';
import type { Mailable } from './mailable.ts';
import { isUrgent, isWanted, mailable, readMailing } from './mailable.ts';
import { mailTime } from './mailTime.rules.ts';
import { pushing } from './push.jobs.ts';

type Payload = { ids: string[] };

/** What waits: digests of persons, and mails that go when the quiet hours are over. */
function later(ctx: JobContext, rows: readonly (Mailable & { digest: boolean; at: Date })[]): Statement[] {
  const digests = rows.filter(({ digest }) => digest);
  const quiet = Map.groupBy(
    rows.filter(({ digest }) => !digest),
    ({ at }) => at.getTime(),
  );
  return [
    ...digests.map(({ person_id, at }) =>
      addJob(mailDigest, ctx.tenant_id, { person_id }, { key: `${person_id} ${at.toISOString()}`, at }),
    ),
    ...[...quiet].map(([at, waiting]) =>
      addJob(mailNotifications, ctx.tenant_id, { ids: waiting.map(({ id }) => id) }, { at: new Date(at) }),
    ),
  ];
}

export const mailNotifications: UnitJob<Payload> = defineJob({
  name: 'notification.mail',
  schema: z.strictObject({ ids: z.array(z.guid()) }),
  pace: 'mail',
  retry: { limit: 8, delay_seconds: 60 },
  async work(ctx, { ids }) {
    const [rows, settings] = await Promise.all([ctx.run(mailable(sql`n.id = any (${ids}::uuid[])`)), readTenantSettings(ctx)]);
    for (const statement of await pushing(ctx, rows)) await ctx.run(statement);
    const wanted = rows
      .filter((row) => isWanted(row, settings))
      .map((row) => ({ ...row, ...(isUrgent(row) ? { digest: false, at: null } : mailTime(row, settings.timezone, ctx.now())) }));
    const waiting = wanted.flatMap((row) => (row.at ? [{ ...row, at: row.at }] : []));
    for (const statement of later(ctx, waiting)) await ctx.run(statement);
    const now = wanted.filter(({ at }) => at === null);
    if (now.length === 0) return;
    const { people, mailOf } = await readMailing(ctx, now);
    await eachByItself(ctx, now, async (row) => {
      const person = people.find(({ id }) => id === row.person_id);
      if (person) await send(ctx, row, mailOf(row, person, { answered: true }));
    });
  },
});

/** Marked one by one: after a crash only the mail that was being sent can be sent twice, and it keeps its id. */
async function send(ctx: JobContext, row: Mailable, message: Message): Promise<void> {
  const refused = await ctx.mail.send(message, row.again ? `${row.id}.${Date.parse(row.created_at)}` : row.id).then(
    () => null,
    (error: unknown) => refusedForGood(error) ?? Promise.reject(error),
  );
  await ctx.run(
    sql`update notification set mailed_at = ${ctx.now()} where id = ${row.id}`,
    sql`update membership set mail_refusal = ${refused} where person_id = ${row.person_id} and mail_refusal is distinct from ${refused}::text`,
  );
}
