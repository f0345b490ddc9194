/** A mailbox that answers come to: looked into for a moment, with little patience and for little at a time. */
import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { PrivateAddress, publicAddressOf } from './outgoing.ts';

export type MailboxServer = {
  host: string;
  port: number;
  /** As of a mail server: `tls` from the first byte, `starttls` required after the greeting, `none` without encryption. */
  protocol: 'tls' | 'starttls' | 'none';
  user: string;
  password: string;
};

/** A message before it is fetched: the mailbox's own number of it, and what its server reads in its head. */
export type Arrived = { uid: number; size: number; message_id: string; from: string };

export type OpenMailbox = {
  /** Those that nobody has seen, oldest first, and at most so many. */
  unseen: (most: number) => Promise<Arrived[]>;
  /** Null: it is larger than its server said. */
  source: (uid: number) => Promise<Buffer | null>;
  markSeen: (uid: number) => Promise<void>;
  /** Whether its server is still there: what failed says nothing about a mail then. */
  isOpen: () => boolean;
};

const connectionTimeoutMs = 10_000;
/** Between two answers of the server. */
const silenceMs = 20_000;
const mailPorts: ReadonlySet<number> = new Set([143, 993]);

/** Mails above this size are left where they are. */
export const largestMail = 25 * 1_048_576;
/** What surrounds a mail in the server's answer. */
const framing = 65_536;

/** A name that somebody entered is resolved here and must not point into our network, unless that is allowed. */
async function client({ host, port, protocol, user, password }: MailboxServer, privateAllowed: boolean): Promise<ImapFlow> {
  if (!privateAllowed && !mailPorts.has(port)) throw new PrivateAddress(`${port} is not a port of mailboxes`);
  return new ImapFlow({
    host: privateAllowed ? host : await publicAddressOf(host),
    port,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secure: protocol === 'tls',
    ...(protocol === 'tls' ? {} : { doSTARTTLS: protocol === 'starttls' }),
    auth: { user, pass: password },
    // Addresses, passwords and words stay out of the log.
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: silenceMs,
    maxLiteralSize: largestMail + framing,
    maxResponseSize: largestMail + 2 * framing,
    maxLineLength: 1_048_576,
  });
}

/** Opens the inbox for the work, and closes it whatever happens. */
export async function withMailbox<T>(
  server: MailboxServer,
  { privateAllowed }: { privateAllowed: boolean },
  work: (mailbox: OpenMailbox) => Promise<T>,
): Promise<T> {
  const imap = await client(server, privateAllowed);
  // It is told by the call that waits; without a listener it would end the process.
  imap.on('error', () => {});
  try {
    await imap.connect();
    await imap.mailboxOpen('INBOX');
    return await work(opened(imap));
  } finally {
    imap.close();
  }
}

const opened = (imap: ImapFlow): OpenMailbox => ({
  async unseen(most) {
    const uids = await imap.search({ seen: false }, { uid: true });
    if (!uids) throw new Error('The mailbox does not list its mails');
    const arrived: Arrived[] = [];
    const first = uids.toSorted((a, b) => a - b).slice(0, most);
    if (first.length === 0) return arrived;
    for await (const { uid, size, envelope } of imap.fetch(first, { uid: true, size: true, envelope: true }, { uid: true }))
      arrived.push({ uid, size: size ?? 0, message_id: envelope?.messageId ?? '', from: envelope?.from?.[0]?.address ?? '' });
    return arrived.toSorted((a, b) => a.uid - b.uid);
  },
  async source(uid) {
    const message = await imap.fetchOne(String(uid), { source: { maxLength: largestMail + 1 } }, { uid: true });
    // The library answers so also where the connection has ended.
    if (!message || !message.source) throw new Error('The mailbox does not give a mail that it has listed');
    return message.source.length <= largestMail ? message.source : null;
  },
  async markSeen(uid) {
    if (!(await imap.messageFlagsAdd([uid], [String.raw`\Seen`], { uid: true })))
      throw new Error('The mailbox does not mark a mail as read');
  },
  isOpen: () => imap.usable,
});
