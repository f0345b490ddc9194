import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openMailbox, readOutbox } from '#test/harness/mailbox.ts';
import { wcag } from '#test/harness/mailHtml.ts';
import { openLog } from '#platform/log.ts';
import { openMail } from './mail.ts';
import type { MailServer, Message } from './mail.ts';

const directory = await mkdtemp(join(tmpdir(), 'vitrine-mail-'));
const mailbox = await openMailbox();
const lines: string[] = [];
const log = openLog('info', { write: (line) => void lines.push(line) });
afterAll(async () => {
  await mailbox.close();
  await rm(directory, { recursive: true });
});

const smtp = {
  host: '127.0.0.1',
  port: mailbox.port,
  protocol: 'none' as const,
  user: null,
  password: null,
  from: 'portal@platform.example',
};
const unitServer: MailServer = { ...smtp, from: 'reports@unit.example', name: 'Unit A', restricted: true };
const base = { dataDirectory: directory, publicUrl: 'https://portal.example', privateAddresses: true };
const mail = openMail({ ...base, smtp }, log);

const message = (changes: { name?: string; address?: string; subject?: string; greeting?: string; server?: MailServer } = {}): Message => ({
  kind: 'reset',
  to: { name: changes.name ?? 'Ana', address: changes.address ?? 'ana@example.com' },
  server: changes.server ?? null,
  sender_name: 'Portal',
  text: {
    subject: changes.subject ?? 'Olá',
    greeting: changes.greeting ?? 'Olá, Ana!',
    paragraphs: ['Um parágrafo.'],
    action: { label: 'Abrir', url: 'https://portal.example/new/password/x?a=1&b=2', fallback: 'Copie:' },
    footer: 'Fim.',
    colours: { button: '#112233', button_font: '#ffffff' },
  },
});
const last = () => mailbox.received.at(-1);

test("sends by the platform's server, in HTML and as text", async () => {
  await mail.send(message());
  expect(last()).toMatchObject({
    from: 'portal@platform.example',
    to: ['ana@example.com'],
    mail: { subject: 'Olá', from: { name: 'Portal' } },
  });
  expect(last()?.mail.html).toContain('href="https://portal.example/new/password/x?a=1&amp;b=2"');
  expect(last()?.mail.text).toContain('Abrir: https://portal.example/new/password/x?a=1&b=2');
});

