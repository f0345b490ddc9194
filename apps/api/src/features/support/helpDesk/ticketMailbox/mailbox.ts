/** The stored mailbox, as the portal signs in to it. */
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import type { MailboxServer } from '#platform/mail/imap.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** The place that its password is bound to when it is encrypted. */
export const passwordPlace = 'ticket_mailbox/password';

export type Mailbox = MailboxServer & { address: string };

/** Null where the operator gave none. */
export async function readMailbox(identity: Scoped, secrets: Secrets): Promise<Mailbox | null> {
  const [row] = await identity.run(sql<Mailbox>`
    select host, port, protocol, user_name as user, password, address from ticket_mailbox`);
  return row ? { ...row, password: secrets.decrypt(row.password, passwordPlace) } : null;
}
