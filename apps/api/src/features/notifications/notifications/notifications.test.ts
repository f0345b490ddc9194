import * as contract from '@vitrine/contract/notifications/notifications.ts';
import { notificationKindNames } from '@vitrine/contract/notifications/kinds.ts';
import { locales } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
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
  for (const kind of notificationKindNames) {
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
  await browser.call(contract.bulk, { body: { act: 'read', matching: {} } });
  expect((await browser.call(contract.list, {})).data[0]?.read_at).not.toBeNull();
});

test('whoever marks everything as read marks the own, and nobody else’s', async () => {
  const [ana, bento] = [await someone(), await someone()];
  for (const { person } of [ana, bento]) await tell(granted(person.id));
  await ana.browser.call(contract.bulk, { body: { act: 'read', matching: {} } });
  expect((await ana.browser.call(contract.summary, {})).unread).toBe(0);
  expect((await bento.browser.call(contract.summary, {})).unread).toBe(1);
});

const idsOf = async (browser: Browser) => (await browser.call(contract.list, {})).data.map(({ id }) => id);

test('several are marked, deleted and taken back at once, and nobody else’s', async () => {
  const [ana, bento] = [await someone(), await someone()];
  for (const report of ['A', 'B', 'C']) await tell(granted(ana.person.id, report));
  await tell(granted(bento.person.id));
  const [c = '', b = ''] = await idsOf(ana.browser);
  const [bentos = ''] = await idsOf(bento.browser);
  const unread = async ({ browser }: typeof ana) => (await browser.call(contract.summary, {})).unread;

  await expect(ana.browser.call(contract.bulk, { body: { act: 'read', notification_ids: [c, b, bentos] } })).rejects.toThrow(
    '404 not_found',
  );
  expect([await unread(ana), await unread(bento)]).toEqual([3, 1]);
  const read = await ana.browser.call(contract.bulk, { body: { act: 'read', notification_ids: [c, b] } });
  expect([read.changed, await unread(ana), await unread(bento)]).toEqual([2, 1, 1]);
  await bento.browser.call(contract.undo, { body: { act: 'read', at: read.at } });
  expect(await unread(ana)).toBe(1);
  await ana.browser.call(contract.undo, { body: { act: 'read', at: read.at } });
  expect(await unread(ana)).toBe(3);

  await ana.browser.call(contract.bulk, { body: { act: 'read', matching: {} } });
  const again = await ana.browser.call(contract.bulk, { body: { act: 'unread', notification_ids: [c] } });
  expect([again.changed, await unread(ana)]).toEqual([1, 1]);
  await ana.browser.call(contract.undo, { body: { act: 'unread', at: again.at } });
  expect(await unread(ana)).toBe(0);

  const gone = await ana.browser.call(contract.bulk, { body: { act: 'delete', notification_ids: [c, b] } });
  expect([gone.changed, (await idsOf(ana.browser)).length, (await idsOf(bento.browser)).length]).toEqual([2, 1, 1]);
  await ana.browser.call(contract.undo, { body: { act: 'delete', at: gone.at } });
  expect((await idsOf(ana.browser)).length).toBe(3);
});

test('all that a list finds is marked, and nothing else', async () => {
  const { person, browser } = await someone();
  await tell(granted(person.id, 'Vendas'));
  await tell(granted(person.id, 'Compras'));
  await tell({ person_ids: [person.id], kind: 'refresh_completed', values: { report: 'Vendas' } });
  const { changed } = await browser.call(contract.bulk, { body: { act: 'read', matching: { q: 'vendas', group: 'reports' } } });
  expect(changed).toBe(1);
  const left = await browser.call(contract.list, { query: { read: 'unread' } });
  expect(left.data.map(({ kind, values }) => [kind, values['report']])).toEqual([
    ['refresh_completed', 'Vendas'],
    ['report_granted', 'Compras'],
  ]);
  expect((await browser.call(contract.list, { query: { read: 'read' } })).meta.total).toBe(1);
});

test('is found by what it says: the sentence, what was filled in, in the reader’s language, without accents', async () => {
  const { person, browser } = await someone();
  await tell(granted(person.id, 'Margem de contribuição'));
  await tell({ person_ids: [person.id], kind: 'import_finished', values: { done: 3, failed: 0 } });
  const found = async (q: string) => (await browser.call(contract.list, { query: { q } })).data.map(({ kind }) => kind);
  expect(await found('CONTRIBUICAO margem')).toEqual(['report_granted']);
  expect(await found('importacao')).toEqual(['import_finished']);
  // The name of what is filled in is said by nobody, and a sign of patterns stands for itself.
  expect([await found('{{report}}'), await found('%'), await found('liberado contribuicao')]).toEqual([[], [], ['report_granted']]);
  await world.owner.run(sql`
    insert into wording (tenant_id, id, kind, language, number, subject, text, created_at)
    values (${unit.id}, gen_random_uuid(), 'notice_report_granted', 'pt-BR', 1, 'Chegou novidade', 'Abra {{report}}', now())`);
  expect([await found('novidade'), await found('liberado')]).toEqual([['report_granted'], []]);
  await world.owner.run(sql`delete from wording where tenant_id = ${unit.id}`);
});

test("somebody else's is not there, in the unit and out of it", async () => {
  const { person, browser: anas } = await someone();
  const { browser } = await someone();
  await tell(granted(person.id));
  const params = { id: (await anas.call(contract.summary, {})).latest[0]?.id ?? '' };
  const stranger = await world.signIn(await other.person('admin'));
  for (const who of [browser, stranger]) {
    expect((await who.call(contract.list, {})).data).toEqual([]);
    await expect(who.call(contract.get, { params })).rejects.toThrow('404 not_found');
    await expect(who.call(contract.mark, { params, body: { read: true } })).rejects.toThrow('404 not_found');
    await expect(who.call(contract.bulk, { body: { act: 'delete', notification_ids: [params.id] } })).rejects.toThrow('404 not_found');
  }
  expect(await idsOf(anas)).toEqual([params.id]);
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
  const { person } = await someone();
  await world.owner.run(sql`update person set language = 'es' where id = ${person.id}`);
  await tell(granted(person.id));
  const mails = () => world.mailsTo(person.email);
  await world.runJobs();
  await world.runJobs();
  const [mail] = await mails();
  expect([mail?.subject, (await mails()).length]).toEqual(['Un nuevo informe para usted', 1]);
  expect(mail?.text).toContain('https://sales.example/all/reports');
});

test('goes 90 days after it was read, and after a year in any case', async () => {
  const { person, browser } = await someone();
  await tell(granted(person.id, 'lido'));
  await browser.call(contract.bulk, { body: { act: 'read', matching: {} } });
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
