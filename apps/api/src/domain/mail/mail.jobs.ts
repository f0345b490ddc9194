/** Mails are jobs: written by a statement of the transaction that causes them, sent by a worker, retried while the mail server does not answer. */
import { z } from 'zod';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Statement } from '#platform/database/query.ts';
import { addJob, addPlatformJob } from '#domain/jobs/addJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import type { Mail, Message } from '#platform/mail/mail.ts';
import { refusedForGood } from '#platform/mail/mail.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Recipient } from './refusal.ts';
import { recipient, tellOfRefusal } from './refusal.ts';

const schema = z.strictObject({ id: z.guid(), sealed: z.string(), recipient: recipient.optional() });
type Queued = z.infer<typeof schema>;

/** A queued mail is encrypted: it may contain a link that opens an account, and the password of a mail server. */
const placeOf = (id: string) => `job/mail.send/${id}`;

/** Twelve attempts over about seven hours, for mail servers that are down. A mail that is refused for good is not tried again. */
const retry = { limit: 11, delay_seconds: 30 };

type Sending = { mail: Mail; secrets: Secrets; identity: Scoped; unitOf: (tenant_id: string) => Scoped };

async function send({ mail, secrets, identity, unitOf }: Sending, { id, sealed, recipient: to }: Queued): Promise<void> {
  const refused = await mail.send(JSON.parse(secrets.decrypt(sealed, placeOf(id))) as Message, id).then(
    () => null,
    (error: unknown) => refusedForGood(error) ?? Promise.reject(error),
  );
  if (to) await tellOfRefusal({ identity, unit: unitOf(to.tenant_id) }, to, refused);
}

export const sendMail = definePlatformJob({
  name: 'mail.send',
  schema,
  retry,
  work: (ctx, queued) => send({ ...ctx, unitOf: ctx.unit }, queued),
});
export const sendMailOfUnit = defineJob({
  name: 'mail.send_of_unit',
  schema,
  retry,
  work: (ctx, queued) => send({ ...ctx, unitOf: () => ctx }, queued),
});

function queued(secrets: Secrets, message: Message, to?: Recipient): Queued {
  const id = uuidv7();
  return { id, sealed: secrets.encrypt(JSON.stringify(message), placeOf(id)), ...(to ? { recipient: to } : {}) };
}

/** `ctx.identity.run(change, queueMail(ctx, message))`: sent if and only if the change is committed. */
export const queueMail = ({ secrets }: { secrets: Secrets }, message: Message, to?: Recipient): Statement =>
  addPlatformJob(sendMail, queued(secrets, message, to));

/** The same within a transaction of the unit. */
export const queueMailOfUnit = ({ secrets }: { secrets: Secrets }, tenant_id: string, message: Message, to?: Recipient): Statement =>
  addJob(sendMailOfUnit, tenant_id, queued(secrets, message, to));
