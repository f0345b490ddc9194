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
const mailCodePlace = ({ person_id, asked_by }: Asking) => `${person_id}/mailed_code/${asked_by}`;

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

/** Who asks for mailed codes: a known browser or a session, by its id; without one, all unknown browsers of the person together. */
type Asking = { person_id: string; asked_by: string };
export const askingFor = (person_id: string, known: string | null): Asking => ({ person_id, asked_by: known ?? person_id });

/** Mails a code, once a minute at most for whoever asks; answers the seconds until the next one. */
export async function mailCode(ctx: Services, person: Person, known: string | null): Promise<{ resend_in: number }> {
  const now = ctx.now();
  const { identity, secrets } = ctx;
  const code = newMailCode();
  const asking = askingFor(person.id, known);
  const values = {
    code: secrets.digests(code, mailCodePlace(asking))[0] as Buffer,
    expires_at: new Date(now.getTime() + mailCodeMinutes * 60_000),
    sent_at: now,
    tries: 0,
  };
  const lately = new Date(now.getTime() - resendSeconds * 1000);
  const from = await mailSenderOf(ctx);
  const mail = accountMail('code', person, from, { code, values: { minutes: mailCodeMinutes } });
  return identity.withTenant(async (tx) => {
    const [[kept], [row]] = await tx.run(
      query
        .insertInto('mailed_code')
        .values({ ...asking, ...values })
        .onConflict((conflict) =>
          conflict
            .columns(['person_id', 'asked_by'])
            .doUpdateSet(values)
            .where(sql<boolean>`mailed_code.sent_at <= ${lately}`),
        )
        .returning('person_id'),
      query.selectFrom('mailed_code').select('sent_at').where('person_id', '=', asking.person_id).where('asked_by', '=', asking.asked_by),
    );
    if (!kept) {
      const sentAt = Date.parse(row?.sent_at ?? now.toISOString());
      return { resend_in: Math.max(1, Math.ceil((sentAt - lately.getTime()) / 1000)) };
    }
    await requireAttempt(tx, [ofId('code_mail', asking.asked_by)], now);
    await tx.run(queueMail(ctx, mail));
    return { resend_in: resendSeconds };
  });
}

/** Whether this is the code of the last mail to whoever asks. The attempt is counted before the comparison; the right code is consumed. */
export async function takeMailCode({ identity, secrets, now }: Services, asking: Asking, code: string): Promise<boolean> {
  const theirs = sql`person_id = ${asking.person_id} and asked_by = ${asking.asked_by}`;
  const [counted] = await identity.run(
    sql<{ code: Buffer }>`
      update mailed_code set tries = tries + 1
      where ${theirs} and code is not null and expires_at > ${now()} and tries < ${mailCodeTries} returning code`,
  );
  const given = secrets.digests(code, mailCodePlace(asking));
  if (!counted || !given.some((digest) => digest.equals(counted.code))) return false;
  const taken = await identity.run(
    sql<{ person_id: string }>`update mailed_code set code = null where ${theirs} and code = ${counted.code} returning person_id`,
  );
  return taken.length > 0;
}

/** The mailed code proves the address. */
export async function confirmEmail(ctx: Services, asking: Asking, code: string): Promise<Proved> {
  if (!isSixDigits(code) || !(await takeMailCode(ctx, asking, code))) failFields({ code: 'code_wrong' });
  const confirmed = { person_id: asking.person_id, email_confirmed_at: ctx.now() };
  return async (tx) => {
    await tx.run(
      query
        .insertInto('second_factor')
        .values(confirmed)
        .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ email_confirmed_at: confirmed.email_confirmed_at })),
    );
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
  sql`delete from mailed_code where person_id = ${person_id}`,
  sql`delete from passkey where person_id = ${person_id}`,
  sql`delete from sign_in_step where person_id = ${person_id}`,
  sql`update device set trusted_until = null where person_id = ${person_id}`,
];
