import { newPassword } from '@vitrine/contract/signIn/signIn.ts';
import { list } from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openMailbox } from '#test/harness/mailbox.ts';
import { openWorld } from '#test/harness/world.ts';
import { createUnit } from './createUnit.ts';

const world = await openWorld();
afterAll(world.close);

const given = {
  partner: 'Parceira',
  unit: 'Unidade',
  host: 'Unidade.portal.example',
  email: 'Chefe@unidade.example',
  name: 'Chefe Primeira',
};
const password = 'Quatro-palavras-9-novas';

test('leads from an empty database to an administrator who is invited by mail, chooses a password and administers', async () => {
  const { link } = await createUnit(world.services, given);
  const [mail] = await world.mailsTo('chefe@unidade.example');
  expect(mail?.html).toContain(link);
  const body = { token: link?.split('/').at(-1) ?? '', password };
  // The link is good on the unit's host alone.
  expect((await world.browser().refusal(newPassword, { body })).status).toBe(410);
  const browser = world.browser({ host: 'unidade.portal.example' });
  await browser.call(newPassword, { body });
  await browser.login({ email: given.email, password });
  expect((await browser.call(list, { query: {} })).data).toMatchObject([{ email: 'chefe@unidade.example', role: 'admin' }]);
});

test('said again it makes nothing twice and invites nobody who has a password', async () => {
  expect(await createUnit(world.services, given)).toEqual({ link: null });
  const [count] = await world.owner.run(sql<{ partners: number; units: number; members: number }>`
    select (select count(*)::int from partner) as partners, (select count(*)::int from tenant) as units, (select count(*)::int from membership) as members`);
  expect(count).toEqual({ partners: 1, units: 1, members: 1 });
});

test('a second invitation voids the first; a second unit of the partner is the same partner', async () => {
  const other = { ...given, unit: 'Outra', host: 'outra.portal.example', email: 'outra@unidade.example' };
  const first = await createUnit(world.services, other);
  const second = await createUnit(world.services, other);
  const choose = (link: string | null) =>
    world.browser({ host: other.host }).refusal(newPassword, { body: { token: link?.split('/').at(-1) ?? '', password } });
  expect((await choose(first.link)).status).toBe(410);
  expect(second.link).toMatch(/^https:\/\/outra\.portal\.example\/new\/password\//);
  expect(await world.owner.run(sql`select from partner`)).toHaveLength(1);
});

test('a host of somebody else, staff, and what is missing are refused in words', async () => {
  await expect(createUnit(world.services, { ...given, unit: 'Fremde' })).rejects.toThrow(
    'The host unidade.portal.example belongs to somebody',
  );
  await expect(createUnit(world.services, { ...given, host: 'no host', seats: '0' })).rejects.toThrow(/--host .*\n\s+--seats /);
  await expect(createUnit(world.services, {})).rejects.toThrow(/--partner .*\n.*--unit .*\n.*--host .*\n.*--email .*\n.*--name /);
});

test('the invitation is committed with the person and sent by the portal, which a mail server that is down does not keep from it', async () => {
  const { port, close } = await openMailbox();
  await close();
  const smtp = { host: '127.0.0.1', port, protocol: 'none' as const, user: null, password: null, from: 'portal@platform.example' };
  const elsewhere = await openWorld({ environment: { smtp } });
  onTestFinished(elsewhere.close);
  const { link } = await createUnit(elsewhere.services, given);
  const mails = () => elsewhere.owner.run<{ state: string; data: object }>(sql`select state::text, data from jobs.job`);
  const [waiting, ...more] = await mails();
  expect([waiting?.state, more]).toEqual(['created', []]);
  // Nobody who reads the database signs in with it.
  expect(JSON.stringify(waiting)).not.toContain(link?.split('/').at(-1));

  expect(await elsewhere.runJobs()).toMatchObject([{ name: 'mail.send', status: 'failed' }]);
  const mailbox = await openMailbox({ port });
  onTestFinished(mailbox.close);
  await elsewhere.owner.run(sql`update jobs.job set start_after = now()`);
  expect(await elsewhere.runJobs()).toEqual([{ name: 'mail.send', status: 'completed' }]);
  expect(mailbox.received.map(({ to, mail }) => [to, mail.html?.includes(link ?? '-')])).toEqual([[['chefe@unidade.example'], true]]);
});

test('staff is no administrator of a unit, and is not invited', async () => {
  const staff = await (await world.partner()).person();
  const count = () => world.owner.run(sql`select (select count(*) from jobs.job) as mails, (select count(*) from one_time_token) as links`);
  const before = await count();
  await expect(createUnit(world.services, { ...given, email: staff.email })).rejects.toThrow('belongs to the staff');
  expect(await count()).toEqual(before);
});
