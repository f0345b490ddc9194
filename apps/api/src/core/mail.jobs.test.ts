import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openMailbox } from '../../test/harness/mailbox.ts';
import { openWorld } from '../../test/harness/world.ts';
import { queuedMail } from './mail.jobs.ts';
import type { Message } from './mail.ts';

const mailbox = await openMailbox();
const smtp = {
  host: '127.0.0.1',
  port: mailbox.port,
  protocol: 'none' as const,
  user: null,
  password: null,
  from: 'portal@platform.example',
};
const world = await openWorld({ settings: { smtp } });
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const message: Message = {
  to: { name: 'Ana', address: 'ana@example.com' },
  server: null,
  sender_name: 'Portal',
  text: {
    subject: 'Sua nova senha',
    greeting: 'Olá, Ana!',
    paragraphs: ['O link secreto é abc123.'],
    action: null,
    footer: 'Fim.',
    colours: { button: '#112233', button_font: '#ffffff' },
  },
};

test('a mail that was asked for is sent, although the process that was asked is gone', async () => {
  const mail = queuedMail(world.services.mail, world.services);
  mail.sendLater(message);
  await mail.close();
  expect(mailbox.received).toEqual([]);
  const [kept] = await world.owner.run<{ data: unknown }>(sql`select data from jobs.job`);
  expect(JSON.stringify(kept)).not.toMatch(/abc123|ana@example/);
  expect(await world.runJobs()).toEqual([{ name: 'mail.send', status: 'completed' }]);
  expect(mailbox.received.map(({ mail: { subject } }) => subject)).toEqual(['Sua nova senha']);
});

test('a mail whose server is away is tried again later, and not at once', async () => {
  const mail = queuedMail(world.services.mail, world.services);
  mail.sendLater({ ...message, server: { ...smtp, port: 1, name: 'Aurora', restricted: false } });
  await mail.close();
  expect(await world.runJobs()).toMatchObject([{ status: 'failed' }]);
  expect(await world.runJobs()).toEqual([]);
  world.setTime(new Date(Date.now() + 3_600_000));
  expect(await world.runJobs()).toContainEqual(expect.objectContaining({ name: 'mail.send', status: 'failed' }));
});
