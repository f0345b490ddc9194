/** Taking the second factor of somebody away who lost it: sessions end, the log has a line, and a mail says who did it. */
import { sql } from 'kysely';
import type { MailReceiver } from '../accountMail.ts';
import { accountMail, mailSenderOf, unasked } from '../accountMail.ts';
import type { Context } from '../context.ts';
import { auditLine } from '../sessionAudit.ts';
import { forgetFactors } from './enrolment.ts';

/** Forgets what the person confirms sign-ins with and says who did it. `where`: whose log tells of it. */
export async function takeFactorsAway(
  ctx: Context,
  person: MailReceiver & { person_id: string },
  where: { tenant_id: string | null; partner_id: string | null },
): Promise<void> {
  const { person_id } = person;
  await ctx.identity.run(
    ...forgetFactors(person_id),
    sql`update session set ended_at = ${ctx.now()}, end_reason = 'second_factor_reset' where person_id = ${person_id} and ended_at is null`,
    auditLine({ action: 'second_factor.reset', person_id, actor_id: ctx.actor.actor_id, ...where }),
  );
  const content = { more: unasked(person), path: '/signin', values: { actor: ctx.actor.name } };
  ctx.mail.sendLater(accountMail('factor_reset', person, await mailSenderOf(ctx), content));
}
