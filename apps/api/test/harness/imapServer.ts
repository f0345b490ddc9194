/** Debian's Dovecot as the mailbox that answers come to: a real IMAP server, into whose inbox a test puts what arrives. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { freePort } from '@vitrine/embedded-postgres/postmaster.ts';

/** It starts as root alone, because it changes to the owner of the mails. */
export const hasDovecot = existsSync('/usr/sbin/dovecot') && process.getuid?.() === 0;

const owner = { name: 'mail', id: 8 };
const patienceMs = 20_000;

const isUp = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });

type Tls = { cert: string; key: string };

function settle(folder: string, port: number, tls: Tls | null): void {
  const certificate = tls ? `ssl_cert = <${folder}/cert.pem\nssl_key = <${folder}/key.pem` : '';
  if (tls) {
    writeFileSync(join(folder, 'cert.pem'), tls.cert);
    writeFileSync(join(folder, 'key.pem'), tls.key);
  }
  const listeners = tls
    ? `inet_listener imap {\n port = 0\n }\n inet_listener imaps {\n port = ${port}\n ssl = yes\n }`
    : `inet_listener imap {\n port = ${port}\n }\n inet_listener imaps {\n port = 0\n }`;
  writeFileSync(
    join(folder, 'dovecot.conf'),
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = ${tls ? 'yes' : 'no'}
${certificate}
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/mail
passdb {
  driver = static
  args = password=${imapUser.password}
}
userdb {
  driver = static
  args = uid=${owner.name} gid=${owner.name} home=${folder}/mail
}
service imap-login {
  ${listeners}
}
`,
  );
}

export const imapUser = { user: 'respostas@suporte.example', password: 'Girassol-amarelo-7' };

export type ImapServer = {
  port: number;
  /** Puts a mail into the inbox, as a server that has taken it for delivery does. */
  deliver: (mail: SendMailOptions) => Promise<void>;
  deliverRaw: (raw: string | Buffer) => void;
  /** Mails that nobody has seen. */
  unseen: () => number;
  /** As if nobody had looked at any of them: for what is looked at again after a crash. */
  forget: () => void;
  close: () => Promise<void>;
};

export async function openImapServer({ tls = null }: { tls?: Tls | null } = {}): Promise<ImapServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-imap-'));
  const port = await freePort();
  chmodSync(folder, 0o755);
  for (const name of ['run', 'state', 'mail', 'mail/new', 'mail/cur', 'mail/tmp']) mkdirSync(join(folder, name));
  for (const name of ['mail', 'mail/new', 'mail/cur', 'mail/tmp']) chownSync(join(folder, name), owner.id, owner.id);
  settle(folder, port, tls);
  const child = spawn('/usr/sbin/dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  const end = Date.now() + patienceMs;
  while (!(tls ? existsSync(join(folder, 'run/login')) : await isUp(port))) {
    if (Date.now() > end || child.exitCode !== null)
      throw new Error(`Dovecot does not start: ${readFileSync(join(folder, 'log'), 'utf8')}`);
    await pause(50);
  }
  let number = 0;
  const deliverRaw = (raw: string | Buffer) => {
    const name = `${Date.now()}.${++number}.test`;
    writeFileSync(join(folder, 'mail/tmp', name), raw);
    chownSync(join(folder, 'mail/tmp', name), owner.id, owner.id);
    renameSync(join(folder, 'mail/tmp', name), join(folder, 'mail/new', name));
  };
  const named = (part: string) => readdirSync(join(folder, 'mail', part));
  return {
    port,
    deliverRaw,
    async deliver(mail) {
      const { message } = await nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(mail);
      deliverRaw(message as Buffer);
    },
    unseen: () => named('new').length + named('cur').filter((name) => !/:2,[A-Z]*S/.test(name)).length,
    forget() {
      for (const name of named('cur')) renameSync(join(folder, 'mail/cur', name), join(folder, 'mail/cur', name.replace(/:2,.*$/, ':2,')));
    },
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
