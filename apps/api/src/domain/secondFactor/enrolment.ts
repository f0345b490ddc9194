/** Setting up a second factor and checking its codes: at a sign-in that asks for one, and in the profile. */
import { sql } from 'kysely';
import type { MailReceiver } from '#domain/people/accountMail.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { query } from '#platform/database/query.ts';
import { failFields } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import { isSixDigits, newMailCode, newRecoveryCodes } from './codes.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

export type Person = MailReceiver & { id: string };
type Services = Pick<PublicContext, 'identity' | 'secrets' | 'request' | 'now'>;
/** What a factor that was proved leaves to write, in one transaction with the line and the mail that tell of it. */
export type Proved = (tx: Transaction) => Promise<void>;

const mailCodeMinutes = 10;
const resendSeconds = 60;
const mailCodeTries = 5;

export const totpPlace = (person_id: string): string => `${person_id}/second_factor/totp`;
const mailCodePlace = (person_id: string) => `${person_id}/second_factor/email_code`;

/** A new secret for an app. It becomes active when a code proves that the app has it; until then an earlier one keeps working. */
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
  const issuer = request.host.tenant_id || request.host.partner_id ? `${title} (${request.host.host})` : title;
  return { secret, uri: totpUri(secret, issuer, person.email) };
}

/** An app is proved by its first code. Refuses a wrong one. */
export async function confirmApp({ identity, secrets, now }: Services, person: Person, code: string): Promise<Proved> {
  const [row] = await identity.run(query.selectFrom('second_factor').select('totp_pending').where('person_id', '=', person.id));
  const pending = row?.totp_pending ?? failFields({ code: 'code_wrong' });
  const step = isSixDigits(code) ? totpStep(secrets.decrypt(pending, totpPlace(person.id)), code, now()) : null;
  if (step === null) return failFields({ code: 'code_wrong' });
  return async (tx) => {
    const kept = await tx.run(
      sql<{ person_id: string }>`
        update second_factor set totp_secret = totp_pending, totp_pending = null, totp_confirmed_at = ${now()}, totp_last_step = ${step}
        where person_id = ${person.id} and totp_pending = ${pending} returning person_id`,
    );
    if (kept.length === 0) failFields({ code: 'code_wrong' });
  };
}

/** Mails a code, once a minute at most; a known browser has mails of its own to ask for; answers the seconds until the next one. */
export async function mailCode(ctx: Services, person: Person, device_id: string | null = null): Promise<{ resend_in: number }> {
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
  const from = await mailSenderOf(ctx);
  const mail = accountMail('code', person, from, { code, more: ['ignore'], values: { minutes: mailCodeMinutes } });
  return identity.withTenant(async (tx) => {
    const [[kept], [row]] = await tx.run(
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
    await requireAttempt(tx, [ofId('code_mail', device_id ?? person.id)], now);
    await tx.run(queueMail(ctx, mail));
    return { resend_in: resendSeconds };
  });
}

/** Whether this is the code of the last mail. The attempt is counted before the comparison; the right code is consumed. */
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

/** The mailed code proves the address. */
export async function confirmEmail(ctx: Services, person: Person, code: string): Promise<Proved> {
  if (!isSixDigits(code) || !(await takeMailCode(ctx, person.id, code))) failFields({ code: 'code_wrong' });
  return async (tx) => {
    await tx.run(query.updateTable('second_factor').set({ email_confirmed_at: ctx.now() }).where('person_id', '=', person.id));
  };
}

/** Whether a code of the app is right. Each time step of 30 seconds is accepted once, and never an earlier one than the last. */
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

/** Recovery codes for a person who has none; existing ones stay valid. */
export async function firstRecoveryCodes(
  tx: Transaction,
  { secrets, now }: Pick<Services, 'secrets' | 'now'>,
  person_id: string,
): Promise<string[]> {
  const { codes, statements } = newRecoveryCodes(secrets, person_id, now());
  const [, [made]] = await tx.run(
    sql`insert into second_factor (person_id) values (${person_id}) on conflict do nothing`,
    query.selectFrom('second_factor').select('recovery_made_at').where('person_id', '=', person_id),
  );
  if (made?.recovery_made_at) return [];
  await tx.run(...statements);
  return codes;
}

/** Removes all second factors of a person, and the trust in their browsers. */
export const forgetFactors = (person_id: string): [Statement, ...Statement[]] => [
  sql`delete from second_factor where person_id = ${person_id}`,
  sql`delete from recovery_code where person_id = ${person_id}`,
  sql`delete from passkey where person_id = ${person_id}`,
  sql`delete from sign_in_step where person_id = ${person_id}`,
  sql`update device set trusted_until = null where person_id = ${person_id}`,
];
