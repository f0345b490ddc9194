/** A real SMTP server that keeps what it is given, and a reader of the outbox files. */
import { readFile, readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

type Received = { from: string; to: string[]; raw: string; mail: Email };

export type Mailbox = {
  port: number;
  received: Received[];
  close: () => Promise<void>;
};

/** `port`: where a server stood before, otherwise any. `refuses`: the code with which a recipient is refused, such as 550 for a mailbox that does not exist. */
export async function openMailbox({
  port = 0,
  refuses = () => null,
}: { port?: number; refuses?: (address: string) => number | null } = {}): Promise<Mailbox> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, next) {
      const code = refuses(address);
      next(code === null ? null : Object.assign(new Error('No such mailbox here'), { responseCode: code }));
    },
    onData(stream, session, taken) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        void PostalMime.parse(raw).then((mail) => {
          received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw, mail });
          taken();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Mails that were put into files, oldest first. */
export async function readOutbox(directory: string): Promise<Email[]> {
  const outbox = join(directory, 'outbox');
  const names = await readdir(outbox).catch((): string[] => []);
  return Promise.all(names.toSorted().map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))));
}
