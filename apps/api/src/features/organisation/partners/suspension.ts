/** Suspending a partner: announced to its staff at least seven days before, begun by a job on the day, taken back at any time. */
import { suspensionNoticeDays } from '@vitrine/contract/organisation/partners.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { dayIn } from '#domain/access/accessRules.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { failFields } from '#platform/http/fail.ts';

/** Contracts know one zone. */
const timezone = 'America/Sao_Paulo';

/** Refuses a day that leaves the staff less time than they are promised. */
export function requireNotice(suspends_on: string, now: Date): void {
  const earliest = dayIn(timezone, new Date(now.getTime() + suspensionNoticeDays * 86_400_000));
  if (suspends_on < earliest) failFields({ suspends_on: `notice_short:${suspensionNoticeDays}` });
}

const written = (day: string): string => day.split('-').toReversed().join('/');

/** Mails to the staff of a partner, in their languages; `suspends_on` is null when a suspension is taken back. */
export async function toldToStaff(ctx: Context, partner: { id: string; name: string }, suspends_on: string | null): Promise<Statement[]> {
  const people = await ctx.identity.run(sql<{ name: string; email: string; language: string }>`
    select p.name, p.email, p.language from staff s join person p on p.id = s.person_id
    where s.role = 'partner' and s.state = 'active' and s.partner_id = ${partner.id} order by p.id`);
  const sender = await mailSenderOf(ctx);
  const values = { partner: partner.name, day: suspends_on === null ? '' : written(suspends_on) };
  return people.map((person) =>
    queueMail(ctx, accountMail(suspends_on === null ? 'partner_resumed' : 'partner_suspended', person, sender, { values })),
  );
}

/** Every hour, so that a night in which nothing ran is caught up with. */
export const beginSuspensions = definePlatformJob({
  name: 'partner.begin_suspension',
  schema: z.strictObject({}),
  every: { cron: '2 * * * *', timezone },
  async work(ctx) {
    await ctx.operator.run(sql`
      update partner set state = 'suspended', version = version + 1
      where state = 'active' and suspends_on <= ${dayIn(timezone, ctx.now())}::date`);
  },
});
