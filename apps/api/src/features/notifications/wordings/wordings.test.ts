/** The unit's words: where they stand in place of the portal's, for whom, and what is refused. */
import * as contract from '@vitrine/contract/notifications/wordings.ts';
import { summary, list as inbox } from '@vitrine/contract/notifications/notifications.ts';
import { forgotPassword } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, expect, test } from 'vitest';
import { notify } from '#domain/notifications/notify.ts';
import { scoped } from '#platform/database/scoped.ts';
import type { Browser } from '#test/harness/browser.ts';
import type { Person, Unit } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

type Which = { kind: string; language: string };
const granted = { kind: 'notice_report_granted', language: 'pt-BR' };
const words = { subject: 'Relatório novo: {{report}}', text: 'A matriz liberou {{report}}.\n\nBoa leitura!' };

async function scene() {
  const unit = await world.unit({ settings: { send_email_notification: true } });
  const reader = await unit.person('user');
  return { unit, reader, admin: await world.signIn(await unit.person('admin')) };
}
const saveIn = (browser: Browser, params: Which, said: typeof words | null, version = 0) =>
  browser.call(contract.save, { params, body: { words: said, version } });
const tell = ({ id }: Unit, person: Person) =>
  scoped(world.services.database, { kind: 'tenant', tenant_id: id }).withTenant(async (tx) => {
    for (const statement of notify(id, { person_ids: [person.id], kind: 'report_granted', values: { report: 'Vendas' } }))
      await tx.run(statement);
  });

test('a notification says what the unit says, in the bell, in the list and by mail, and only there', async () => {
  const { unit, reader, admin } = await scene();
  const other = await scene();
  await saveIn(admin, granted, words);
  for (const one of [{ unit, reader }, other]) await tell(one.unit, one.reader);
  const said = { title: 'Relatório novo: Vendas', text: 'A matriz liberou Vendas.\n\nBoa leitura!' };
  const browser = await world.signIn(reader);
  expect((await browser.call(summary, {})).latest[0]?.words).toEqual(said);
  expect((await browser.call(inbox, {})).data[0]?.words).toEqual(said);
  expect((await (await world.signIn(other.reader)).call(summary, {})).latest[0]?.words).toBeNull();
  await world.runJobs();
  const [mail] = await world.mailsTo(reader.email);
  expect(mail?.subject).toBe(said.title);
  expect(mail?.text).toContain('A matriz liberou Vendas.\n\nBoa leitura!');
  expect((await world.mailsTo(other.reader.email)).map(({ subject }) => subject)).toEqual(['Novo relatório para você']);
});

test('who reads in another language reads the portal’s own sentences', async () => {
  const { unit, reader, admin } = await scene();
  await saveIn(admin, granted, words);
  await tell(unit, reader);
  const browser = await world.signIn(reader);
  const answer = await browser.inject({ method: 'GET', url: summary.path, headers: { lang: 'es' } });
  expect(answer.json<{ latest: { words: unknown }[] }>().latest[0]?.words).toBeNull();
});

test('a letter keeps its button and what it says to whoever did not ask', async () => {
  const unit = await world.unit({ host: 'wordings.example' });
  const reader = await unit.person('user');
  const admin = await world.signIn(await unit.person('admin'));
  const reset = { kind: 'reset', language: 'pt-BR' };
  const { standard, variables } = await admin.call(contract.get, { params: reset });
  expect(standard.text).toContain('{{minutes}}');
  expect(variables.map(({ name }) => name).toSorted()).toEqual(['minutes', 'title']);
  await saveIn(admin, reset, { subject: 'Troca de senha', text: 'O link vale {{minutes}} minutos.' });
  await world.browser({ host: 'wordings.example' }).call(forgotPassword, { body: { email: reader.email } });
  await expect.poll(async () => (await world.mailsTo(reader.email)).length).toBe(1);
  const [mail] = await world.mailsTo(reader.email);
  expect(mail?.subject).toBe('Troca de senha');
  expect(mail?.text).toMatch(/O link vale \d+ minutos\.[\s\S]*Se não foi você[\s\S]*https:\/\/wordings\.example\/new\/password\//);
});

test('a name that the message does not know is refused at its field', async () => {
  const { admin } = await scene();
  for (const [field, said] of [
    ['words.subject', { ...words, subject: 'Para {{senha}}' }],
    ['words.text', { ...words, text: '{{ actor }}' }],
  ] as const) {
    const refusal = await admin.refusal(contract.save, { params: granted, body: { words: said, version: 0 } });
    expect([refusal.status, Object.keys(refusal.body.errors ?? {})]).toEqual([422, [field]]);
    expect((await admin.refusal(contract.preview, { params: granted, body: { words: said } })).status).toBe(422);
  }
  for (const kind of ['notice_message', 'partner_suspended', 'nothing'])
    expect((await admin.refusal(contract.get, { params: { ...granted, kind } })).status).toBe(404);
});

test('of two who save at once one is told, and the way back is a version as well', async () => {
  const { admin } = await scene();
  await saveIn(admin, granted, words);
  expect((await admin.refusal(contract.save, { params: granted, body: { words, version: 0 } })).body.status).toBe('conflict');
  const both = await Promise.allSettled([
    saveIn(admin, granted, { ...words, text: 'a' }, 1),
    saveIn(admin, granted, { ...words, text: 'b' }, 1),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await saveIn(admin, granted, null, 2);
  const now = await admin.call(contract.get, { params: granted });
  expect([now.words, now.version, now.versions.map((one) => one.words?.subject ?? null)]).toEqual([
    null,
    3,
    [null, words.subject, words.subject],
  ]);
  expect(now.versions[0]?.author).toBe((await admin.call(contract.get, { params: granted })).versions[2]?.author);
  // What the portal says anyway is no text of the unit's own.
  await saveIn(admin, granted, now.standard, 3);
  expect((await admin.call(contract.get, { params: granted })).words).toBeNull();
});

test('the list names the languages that the unit worded; twenty versions are kept', async () => {
  const { admin } = await scene();
  for (let version = 0; version < 23; version += 1) await saveIn(admin, granted, { ...words, text: `Texto ${version}` }, version);
  const { versions } = await admin.call(contract.get, { params: granted });
  expect([versions.length, versions.at(-1)?.words?.text]).toEqual([20, 'Texto 3']);
  const { data } = await admin.call(contract.list, {});
  expect(data.filter(({ worded }) => worded.length > 0)).toEqual([
    { kind: 'notice_report_granted', group: 'reports', subject: expect.stringContaining('Relatório novo: '), worded: ['pt-BR'] },
  ]);
});

test('readers neither see nor write them; another unit has its own; a preview stores nothing', async () => {
  const { admin, reader } = await scene();
  const browser = await world.signIn(reader);
  expect((await browser.refusal(contract.get, { params: granted })).status).toBe(403);
  expect((await browser.refusal(contract.save, { params: granted, body: { words, version: 0 } })).status).toBe(403);
  const drawn = await admin.call(contract.preview, { params: granted, body: { words: { ...words, text: '<b>{{report}}</b>' } } });
  expect(drawn.light).toContain('&lt;b&gt;');
  expect(drawn.light).not.toContain('<b>');
  await saveIn(admin, granted, words);
  const other = (await scene()).admin;
  expect(await other.call(contract.get, { params: granted })).toMatchObject({ words: null, version: 0, versions: [] });
});
