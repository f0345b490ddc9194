/** Changing the password with the old one. This session stays; all others end. */
import type { Context } from '#domain/serving/context.ts';
import { mailSenderOf } from '#domain/people/accountMail.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { giveBack, ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { accountOf, choicesOf } from '../account.queries.ts';
import { checkNewPassword, mayHavePassword, storePassword } from '../newPassword.ts';
import { changedMail } from '../passwordMails.ts';
import { requireSelf } from './confirmIdentity.ts';

export async function changePassword(ctx: Context, { current, password }: { current: string; password: string }): Promise<void> {
  requireSelf(ctx);
  const { person_id, session_id, tenant_id, partner_id } = ctx.actor;
  const counted = [ofId('step', session_id), ofId('code_device', person_id)] as const;
  await requireAttempt(ctx.identity, counted, ctx.now());
  const whom = { id: person_id };
  const [[row], choices] = await ctx.identity.run(accountOf(whom), choicesOf(whom, null));
  const account = found(row);
  if (!mayHavePassword(account, choices) || ['azure', 'saml'].includes(ctx.actor.auth_type)) fail('password_not_changeable');
  if (!(await ctx.passwords.verify(current, account.password_hash, person_id))) failFields({ current: 'password_wrong' });
  await ctx.identity.run(giveBack(counted.map(({ key }) => key)));
  await checkNewPassword(ctx, account, choices, password);
  const password_hash = await ctx.passwords.hash(password, person_id);
  const mail = changedMail(account, await mailSenderOf(ctx));
  await ctx.identity.withTenant(async (tx) => {
    // Of two parallel changes, the second one was made with a password that is no longer valid.
    const stored = await tx.run(storePassword(account, password_hash, ctx.now()));
    if (stored.length === 0) fail('conflict');
    if (account.password_hash !== null) {
      await tx.run(query.insertInto('password_history').values({ person_id, changed_at: ctx.now(), password_hash: account.password_hash }));
    }
    await tx.run(
      query.updateTable('one_time_token').set({ used_at: ctx.now() }).where('person_id', '=', person_id).where('used_at', 'is', null),
      query
        .updateTable('session')
        .set({ ended_at: ctx.now(), end_reason: 'password_change' })
        .where('person_id', '=', person_id)
        .where('id', '<>', session_id)
        .where('ended_at', 'is', null),
      // Trust in browsers ends with the old password.
      query.updateTable('device').set({ trusted_until: null }).where('person_id', '=', person_id),
      auditLine({ action: 'password.change', person_id, tenant_id, partner_id }),
      queueMail(ctx, mail),
    );
  });
}
