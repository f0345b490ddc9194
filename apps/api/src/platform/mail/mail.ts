/** Mails: through the unit's own server, else the platform's, else into files that the log names. */
import { mkdir, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { MailKind } from '@vitrine/contract/mailKinds.ts';
import type { FastifyBaseLogger } from 'fastify';
import nodemailer from 'nodemailer';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { layOut } from './mailLayout.ts';
import type { MailText } from './mailLayout.ts';
import { PrivateAddress, publicAddressOf } from './outgoing.ts';
import type { Environment, Smtp } from '#platform/environment.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

/** A mail server and its sender; `restricted` when a partner or unit chose it. */
export type MailServer = Smtp & { name: string; restricted: boolean };

export type Message = {
  /** What sort of mail it is, which mail programs can file it by. */
  kind: MailKind;
  to: { name: string; address: string };
  /** Null: the platform's server. */
  server: MailServer | null;
  /** Name of the sender when the platform's server is used. */
  sender_name: string;
  text: MailText;
  /** Small files of our own making. */
  attachments?: { name: string; content_type: string; base64: string }[];
  /** Where an answer goes, and what this mail is shown together with: `mark` is part of its id, which comes back with the answer. */
  answering?: { reply_to: string; mark: string; thread: string };
};

export type Mail = {
  /** Resolves when the server has accepted the mail. Most mail programs show two mails with the same id once. */
  send: (message: Message, id?: string) => Promise<void>;
  /** Rejects when the server (null: the platform's) cannot be reached or refuses our sign-in. */
  check: (server: MailServer | null) => Promise<void>;
};

/**
 * What the server said when it refused the recipient or the text for good (a bounce); null for everything that may be better later, also a
 * refused sign-in, which the next change of the settings may mend.
 */
export function refusedForGood(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, responseCode, response } = error as Error & { code?: string; responseCode?: number; response?: string };
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isOfThisMail && responseCode !== undefined && responseCode >= 500 ? (response ?? error.message).slice(0, longestAnswer) : null;
}

/** Before a mail was handed over: the server's name is not known, nobody is there, or it wants another sign-in or recipient. */
const beforeTheMail: ReadonlySet<string> = new Set(['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE']);

/**
 * Whether the server has certainly not taken the mail: it said so, or there was no talk of the mail yet. Of a connection that broke nobody
 * knows; whoever may send only once does not send again then.
 */
export function surelyNotTaken(error: unknown): boolean {
  if (error instanceof PrivateAddress) return true;
  if (!(error instanceof Error)) return false;
  const { code = '', responseCode = 0, syscall } = error as Error & { code?: string; responseCode?: number; syscall?: string };
  return responseCode >= 400 || beforeTheMail.has(code) || syscall === 'connect' || syscall === 'getaddrinfo';
}

const longestAnswer = 300;
const connectionTimeoutMs = 10_000;
const mailPorts: ReadonlySet<number> = new Set([25, 465, 587, 2525]);

/** A line break in a header would begin another header or another recipient. */
function singleLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\r\n\0]/.test(text)) throw new Error('A name, address or subject of a mail holds a line break');
  return text;
}

/** A connection for one mail. The host name of a unit's server is resolved here, so that it cannot point into our network. */
async function connect(server: Smtp | MailServer, privateAllowed: boolean): Promise<Transporter> {
  const { host, port, protocol, user, password } = server;
  const isChecked = 'restricted' in server && server.restricted && !privateAllowed;
  if (isChecked && !mailPorts.has(port)) throw new PrivateAddress(`${port} is not a port of mail servers`);
  return nodemailer.createTransport({
    host: isChecked ? await publicAddressOf(host) : host,
    port,
    secure: protocol === 'tls',
    requireTLS: protocol === 'starttls',
    ignoreTLS: protocol === 'none',
    ...(isIP(host) === 0 ? { tls: { servername: host } } : {}),
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: connectionTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Opens the mailer; features queue their mails (`domain/mail`). Without a server, mails become `.eml` files in `outbox` below the data directory. */
export function openMail(
  environment: Pick<Environment, 'smtp' | 'dataDirectory' | 'publicUrl' | 'privateAddresses'>,
  log: FastifyBaseLogger,
): Mail {
  const outbox = join(environment.dataDirectory, 'outbox');
  const fallbackFrom = `portal@${new URL(environment.publicUrl).hostname}`;

  async function send({ kind, to, server, sender_name, text, attachments = [], answering }: Message, id = uuidv7()): Promise<void> {
    const smtp = server ?? environment.smtp;
    const { html, plain } = layOut(text);
    const numbered = (name: string) => `<${name}@${new URL(environment.publicUrl).hostname}>`;
    const mail = {
      messageId: numbered(answering ? `${id}.${answering.mark}` : id),
      ...(answering
        ? { replyTo: singleLine(answering.reply_to), inReplyTo: numbered(answering.thread), references: numbered(answering.thread) }
        : {}),
      from: { name: singleLine(server?.name ?? sender_name), address: singleLine(smtp?.from ?? fallbackFrom) },
      to: { name: singleLine(to.name), address: singleLine(to.address) },
      subject: singleLine(text.subject),
      // Nobody’s absence is answered to a portal (RFC 3834). One that waits since before kinds has no kind, and no header then.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Portal-Mail': kind },
      html,
      text: plain,
      attachments: attachments.map(({ name, content_type, base64 }) => ({
        filename: singleLine(name),
        contentType: content_type,
        content: Buffer.from(base64, 'base64'),
      })),
    };
    if (smtp) await (await connect(smtp, environment.privateAddresses)).sendMail(mail);
    else await keep(mail);
  }

  async function keep(mail: SendMailOptions): Promise<void> {
    const composed = await nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(mail);
    const file = join(outbox, `${uuidv7()}.eml`);
    await mkdir(outbox, { recursive: true });
    await writeFile(file, composed.message, { mode: 0o600 });
    log.info({ file }, 'no mail server is set: the mail was put into a file');
  }

  return {
    send,
    async check(server) {
      const smtp = server ?? environment.smtp;
      if (smtp) await (await connect(smtp, environment.privateAddresses)).verify();
    },
  };
}
