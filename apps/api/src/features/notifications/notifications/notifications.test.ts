import * as contract from '@vitrine/contract/notifications/notifications.ts';
import { notificationKinds } from '@vitrine/contract/notifications/notifications.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { readOutbox } from '#test/harness/mailbox.ts';
import { openWorld } from '#test/harness/world.ts';
import { scoped } from '#platform/database/scoped.ts';
import { housekeeping } from '#domain/jobs/housekeeping.ts';
import type { Notice } from '#domain/notifications/notify.ts';
import { notify } from '#domain/notifications/notify.ts';
import { translate } from '#platform/translate.ts';

const world = await openWorld();
const unit = await world.unit({ settings: { send_email_notification: true }, host: 'sales.example' });
const other = await world.unit();
afterAll(world.close);

const tell = (notice: Notice, tenant_id = unit.id) =>
  scoped(world.services.database, { kind: 'tenant', tenant_id }).withTenant(async (tx) => {
    for (const statement of notify(tenant_id, notice)) await tx.run(statement);
  });
const granted = (person_id: string, report = 'Vendas'): Notice => ({
  person_ids: [person_id],
  kind: 'report_granted',
  values: { report },
  link: '/all/reports',
});
const someone = async () => {
  const person = await unit.person('user');
  return { person, browser: await world.signIn(person) };
};

test('every kind has its sentences in every language', () => {
  for (const kind of Object.keys(notificationKinds)) {
    for (const locale of locales)
      for (const part of ['title', 'text']) expect(translate(locale, `notifications:${kind}_${part}`)).not.toBe('');
  }
});

test('is counted by the bell, read, and unread again', async () => {
  const { person, browser } = await someone();
  await tell(granted(person.id));
  const { unread, latest } = await browser.call(contract.summary, {});
  expect([unread, latest[0]?.kind, latest[0]?.values]).toEqual([1, 'report_granted', { report: 'Vendas' }]);
  const params = { id: latest[0]?.id ?? '' };
  await browser.call(contract.mark, { params, body: { read: true } });
  expect((await browser.call(contract.summary, {})).unread).toBe(0);
  expect((await browser.call(contract.list, { query: { read: 'unread' } })).data).toEqual([]);
  await browser.call(contract.mark, { params, body: { read: false } });
  await browser.call(contract.markAll, {});
  expect((await browser.call(contract.list, {})).data[0]?.read_at).not.toBeNull();
});

test('whoever marks everything as read marks the own, and nobody else’s', async () => {
  const [ana, bento] = [await someone(), await someone()];
  for (const { person } of [ana, bento]) await tell(granted(person.id));
  await ana.browser.call(contract.markAll, {});
  expect((await ana.browser.call(contract.summary, {})).unread).toBe(0);
  expect((await bento.browser.call(contract.summary, {})).unread).toBe(1);
});

test('is deleted, and taken back', async () => {
  const { person, browser } = await someone();
  await tell(granted(person.id));
  const params = { id: (await browser.call(contract.summary, {})).latest[0]?.id ?? '' };
  await browser.call(contract.remove, { params });
  expect((await browser.call(contract.list, {})).meta.total).toBe(0);
  await browser.call(contract.restore, { params });
  expect((await browser.call(contract.list, {})).meta.total).toBe(1);
});

test("somebody else's is not there, in the unit and out of it", async () => {
  const { person, browser: anas } = await someone();
  const { browser } = await someone();
  await tell(granted(person.id));
  const params = { id: (await anas.call(contract.summary, {})).latest[0]?.id ?? '' };
  const stranger = await world.signIn(await other.person('admin'));
  for (const who of [browser, stranger]) {
    expect((await who.call(contract.list, {})).data).toEqual([]);
    await expect(who.call(contract.mark, { params, body: { read: true } })).rejects.toThrow('404 not_found');
    await expect(who.call(contract.remove, { params })).rejects.toThrow('404 not_found');
    await expect(who.call(contract.restore, { params })).rejects.toThrow('404 not_found');
  }
});

test('the same thing told again within ten minutes is one notification', async () => {
  const { person, browser } = await someone();
  await tell(granted(person.id));
  await tell(granted(person.id));
  await tell(granted(person.id, 'Compras'));
  expect((await browser.call(contract.summary, {})).unread).toBe(2);
});

test('what is over reminds nobody', async () => {
  const { person, browser } = await someone();
  await tell({ ...granted(person.id), ends_at: new Date(Date.now() + 60_000) });
  expect((await browser.call(contract.summary, {})).unread).toBe(1);
  world.setTime(new Date(Date.now() + 120_000));
  expect((await browser.call(contract.summary, {})).unread).toBe(0);
  world.setTime(null);
});

test('comes by mail in the language of the person, with a link to the unit, once', async () => {
  const { person, browser } = await someone();
  await browser.call(contract.getChoice, {}).then((choice) => expect(choice).toEqual({ by_mail: true, unit_sends: true }));
  await world.owner.run(sql`update person set language = 'es' where id = ${person.id}`);
  await tell(granted(person.id));
  const mails = () => world.mailsTo(person.email);
  await world.runJobs();
  await world.runJobs();
  const [mail] = await mails();
  expect([mail?.subject, (await mails()).length]).toEqual(['Un nuevo informe para usted', 1]);
  expect(mail?.text).toContain('https://sales.example/all/reports');
});

test('does not come by mail to who wants none, unless it is about security, nor where the unit sends none', async () => {
  const { person, browser } = await someone();
  await browser.call(contract.saveChoice, { body: { by_mail: false } });
  await tell(granted(person.id));
  await tell({ person_ids: [person.id], kind: 'access_rules_changed', values: { person: 'X', unit: 'Y' } });
  const elsewhere = await other.person('user');
  await tell(granted(elsewhere.id), other.id);
  await world.runJobs();
  const to = (await readOutbox(world.directory)).filter((mail) => [person.email, elsewhere.email].includes(mail.to?.[0]?.address ?? ''));
  expect(to.map(({ subject }) => subject)).toEqual(['As regras de acesso mudaram']);
});

test('goes 90 days after it was read, and after a year in any case', async () => {
  const { person, browser } = await someone();
  await tell(granted(person.id, 'lido'));
  await browser.call(contract.markAll, {});
  await tell(granted(person.id, 'novo'));
  const rows = async () =>
    (await world.owner.run<{ n: number }>(sql`select count(*)::int as n from notification where person_id = ${person.id}`))[0]?.n;
  const after = async (days: number) => {
    world.setTime(new Date(Date.now() + days * 86_400_000));
    await world.runJobs(housekeeping);
    world.setTime(null);
    return rows();
  };
  expect([await after(89), await after(91), await after(366)]).toEqual([2, 1, 0]);
});
