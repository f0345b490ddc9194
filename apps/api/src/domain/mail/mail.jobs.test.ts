import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openMailbox } from '#test/harness/mailbox.ts';
import { openWorld } from '#test/harness/world.ts';
import { scoped } from '#platform/database/scoped.ts';
import { queueMail, queueMailOfUnit } from './mail.jobs.ts';
import type { Message } from '#platform/mail/mail.ts';

const mailbox = await openMailbox();
const smtp = {
  host: '127.0.0.1',
  port: mailbox.port,
  protocol: 'none' as const,
  user: null,
  password: null,
  from: 'portal@platform.example',
};
const world = await openWorld({ environment: { smtp } });
afterAll(async () => {
  await world.close();
  await mailbox.close();
});
const identity = scoped(world.services.database, { kind: 'identity' });

const message: Message = {
  kind: 'reset',
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

test('a mail is sent when what caused it is committed, and nobody reads it before', async () => {
  await identity.run(queueMail(world.services, message));
  expect(mailbox.received).toEqual([]);
  const [kept] = await world.owner.run<{ data: unknown }>(sql`select data from jobs.job`);
  expect(JSON.stringify(kept)).not.toMatch(/abc123|ana@example/);
  expect(await world.runJobs()).toEqual([{ name: 'mail.send', status: 'completed' }]);
  expect(mailbox.received.map(({ mail: { subject } }) => subject)).toEqual(['Sua nova senha']);
});

test('there is no mail of what was undone', async () => {
  const { unit } = await world.unitWithAdmin();
  const here = scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id });
  const undone = (scope: typeof identity, statement: ReturnType<typeof queueMail>) =>
    expect(
      scope.withTenant(async (tx) => {
        await tx.run(statement);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
  await undone(identity, queueMail(world.services, message));
  await undone(here, queueMailOfUnit(world.services, unit.id, message));
  expect(await world.runJobs()).toEqual([]);
  await here.run(queueMailOfUnit(world.services, unit.id, message));
  expect(await world.runJobs()).toEqual([{ name: 'mail.send_of_unit', status: 'completed' }]);
});

test('a unit queues no mail of another unit or of the platform', async () => {
  const [{ unit }, { unit: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const here = scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id });
  await expect(here.run(queueMail(world.services, message))).rejects.toThrow('row-level security');
  await expect(here.run(queueMailOfUnit(world.services, other.id, message))).rejects.toThrow('row-level security');
});

test('a mail whose server is away is tried again later, and not at once', async () => {
  await identity.run(queueMail(world.services, { ...message, server: { ...smtp, port: 1, name: 'Aurora', restricted: false } }));
  expect(await world.runJobs()).toMatchObject([{ status: 'failed' }]);
  expect(await world.runJobs()).toEqual([]);
  world.setTime(new Date(Date.now() + 3_600_000));
  expect(await world.runJobs()).toContainEqual(expect.objectContaining({ name: 'mail.send', status: 'failed' }));
});
