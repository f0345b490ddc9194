/** A link for a new password by mail. The answer, and the work behind it, is the same whether the address is known or not. */
import type { PublicContext } from '../../core/context.ts';
import { fail } from '../../core/fail.ts';
import { ofEmail, ofNetwork, requireAttempt, reserve } from '../../core/guard.ts';
import { readMailServer } from '../../core/sender.ts';
import { readLook } from '../../core/siteLook.ts';
import { accountOf, placesOf } from './account.queries.ts';
import { admit } from './admission.rules.ts';
import { issueLink } from './links.ts';
import { resetMail, ssoMail } from './passwordMails.ts';
import { auditLine } from '../../core/sessionAudit.ts';

export async function forgotPassword(ctx: PublicContext, { email }: { email: string }): Promise<void> {
  const now = ctx.now();
  const { site, ip } = ctx.request;
  await requireAttempt(ctx.identity, [ofNetwork('reset_network', ip)], now);
  const server = await readMailServer(ctx.identity, ctx.secrets, site);
  // Asked for everybody, so that a failure says nothing about the address.
  await ctx.mail.check(server).catch((error: unknown) => fail('mail_failed', {}, {}, error));

  const [reserved, [account], places] = await ctx.identity.run(
    reserve([ofEmail('reset', email)], now),
    accountOf({ email }),
    placesOf({ email }, site.tenant_id),
  );
  const admission = account ? admit(account, places, { site, ip, now, ipListsOff: true }) : null;
  const receiver = reserved.length > 0 && account && admission && !('refusal' in admission) ? account : null;
  const link = receiver?.auth_method === 'password' ? issueLink({ purpose: 'reset', person_id: receiver.id, now }) : null;
  await ctx.identity.run(...(link?.statements ?? []), auditLine({ action: 'password.forgot', person_id: receiver?.id ?? null }));
  const from = { site, look: await readLook(ctx.identity, site), server };
  if (receiver) ctx.mail.sendLater(link ? resetMail(receiver, from, link.token) : ssoMail(receiver, from));
}
