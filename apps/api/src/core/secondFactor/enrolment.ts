/** Setting up a second factor and checking its codes: at a sign-in that asks for one, and in the profile. */
import { sql } from 'kysely';
import type { MailReceiver } from '../accountMail.ts';
import { accountMail, mailSenderOf } from '../accountMail.ts';
import type { PublicContext } from '../context.ts';
import type { Statement } from '../database/query.ts';
import { query } from '../database/query.ts';
import { failFields } from '../fail.ts';
import { ofId, requireAttempt } from '../guard.ts';
import { isSixDigits, newMailCode, newRecoveryCodes } from './codes.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

export type Person = MailReceiver & { id: string };
type Services = Pick<PublicContext, 'identity' | 'secrets' | 'request' | 'mail' | 'now'>;

const mailCodeMinutes = 10;
const resendSeconds = 60;
const mailCodeTries = 5;

export const totpPlace = (person_id: string): string => `${person_id}/second_factor/totp`;
const mailCodePlace = (person_id: string) => `${person_id}/second_factor/email_code`;

/** A new secret for an app. It counts when a code has proven that the app has it; one that was set up before works on. */
export async function startApp(
  { identity, secrets, request }: Services,
  person: Person,
  title: string,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  const totp_pending = secrets.encrypt(secret, totpPlace(person.id));
  await identity.run(
    query
      .insertInto('second_factor')
      .values({ person_id: person.id, totp_pending })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ totp_pending })),
  );
  const issuer = request.site.tenant_id || request.site.partner_id ? `${title} (${request.site.host})` : title;
  return { secret, uri: totpUri(secret, issuer, person.email) };
}

/** The first code of an app proves it. Refuses a wrong one. */
export async function confirmApp({ identity, secrets, now }: Services, person: Person, code: string): Promise<void> {
  const [row] = await identity.run(query.selectFrom('second_factor').select('totp_pending').where('person_id', '=', person.id));
  const pending = row?.totp_pending ?? failFields({ code: 'code_wrong' });
  const step = isSixDigits(code) ? totpStep(secrets.decrypt(pending, totpPlace(person.id)), code, now()) : null;
  if (step === null) return failFields({ code: 'code_wrong' });
  const kept = await identity.run(
    sql<{ person_id: string }>`
      update second_factor set totp_secret = totp_pending, totp_pending = null, totp_confirmed_at = ${now()}, totp_last_step = ${step}
      where person_id = ${person.id} and totp_pending = ${pending} returning person_id`,
  );
  if (kept.length === 0) failFields({ code: 'code_wrong' });
}

/** Mails a code, once a minute at most; answers the seconds until the next one. */
export async function mailCode(ctx: Services, person: Person): Promise<{ resend_in: number }> {
  const now = ctx.now();
  const { identity, secrets } = ctx;
  const code = newMailCode();
  const values = {
    email_code: secrets.digests(code, mailCodePlace(person.id))[0] as Buffer,
    email_code_expires_at: new Date(now.getTime() + mailCodeMinutes * 60_000),
    email_sent_at: now,
    email_tries: 0,
  };
  const lately = new Date(now.getTime() - resendSeconds * 1000);
  const [[kept], [row]] = await identity.run(
    query
      .insertInto('second_factor')
      .values({ person_id: person.id, ...values })
      .onConflict((conflict) =>
        conflict
          .column('person_id')
          .doUpdateSet(values)
          .where(sql<boolean>`coalesce(second_factor.email_sent_at <= ${lately}, true)`),
      )
      .returning('person_id'),
    query.selectFrom('second_factor').select('email_sent_at').where('person_id', '=', person.id),
  );
  if (!kept) {
    const sentAt = Date.parse(row?.email_sent_at ?? now.toISOString());
    return { resend_in: Math.max(1, Math.ceil((sentAt - lately.getTime()) / 1000)) };
  }
  await requireAttempt(identity, [ofId('code_mail', person.id)], now);
  const from = await mailSenderOf(ctx);
  ctx.mail.sendLater(accountMail('code', person, from, { code, more: ['ignore'], values: { minutes: mailCodeMinutes } }));
  return { resend_in: resendSeconds };
}

/** Whether this is the code of the last mail. Each look counts before it is compared; the right one is used up. */
export async function takeMailCode({ identity, secrets, now }: Services, person_id: string, code: string): Promise<boolean> {
  const [counted] = await identity.run(
    sql<{ email_code: Buffer }>`
      update second_factor set email_tries = email_tries + 1
      where person_id = ${person_id} and email_code is not null and email_code_expires_at > ${now()} and email_tries < ${mailCodeTries}
      returning email_code`,
  );
  const given = secrets.digests(code, mailCodePlace(person_id));
  if (!counted || !given.some((digest) => digest.equals(counted.email_code))) return false;
  const taken = await identity.run(
    sql<{ person_id: string }>`
      update second_factor set email_code = null where person_id = ${person_id} and email_code = ${counted.email_code} returning person_id`,
  );
  return taken.length > 0;
}

/** The code that was mailed proves the address. */
export async function confirmEmail(ctx: Services, person: Person, code: string): Promise<void> {
  if (!isSixDigits(code) || !(await takeMailCode(ctx, person.id, code))) failFields({ code: 'code_wrong' });
  await ctx.identity.run(query.updateTable('second_factor').set({ email_confirmed_at: ctx.now() }).where('person_id', '=', person.id));
}

/** Whether a code of the app is right. Each step of 30 seconds is taken once, and never one before the last. */
export async function takeAppCode(
  { identity, secrets, now }: Services,
  person_id: string,
  totp_secret: string,
  code: string,
): Promise<boolean> {
  const step = totpStep(secrets.decrypt(totp_secret, totpPlace(person_id)), code, now());
  if (step === null) return false;
  const taken = await identity.run(
    sql<{ person_id: string }>`
      update second_factor set totp_last_step = ${step} where person_id = ${person_id} and totp_last_step < ${step} returning person_id`,
  );
  return taken.length > 0;
}

/** Recovery codes for whoever has none yet; otherwise those from before stay. */
export async function firstRecoveryCodes({ identity, secrets, now }: Services, person_id: string): Promise<string[]> {
  const { codes, statements } = newRecoveryCodes(secrets, person_id, now());
  const [, [made]] = await identity.run(
    sql`insert into second_factor (person_id) values (${person_id}) on conflict do nothing`,
    query.selectFrom('second_factor').select('recovery_made_at').where('person_id', '=', person_id),
  );
  if (made?.recovery_made_at) return [];
  await identity.run(...statements);
  return codes;
}

/** Everything that a person had for the second step is gone, and browsers that were spared it are not any more. */
export const forgetFactors = (person_id: string): [Statement, ...Statement[]] => [
  sql`delete from second_factor where person_id = ${person_id}`,
  sql`delete from recovery_code where person_id = ${person_id}`,
  sql`delete from passkey where person_id = ${person_id}`,
  sql`delete from sign_in_step where person_id = ${person_id}`,
  sql`update device set trusted_until = null where person_id = ${person_id}`,
];
