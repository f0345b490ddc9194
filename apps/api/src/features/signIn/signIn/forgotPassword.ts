/** Mails a link for a new password. Answer and work are the same whether the address is known or not. */
import type { AuthType } from '@vitrine/contract/roles.ts';
import { sql } from 'kysely';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { ofEmail, ofId, ofNetwork, requireAttempt, reserve } from '#platform/http/rateLimit.ts';
import { readWordings } from '#domain/mail/wordings.ts';
import { readMailServer } from '#domain/settings/mailSender.ts';
import { linkedHost } from '#domain/hosts/hosts.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import type { Account, MembershipChoice } from './account.queries.ts';
import { accountOf, choicesOf } from './account.queries.ts';
import { admit } from './admission.rules.ts';
import { issueLink } from './links.ts';
import { resetMail, ssoMail } from './passwordMails.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';

/** By what the person comes in here, or null who does not. */
function wayOf(ctx: PublicContext, account: Account, choices: readonly MembershipChoice[]): 'password' | 'elsewhere' | null {
  const { host, ip } = ctx.request;
  const refusalBy = (by: AuthType) => {
    const admission = admit(account, choices, { host, ip, now: ctx.now(), ipListsOff: true, by });
    return 'refusal' in admission ? admission.refusal : null;
  };
  const refused = refusalBy(account.auth_method);
  if (refused === 'sso_required') return refusalBy('azure') === null ? 'elsewhere' : null;
  if (refused !== null) return null;
  return account.auth_method === 'password' ? 'password' : 'elsewhere';
}

export async function forgotPassword(ctx: PublicContext, { email }: { email: string }): Promise<void> {
  const now = ctx.now();
  const { host, ip } = ctx.request;
  const device_hash = ctx.cookies.device ? hashToken(ctx.cookies.device) : null;
  const [known] = await ctx.identity.run(
    sql<{
      id: string;
    }>`select d.id from device d join person p on p.id = d.person_id where d.token_hash = ${device_hash} and p.email = ${email}`,
  );
  // A browser that the account knows waits neither for its network nor for those who ask for mails to the same address.
  if (!known) await requireAttempt(ctx.identity, [ofNetwork('reset_network', ip)], now);
  const server = await readMailServer(ctx.identity, ctx.secrets, host);
  // Queried for every address, so that a failure reveals nothing.
  await ctx.mail.check(server).catch((error: unknown) => fail('mail_failed', {}, {}, error));

  const [reserved, [account], choices] = await ctx.identity.run(
    reserve([known ? ofId('reset', known.id) : ofEmail('reset', email)], now),
    accountOf({ email }),
    choicesOf({ email }, host.tenant_id),
  );
  const way = account ? wayOf(ctx, account, choices) : null;
  const receiver = reserved.length > 0 && account && way ? account : null;
  const link = receiver && way === 'password' ? issueLink({ purpose: 'reset', person_id: receiver.id, host: linkedHost(host), now }) : null;
  const [look, wordings] = await Promise.all([readHostBranding(ctx, host), readWordings(ctx.identity, host)]);
  const from = { host, look, server, wordings };
  await ctx.identity.run(
    auditLine({ action: 'password.forgot', person_id: receiver?.id ?? null }),
    ...(link?.statements ?? []),
    ...(receiver ? [queueMail(ctx, link ? resetMail(receiver, from, link.token) : ssoMail(receiver, from))] : []),
  );
}
