/** Mails that outlive the process: asked for now, sent by a worker, tried again while the server does not answer. */
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Database } from './database/database.ts';
import { addPlatformJob } from './jobs/addJob.ts';
import { definePlatformJob } from './jobs/defineJob.ts';
import type { Mail, Message } from './mail.ts';
import type { Secrets } from './secrets.ts';
import { uuidv7 } from './uuid.ts';

/** A mail may hold a link that opens an account, and names a mail server with its password: it waits encrypted. */
const placeOf = (id: string) => `job/mail.send/${id}`;

export const sendMail = definePlatformJob({
  name: 'mail.send',
  schema: z.strictObject({ id: z.guid(), sealed: z.string() }),
  // Twelve tries over about seven hours: that long may a mail server be away.
  retry: { limit: 11, delay_seconds: 30 },
  async work(ctx, { id, sealed }) {
    const message = JSON.parse(ctx.secrets.decrypt(sealed, placeOf(id))) as Message;
    await ctx.mail.send(message, id);
  },
});

/** `mail`, but that what shall be sent later is kept by the database. `close` waits until that is so. */
export function queuedMail(mail: Mail, { database, secrets, log }: { database: Database; secrets: Secrets; log: FastifyBaseLogger }): Mail {
  const pending = new Set<Promise<unknown>>();
  return {
    ...mail,
    sendLater(message) {
      const id = uuidv7();
      const payload = { id, sealed: secrets.encrypt(JSON.stringify(message), placeOf(id)) };
      const asking = database
        .run({ kind: 'identity' }, addPlatformJob(sendMail, payload))
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be kept for sending'))
        .finally(() => pending.delete(asking));
      pending.add(asking);
    },
    async close() {
      await Promise.all(pending);
      await mail.close();
    },
  };
}
