/** Sends a test mail through a server that is being configured, only to the caller. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { testMail as contract } from '@vitrine/contract/settings/settings.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import type { Context } from '#domain/serving/context.ts';
import { failFields } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { storedMailPassword } from '#domain/settings/mailSender.ts';
import { mailProblem } from './mailProblem.rules.ts';

export async function testMail(
  ctx: Context,
  { host, port, protocol, email, name, password }: Input<typeof contract>['body'],
): Promise<void> {
  const { actor, identity, secrets } = ctx;
  if (!/^[a-z0-9.:-]+$/i.test(host)) failFields({ host: 'invalid' });
  if (/[\r\n]/.test(name ?? '')) failFields({ name: 'invalid' });
  await requireAttempt(identity, [ofId('mail_test', actor.person_id)], ctx.now());
  const known = password ?? (await storedMailPassword(identity, secrets, actor, host));
  const server = {
    host,
    port: port ?? 587,
    protocol: protocol ?? 'starttls',
    user: known === null ? null : email,
    password: known,
    from: email,
    name: name ?? email,
    restricted: true,
  } as const;
  const me = { name: actor.name, email: actor.email, language: ctx.request.locale };
  const { kind, to, sender_name, text } = accountMail('test', me, await mailSenderOf(ctx), { values: { host } });
  try {
    await ctx.mail.send({ kind, to, server, sender_name, text });
  } catch (error) {
    failFields(mailProblem(error));
  }
}
