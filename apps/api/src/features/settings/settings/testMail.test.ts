import { testMail, updateConfig } from '@vitrine/contract/settings/settings.ts';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openMailbox } from '#test/harness/mailbox.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await world.close();
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function mailServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true, ...options });
  // Whoever refuses our encryption says so to the other side.
  server.on('error', () => undefined);
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return listening(server.server);
}

const refusedBy = (code: number) => Object.assign(new Error('no'), { responseCode: code });
const body = { name: 'Us', host: '127.0.0.1', port: 1, protocol: 'none', email: 'us@unit.example', password: null } as const;

async function adminOf() {
  const unit = await world.unit();
  const admin = await unit.person('admin');
  return { unit, admin, browser: await world.signIn(admin) };
}

test('a test mail goes through the server that is typed, to whoever asks and nobody else', async () => {
  const mailbox = await openMailbox();
  closing.push(mailbox.close);
  const { admin, browser } = await adminOf();
  await browser.call(testMail, { body: { ...body, port: mailbox.port } });
  expect(mailbox.received).toMatchObject([{ from: 'us@unit.example', to: [admin.email], mail: { from: { name: 'Us' } } }]);
});

test('every failure is told at the field that has to be changed', async () => {
  const noMail = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  closing.push(() => new Promise((resolve) => noMail.close(resolve)));
  const plain = await mailServer({});
  const failures = [
    [{ host: 'nowhere.invalid' }, { host: 'Nenhum servidor com este nome foi encontrado.' }],
    [{ port: 1 }, { host: 'O servidor recusou a conexão nesta porta.' }],
    [{ port: await listening(noMail) }, { host: 'Quem responde neste endereço não é um servidor de e-mail.' }],
    [{ port: plain, protocol: 'tls' }, { protocol: expect.stringContaining('não oferece esta segurança') }],
    [{ port: plain, protocol: 'starttls' }, { protocol: expect.stringContaining('não oferece esta segurança') }],
    [
      { port: await mailServer({ disabledCommands: [] }), protocol: 'starttls' },
      { host: 'O certificado do servidor não é válido para este nome.' },
    ],
    [
      { port: await mailServer({ onAuth: (_auth, _session, done) => done(refusedBy(535)) }), password: 'wrong' },
      { password: 'O servidor recusou o e-mail do remetente com esta senha.' },
    ],
    [{ port: await mailServer({ authOptional: false }) }, { password: expect.stringContaining('recusou') }],
    [
      { port: await mailServer({ onMailFrom: (_address, _session, done) => done(refusedBy(553)) }) },
      { email: 'O servidor não aceita este remetente.' },
    ],
    [
      { port: await mailServer({ onRcptTo: (_address, _session, done) => done(refusedBy(550)) }) },
      { email: expect.stringContaining('seu e-mail') },
    ],
    [{ host: 'mail.example\r\nX' }, { host: expect.stringContaining('inválid') }],
    [{ name: 'Us\r\nBcc: a@b.example' }, { name: expect.stringContaining('inválid') }],
  ] as const;
  for (const [change, told] of failures) {
    // One person may not ask so often.
    const { browser } = await adminOf();
    const refused = await browser.refusal(testMail, { body: { ...body, ...change } });
    const errors = Object.fromEntries(Object.entries(refused.body.errors ?? {}).map(([field, [text]]) => [field, text]));
    expect([refused.status, errors], JSON.stringify(change)).toEqual([422, told]);
  }
});

test('the stored password goes to the server it is stored for, and to no other', async () => {
  const heard: string[] = [];
  const port = await mailServer({
    onAuth: ({ password }, _session, done) => {
      heard.push(password ?? '');
      done(null, { user: 'us' });
    },
  });
  const { browser } = await adminOf();
  const stored = { enable: true, host: 'localhost', email: 'us@unit.example', password: 'smtp-secret', version: 1 } as const;
  await browser.call(updateConfig, { body: stored });
  await browser.call(testMail, { body: { ...body, port } });
  expect(heard).toEqual([]);
  await browser.call(testMail, { body: { ...body, host: 'localhost', port } });
  expect(heard).toEqual(['smtp-secret']);
});

test('the inside of our network is nobody’s mail server', async () => {
  const outside = await openWorld({ environment: { privateAddresses: false } });
  const browser = await outside.signIn(await (await outside.unit()).person('admin'));
  for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254']) {
    const { body: refused } = await browser.refusal(testMail, { body: { ...body, host, port: 25 } });
    expect(Object.keys(refused.errors ?? {}), host).toEqual(['host']);
  }
  await outside.close();
});

test('what listens inside is told by nothing: an open port and a closed one get the same bytes, and no connection', async () => {
  const outside = await openWorld({ environment: { privateAddresses: false } });
  const browser = await outside.signIn(await (await outside.unit()).person('admin'));
  let connections = 0;
  const listener = createServer(() => void connections++);
  closing.push(() => new Promise((resolve) => listener.close(resolve)));
  const answers = [];
  for (const port of [await listening(listener), 1, 25, 587]) {
    const { status, body: refused, headers } = await browser.refusal(testMail, { body: { ...body, host: 'localhost', port } });
    answers.push(JSON.stringify([status, { ...refused, request_id: '' }, headers['content-length']]));
  }
  expect(new Set(answers).size).toBe(1);
  expect(connections).toBe(0);
  await outside.close();
});

test('trying servers out has a limit', async () => {
  const { browser } = await adminOf();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) statuses.push((await browser.refusal(testMail, { body })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
});

test('is for those who set up the mail of a unit', async () => {
  const { unit } = await adminOf();
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(testMail, { body })).status).toBe(403);
});
