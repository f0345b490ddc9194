/** Resets a lost second factor: sessions end, the audit log has a line, and a mail tells the person who did it. */
import { sql } from 'kysely';
import type { MailReceiver } from '#domain/people/accountMail.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import type { Context } from '#domain/serving/context.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { forgetFactors } from './enrolment.ts';

/** Removes the person's second factors and mails who did it. `where`: whose audit log gets the line. */
export async function takeFactorsAway(
  ctx: Context,
  person: MailReceiver & { person_id: string },
  where: { tenant_id: string | null; partner_id: string | null },
): Promise<void> {
  const { person_id } = person;
  const content = { path: '/signin', values: { actor: ctx.actor.name } };
  const mail = accountMail('factor_reset', person, await mailSenderOf(ctx), content);
  await ctx.identity.run(
    ...forgetFactors(person_id),
    sql`update session set ended_at = ${ctx.now()}, end_reason = 'second_factor_reset' where person_id = ${person_id} and ended_at is null`,
    auditLine({ action: 'second_factor.reset', person_id, actor_id: ctx.actor.actor_id, ...where }),
    queueMail(ctx, mail),
  );
}
