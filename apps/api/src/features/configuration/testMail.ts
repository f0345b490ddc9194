/** A mail through a server that somebody is setting up, to that person and nobody else. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { testMail as contract } from '@vitrine/contract/features/configuration.ts';
import { accountMail, mailSenderOf } from '../../core/accountMail.ts';
import type { Context } from '../../core/context.ts';
import { failFields } from '../../core/fail.ts';
import { ofId, requireAttempt } from '../../core/guard.ts';
import { storedMailPassword } from '../../core/sender.ts';
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
  const { to, sender_name, text } = accountMail('test', me, await mailSenderOf(ctx), { values: { host } });
  try {
    await ctx.mail.send({ to, server, sender_name, text });
  } catch (error) {
    failFields(mailProblem(error));
  }
}
