/** Mails are jobs: written by a statement of the transaction that causes them, sent by a worker, retried while the mail server does not answer. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Statement } from '#platform/database/query.ts';
import { addJob, addPlatformJob } from '#domain/jobs/addJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import type { Pace } from '#platform/jobs/queues.ts';
import type { Mail, Message } from '#platform/mail/mail.ts';
import { refusedForGood } from '#platform/mail/mail.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { UnknownKey } from '#platform/secrets/secrets.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Recipient } from './refusal.ts';
import { recipient, tellOfRefusal } from './refusal.ts';

const schema = z.strictObject({
  id: z.guid(),
  /** Null: it has been sent, or whoever it was for is erased. */
  sealed: z.string().nullable(),
  recipient: recipient.optional(),
});
type Queued = z.infer<typeof schema>;

/** A queued mail is encrypted: it may contain a link that opens an account, and the password of a mail server. */
const placeOf = (id: string) => `job/mail.send/${id}`;

/** Twelve attempts over about seven hours, for mail servers that are down. A mail that is refused for good is not tried again. */
const retry = { limit: 11, delay_seconds: 30 };

const queue = 'quick' satisfies Pace;

/** What is in a mail is not kept any longer than it takes to send it. */
const forget = (job_id: string): Statement => sql`select reseal_mail(${queue}, ${job_id}, null)`;

type Sending = { mail: Mail; secrets: Secrets; identity: Scoped; job_id: string; unitOf: (tenant_id: string) => Scoped };

async function send({ mail, secrets, identity, job_id, unitOf }: Sending, { id, sealed, recipient: to }: Queued): Promise<void> {
  if (sealed === null) return;
  const refused = await mail.send(opened(secrets, id, sealed), id).then(
    () => null,
    (error: unknown) => refusedForGood(error) ?? Promise.reject(error),
  );
  if (to) await tellOfRefusal({ identity, unit: unitOf(to.tenant_id) }, to, refused);
  await identity.run(forget(job_id));
}

/** A text in which others stand for some words, however they are written. */
const masked = (text: string, words: readonly string[], instead: string): string =>
  words.reduce(
    (shown, word) => shown.replaceAll(new RegExp(word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'gi'), () => instead),
    text,
  );

const opened = (secrets: Secrets, id: string, sealed: string): Message => JSON.parse(secrets.decrypt(sealed, placeOf(id))) as Message;
const sealedFor = (secrets: Secrets, id: string, message: Message): string => secrets.encrypt(JSON.stringify(message), placeOf(id));

export const sendMail = definePlatformJob({
  name: 'mail.send',
  pace: queue,
  schema,
  retry,
  work: (ctx, queued) => send({ ...ctx, unitOf: ctx.unit }, queued),
  gaveUp: async ({ identity, job_id }) => void (await identity.run(forget(job_id))),
});
export const sendMailOfUnit = defineJob({
  name: 'mail.send_of_unit',
  pace: queue,
  schema,
  retry,
  work: (ctx, queued) => send({ ...ctx, unitOf: () => ctx }, queued),
  gaveUp: async ({ identity, job_id }) => void (await identity.run(forget(job_id))),
});

function queued(secrets: Secrets, message: Message, to?: Recipient): Queued {
  const id = uuidv7();
  return { id, sealed: sealedFor(secrets, id, message), ...(to ? { recipient: to } : {}) };
}

/** `ctx.identity.run(change, queueMail(ctx, message))`: sent if and only if the change is committed. */
export const queueMail = ({ secrets }: { secrets: Secrets }, message: Message, to?: Recipient): Statement =>
  addPlatformJob(sendMail, queued(secrets, message, to));

/** The same within a transaction of the unit. */
export const queueMailOfUnit = ({ secrets }: { secrets: Secrets }, tenant_id: string, message: Message, to?: Recipient): Statement =>
  addJob(sendMailOfUnit, tenant_id, queued(secrets, message, to));

export type WaitingMail = { job_id: string; of_unit: string | null; mail_id: string; sealed: string };
/** Mails that are still to be sent, of all units: for `forgetInMails`. */
export const waitingMails: RawBuilder<WaitingMail> = sql`select * from waiting_mails()`;

type Forgotten = { email: string; names: readonly string[]; tenant_id: string | null; instead: string };

/**
 * Of somebody who is erased the mails that wait are not sent, and mails to others name them no longer. `tenant_id`: only mails of this
 * unit, because the account goes on in another one. A name of one word is left in mails to others: it may be part of somebody else's.
 */
export async function forgetInMails(
  { identity, secrets }: { identity: Scoped; secrets: Secrets },
  waiting: readonly WaitingMail[],
  { email, names, tenant_id, instead }: Forgotten,
): Promise<void> {
  const words = [email, ...names.filter((name) => name.includes(' '))].toSorted((a, b) => b.length - a.length);
  for (const { job_id, of_unit, mail_id, sealed } of waiting) {
    if (tenant_id !== null && of_unit !== tenant_id) continue;
    const message = openable(secrets, mail_id, sealed);
    if (message === null || message.to.address.toLowerCase() === email) {
      await identity.run(forget(job_id));
      continue;
    }
    const text = withoutWords(message.text, words, instead);
    if (isDeepStrictEqual(text, message.text)) continue;
    const changed = sealedFor(secrets, mail_id, { ...message, text });
    await identity.run(sql`select reseal_mail(${queue}, ${job_id}, ${changed})`);
  }
}

/** What waits for these addresses is not sent any more. */
export async function dropMailsTo(
  { identity, secrets }: { identity: Scoped; secrets: Secrets },
  addresses: ReadonlySet<string>,
): Promise<void> {
  for (const { job_id, mail_id, sealed } of await identity.run(waitingMails)) {
    const message = openable(secrets, mail_id, sealed);
    if (message === null || addresses.has(message.to.address.toLowerCase())) await identity.run(forget(job_id));
  }
}

/** Null: sealed under a key that is no longer known, such as after a restore. It could not be sent either. */
function openable(secrets: Secrets, id: string, sealed: string): Message | null {
  try {
    return opened(secrets, id, sealed);
  } catch (error) {
    if (error instanceof UnknownKey) return null;
    throw error;
  }
}

const withoutWords = (text: Message['text'], words: readonly string[], instead: string): Message['text'] =>
  // Every text in it is a text again.
  JSON.parse(JSON.stringify(text), (_, value: unknown) =>
    typeof value === 'string' ? masked(value, words, instead) : value,
  ) as Message['text'];