test('says what sort of mail it is, and that nobody’s absence is to be answered to it', async () => {
  await mail.send(message());
  expect(last()?.raw).toMatch(/^X-Portal-Mail: reset\r?$/m);
  expect(last()?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  // As it was put into the queue before mails had kinds.
  const { kind: _kind, ...former } = message();
  await mail.send(former as Message);
  expect(last()?.mail.subject).toBe('Olá');
  expect(last()?.raw).not.toContain('X-Portal-Mail');
});

test("sends by the unit's own server under its own name", async () => {
  await mail.send(message({ server: unitServer }));
  expect(last()).toMatchObject({ from: 'reports@unit.example', mail: { from: { name: 'Unit A', address: 'reports@unit.example' } } });
});

test('lets nothing that people wrote become markup', async () => {
  await mail.send(message({ greeting: '<img src=x onerror=alert(1)> & "friends"' }));
  expect(last()?.mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;friends&quot;');
});

test.each([
  ['a subject', { subject: 'Hi\r\nBcc: evil@example.com' }],
  ['a name', { name: 'Ana\nRCPT TO:<evil@example.com>' }],
  ['an address', { address: 'ana@example.com\r\nRCPT TO:<evil@example.com>' }],
  ['a NUL', { subject: 'Hi\0' }],
])('sends nothing at all when %s breaks its line', async (_, changes) => {
  const before = mailbox.received.length;
  await expect(mail.send(message(changes))).rejects.toThrow('line break');
  expect(mailbox.received).toHaveLength(before);
});

test('one mail goes to one person', async () => {
  await mail.send(message({ address: 'ana@example.com' }));
  expect(last()?.to).toEqual(['ana@example.com']);
  const before = mailbox.received.length;
  await mail.send(message({ address: 'ana@example.com, evil@example.com' })).catch(() => undefined);
  for (const received of mailbox.received.slice(before)) expect(received.to).toHaveLength(1);
});

test('puts mails into files where there is no server, and names the file in the log', async () => {
  const files = openMail({ ...base, smtp: null }, log);
  await files.send(message({ subject: 'Em arquivo' }));
  expect((await readOutbox(directory)).map(({ subject }) => subject)).toEqual(['Em arquivo']);
  expect(lines.at(-1)).toMatch(/"file":"[^"]+\.eml"/);
  await files.check(null);
});

test('finds out beforehand that a server does not answer', async () => {
  await mail.check(null);
  const closed = { ...unitServer, port: 1 };
  await expect(mail.check(closed)).rejects.toThrow();
});

test.each(['127.0.0.1', 'localhost', '0.0.0.0', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', '2130706433'])(
  'does not connect to %s because a unit says so',
  async (host) => {
    let connections = 0;
    const listener = createServer(() => void connections++);
    await new Promise<void>((resolve) => listener.listen(0, resolve));
    const strict = openMail({ ...base, smtp, privateAddresses: false }, log);
    for (const port of [25, 587, (listener.address() as AddressInfo).port]) {
      await expect(strict.check({ ...unitServer, host, port })).rejects.toMatchObject({ name: 'PrivateAddress' });
    }
    expect(connections).toBe(0);
    listener.close();
  },
);

const branded: Message['text'] = {
  ...message().text,
  colours: { background: '#fff9d6', card: '#fffdf0', font: '#fff7c2', button: '#ffdd00', button_font: '#ffffff' },
  brand: { name: 'Lojas "Aurora" & Filhas', logo: 'https://portal.example/api/files/1/0.key' },
};

test('a mail is in the brand of its unit, and reads whatever colours that has', async () => {
  await mail.send({ ...message(), text: branded });
  const html = String(last()?.mail.html);
  const [sheet = '', body = ''] = html.split('</head>');
  expect(body).toContain('<img src="https://portal.example/api/files/1/0.key" alt="Lojas &quot;Aurora&quot; &amp; Filhas"');
  const card = /class="card"[^>]*background:(#[0-9a-f]{6})/.exec(body)?.[1] as string;
  expect(card).toBe('#fffdf0');
  const texts = [...body.matchAll(/<td class="(?:font|dim)"[^>]*;color:(#[0-9a-f]{6})/g)].map(([, colour]) => colour as string);
  expect(texts.length).toBeGreaterThanOrEqual(4);
  for (const colour of texts) expect(wcag(colour, card)).toBeGreaterThanOrEqual(4.5);
  const [, button = '', ink = ''] = /<a [^>]*background:(#[0-9a-f]{6});color:(#[0-9a-f]{6})/.exec(body) ?? [];
  expect(button).toBe('#ffdd00');
  expect(wcag(ink, button)).toBeGreaterThanOrEqual(4.5);
  const dark = (name: string, property: string) =>
    new RegExp(`\\.${name}\\{[^}]*?(?<=[{;])${property}:(#[0-9a-f]{6}) !important`).exec(sheet)?.[1] as string;
  for (const name of ['font', 'dim']) expect(wcag(dark(name, 'color'), dark('card', 'background'))).toBeGreaterThanOrEqual(4.5);
  expect(wcag(dark('button', 'color'), dark('button', 'background'))).toBeGreaterThanOrEqual(4.5);
  expect(wcag('#ffffff', dark('card', 'background'))).toBeGreaterThan(10);
});

test('a mail says to mail programs what they need to draw it: both schemes, widths and grounds as attributes', async () => {
  await mail.send({ ...message(), text: branded });
  const html = String(last()?.mail.html);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('<!--[if mso]><table role="presentation" width="560"');
  expect(html).toContain('bgcolor="#ffdd00"');
  expect(html).not.toMatch(/v:roundrect|urn:schemas-microsoft-com:vml|<script|flex|var\(--/);
});

test('without a logo the name stands over the text, and in the text alone as well', async () => {
  await mail.send({ ...message(), text: { ...branded, brand: { name: '<b>Aurora</b>', logo: null } } });
  expect(last()?.mail.html).toContain('&lt;b&gt;Aurora&lt;/b&gt;');
  expect(last()?.mail.html).not.toContain('<img');
  expect(last()?.mail.text?.startsWith('<b>Aurora</b>\n')).toBe(true);
});

test('a mail that has waited since before brands is drawn in the colours of the product', async () => {
  await mail.send(message());
  expect(last()?.mail.html).toContain('bgcolor="#112233"');
  expect(last()?.mail.html).toContain('background:#f6f7f9');
});
