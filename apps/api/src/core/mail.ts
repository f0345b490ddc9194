/** Mails: through the unit's own server, else the platform's, else into files that the log names. */
import { mkdir, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import nodemailer from 'nodemailer';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { layOut } from './mailLayout.ts';
import type { MailText } from './mailLayout.ts';
import { PrivateAddress, publicAddressOf } from './outgoing.ts';
import type { Settings, Smtp } from './settings.ts';
import { uuidv7 } from './uuid.ts';

/** A server and the name under which it writes; `restricted` when somebody outside the operator chose it. */
export type MailServer = Smtp & { name: string; restricted: boolean };

export type Message = {
  to: { name: string; address: string };
  /** Null: the platform's server. */
  server: MailServer | null;
  /** Name of the sender when the platform's server is used. */
  sender_name: string;
  text: MailText;
};

export type Mail = {
  /** Resolves when the server has taken the mail. A mail sent twice under one id is one mail to most mail programs. */
  send: (message: Message, id?: string) => Promise<void>;
  /** The same, without making the caller wait; a failure is logged. `close` waits for it. */
  sendLater: (message: Message) => void;
  /** Rejects when the server (null: the platform's) cannot be reached or refuses our sign-in. */
  check: (server: MailServer | null) => Promise<void>;
  close: () => Promise<void>;
};

const connectionTimeoutMs = 10_000;
const mailPorts: ReadonlySet<number> = new Set([25, 465, 587, 2525]);

/** A line break in a header would begin another header or another recipient. */
function singleLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\r\n\0]/.test(text)) throw new Error('A name, address or subject of a mail holds a line break');
  return text;
}

/** A connection for one mail. What a unit calls its server is looked up by us, so that it cannot name the inside of our network. */
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

/** Opens the way out. Without a server, mails become `.eml` files in `outbox` below the data directory. */
export function openMail(
  settings: Pick<Settings, 'smtp' | 'dataDirectory' | 'publicUrl' | 'privateMailServers'>,
  log: FastifyBaseLogger,
): Mail {
  const pending = new Set<Promise<void>>();
  const outbox = join(settings.dataDirectory, 'outbox');
  const fallbackFrom = `portal@${new URL(settings.publicUrl).hostname}`;

  async function send({ to, server, sender_name, text }: Message, id = uuidv7()): Promise<void> {
    const smtp = server ?? settings.smtp;
    const { html, plain } = layOut(text);
    const mail = {
      messageId: `<${id}@${new URL(settings.publicUrl).hostname}>`,
      from: { name: singleLine(server?.name ?? sender_name), address: singleLine(smtp?.from ?? fallbackFrom) },
      to: { name: singleLine(to.name), address: singleLine(to.address) },
      subject: singleLine(text.subject),
      html,
      text: plain,
    };
    if (smtp) await (await connect(smtp, settings.privateMailServers)).sendMail(mail);
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
    sendLater(message) {
      const sending = send(message)
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
        .finally(() => pending.delete(sending));
      pending.add(sending);
    },
    async check(server) {
      const smtp = server ?? settings.smtp;
      if (smtp) await (await connect(smtp, settings.privateMailServers)).verify();
    },
    close: async () => void (await Promise.all(pending)),
  };
}
