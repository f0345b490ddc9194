/** What the mail server of a recipient refuses for good comes back to whoever caused the mail. */
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openMailbox } from '#test/harness/mailbox.ts';
import { addUser, freshAddress } from '#test/harness/users.ts';
import { openWorld } from '#test/harness/world.ts';
import { scoped } from '#platform/database/scoped.ts';
import { notify } from '#domain/notifications/notify.ts';

/** Mailboxes that do not exist, and one that is full at the moment. */
const answers = (address: string): number | null => (address.startsWith('nobody') ? 550 : address.startsWith('full') ? 452 : null);
const mailbox = await openMailbox({ refuses: answers });
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
afterEach(() => world.setTime(null));

const nobody = () => `nobody-${freshAddress()}`;
const told = async (browser: Browser) => (await browser.call(notifications.list, {})).data.filter(({ kind }) => kind === 'mail_refused');
const refused = async (browser: Browser) => (await browser.call(users.list, { query: { mail: 'refused' } })).data;
const sentTo = (address: string) => mailbox.received.filter(({ to }) => to.includes(address)).length;

test('an invitation that is refused for good is not tried again, stands in the list, and is told to whoever sent it', async () => {
  const { admin, unit } = await world.unitWithAdmin();
  const second = await world.signIn(await unit.person('admin'));
  const { admin: elsewhere } = await world.unitWithAdmin();
  const made = await addUser(admin, { email: nobody() });
  expect(await world.runJobs()).toContainEqual({ name: 'mail.send', status: 'completed' });
  world.setTime(new Date(Date.now() + 8 * 3_600_000));
  expect((await world.runJobs()).filter(({ name }) => name === 'mail.send')).toEqual([]);
  world.setTime(null);

  expect(await refused(admin)).toMatchObject([{ id: made.id, mail_refusal: expect.stringContaining('550') as string }]);
  expect(await told(admin)).toMatchObject([{ link: '/user?mail=refused' }]);
  expect(await told(second)).toEqual([]);
  expect([await refused(elsewhere), await told(elsewhere)]).toEqual([[], []]);
});

test('it keeps nobody from being invited again, and is over with another address', async () => {
  const { admin } = await world.unitWithAdmin();
  const made = await addUser(admin, { email: nobody() });
  await world.runJobs();
  const again = { body: { action: 'invite' as const, membership_ids: [made.id] } };
  expect(await admin.call(users.bulk, again)).toEqual({ changed: 1, skipped: 0 });
  await world.runJobs();
  expect(await refused(admin)).toHaveLength(1);

  const { id, name, phone, role, department, language, picture_id, version } = await admin.call(users.get, { params: { id: made.id } });
  const email = freshAddress();
  await admin.call(users.update, { params: { id }, body: { name, email, phone, role, department, language, picture_id, version } });
  expect(await refused(admin)).toEqual([]);
  expect(await admin.call(users.bulk, again)).toEqual({ changed: 1, skipped: 0 });
  await world.runJobs();
  expect(sentTo(email)).toBe(1);
});

test('a mailbox that is full at the moment is no refusal', async () => {
  const { admin } = await world.unitWithAdmin();
  await addUser(admin, { email: `full-${freshAddress()}` });
  expect(await world.runJobs()).toContainEqual(expect.objectContaining({ name: 'mail.send', status: 'failed' }));
  expect([await refused(admin), await told(admin)]).toEqual([[], []]);
});

test('many refusals at once are one notice', async () => {
  const { admin } = await world.unitWithAdmin();
  for (let count = 0; count < 3; count++) await addUser(admin, { email: nobody() });
  await world.runJobs();
  expect(await refused(admin)).toHaveLength(3);
  expect(await told(admin)).toHaveLength(1);
});

test('a notice by mail that one mailbox refuses and another cannot take reaches the third', async () => {
  const { unit, admin } = await world.unitWithAdmin({ settings: { send_email_notification: true } });
  const people = await Promise.all(Array.from({ length: 3 }, () => unit.person('user')));
  const emails = [`full-${freshAddress()}`, nobody(), freshAddress()];
  for (const [index, { id }] of people.entries()) await world.owner.run(sql`update person set email = ${emails[index]} where id = ${id}`);
  const [first, ...more] = notify(unit.id, { person_ids: people.map(({ id }) => id), kind: 'message', values: { title: 'a', text: 'b' } });
  if (!first) throw new Error('nobody is notified');
  await scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id }).run(first, ...more);
  expect(await world.runJobs()).toMatchObject([{ name: 'notification.mail', status: 'failed' }]);
  expect(emails.map(sentTo)).toEqual([0, 0, 1]);
  expect(await refused(admin)).toMatchObject([{ email: emails[1] }]);
  world.setTime(new Date(Date.now() + 3_600_000));
  await world.runJobs();
  expect(emails.map(sentTo)).toEqual([0, 0, 1]);
});
