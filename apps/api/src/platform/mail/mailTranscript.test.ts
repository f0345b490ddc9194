/** What really goes over the wire, byte by byte: whatever people write, one mail is one command for one receiver. */
import fc from 'fast-check';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { afterAll, expect, test } from 'vitest';
import { openLog } from '#platform/log.ts';
import { openMail } from './mail.ts';
import type { Message } from './mail.ts';

type Conversation = { commands: string[]; mails: string[] };
const conversations: Conversation[] = [];

/** A server that takes everything and understands nothing but where a mail begins and ends. */
const server = createServer((socket) => {
  const heard: Conversation = { commands: [], mails: [] };
  conversations.push(heard);
  let rest = '';
  let mail: string[] | null = null;
  socket.setEncoding('latin1').on('error', () => undefined);
  socket.write('220 ready\r\n');
  const hear = (line: string): string => {
    if (mail !== null) {
      if (line !== '.') {
        mail.push(line);
        return '';
      }
      heard.mails.push(mail.join('\r\n'));
      mail = null;
      return '250 taken\r\n';
    }
    heard.commands.push(line);
    if (/^DATA$/i.test(line)) {
      mail = [];
      return '354 go on\r\n';
    }
    return /^QUIT$/i.test(line) ? '221 bye\r\n' : '250 ok\r\n';
  };
  socket.on('data', (chunk: string) => {
    // A lone line feed ends a command for lenient servers; it must not be there at all.
    const lines = (rest + chunk).split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) socket.write(hear(line));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const smtp = {
  host: '127.0.0.1',
  port: (server.address() as AddressInfo).port,
  protocol: 'none' as const,
  user: null,
  password: null,
  from: 'portal@platform.example',
};
const mail = openMail(
  { smtp, dataDirectory: '/nowhere', publicUrl: 'https://portal.example', privateAddresses: true },
  openLog('info', { write: () => undefined }),
);

const pieces = [
  '\r\n', '\n', '\r', '\0', '\r\n.\r\n', '.', '\u2028', '\u0085', '\v', 'RCPT TO:<evil@example.com>', 'DATA', 'Bcc: evil@example.com', 'Cc: evil@example.com',
  ' <evil@example.com>', ', evil@example.com', ';', '"', '\\', '=?utf-8?q?=0D=0ABcc:_evil@example.com?=', 'Ana', 'é', ' ',
]; // prettier-ignore
const hostile = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((parts) => `x${parts.join('')}`);

test('whatever stands in names, subject and text, there is one sender, one receiver and one mail, or nothing at all', async () => {
  const sent = { whole: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, hostile, async (name, sender_name, subject, text) => {
      conversations.length = 0;
      const message: Message = {
        kind: 'notice_message',
        to: { name, address: 'ana@example.com' },
        server: null,
        sender_name,
        text: {
          subject,
          greeting: text,
          paragraphs: [text, `\r\n.\r\nMAIL FROM:<evil@example.com>\r\n`],
          action: { label: text, url: 'https://portal.example/x', fallback: text },
          footer: text,
          colours: { button: '#112233', button_font: '#ffffff' },
        },
      };
      const isTaken = await mail.send(message).then(
        () => true,
        () => false,
      );
      sent[isTaken ? 'whole' : 'refused']++;
      const commands = conversations.flatMap((one) => one.commands);
      if (!isTaken) {
        expect(commands).toEqual([]);
        return;
      }
      expect(commands.map((command) => command.replace(/^EHLO .*/, 'EHLO'))).toEqual(
        expect.arrayContaining(['EHLO', 'MAIL FROM:<portal@platform.example>', 'RCPT TO:<ana@example.com>', 'DATA']),
      );
      expect(commands.filter((command) => !/^(EHLO|QUIT)/.test(command))).toHaveLength(3);
      const [raw = '', ...more] = conversations.flatMap((one) => one.mails);
      expect(more).toEqual([]);
      const read = await PostalMime.parse(Buffer.from(raw, 'latin1'));
      expect([read.to, read.from].flat().map((one) => one?.address)).toEqual(['ana@example.com', 'portal@platform.example']);
      expect(read.headers.filter(({ key }) => ['cc', 'bcc', 'sender', 'reply-to', 'resent-to'].includes(key))).toEqual([]);
    }),
    { numRuns: 150 },
  );
  expect(Math.min(sent.whole, sent.refused)).toBeGreaterThan(0);
});

test.each([
  'ana@example.com>\r\nRCPT TO:<evil@example.com',
  'ana@example.com, evil@example.com',
  'ana@example.com evil@example.com',
  '<ana@example.com> SIZE=1',
  'group: ana@example.com, evil@example.com;',
])('an address that is more than one reaches nobody but at most one: %j', async (address) => {
  conversations.length = 0;
  const text = {
    subject: 'x',
    greeting: 'x',
    paragraphs: [],
    action: null,
    footer: 'x',
    colours: { button: '#112233', button_font: '#ffffff' },
  };
  await mail.send({ kind: 'reset', to: { name: 'Ana', address }, server: null, sender_name: 'Portal', text }).catch(() => undefined);
  const receivers = conversations.flatMap((one) => one.commands).filter((command) => /^RCPT/i.test(command));
  expect(receivers.length).toBeLessThanOrEqual(1);
  expect(receivers.join()).not.toMatch(/RCPT TO:<evil/);
});
