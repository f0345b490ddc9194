/** Comments beside a report: who reads, writes, is named and told, and who is none of it. */
import * as contract from '@vitrine/contract/reading/reportComments.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as savedViews from '@vitrine/contract/reading/savedViews.ts';
import * as configuration from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant, openPublishingWorld, openReport, publishingScene } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();

/** A report that Ana and Carla read; Bruno does not. */
async function scene() {
  const made = await publishingScene(world);
  await made.admin.call(configuration.updateConfig, { body: { report_comments: true, version: 1 } });
  const report = await made.publish();
  const [bruno, carla] = [
    await made.unit.person('user', { person: { name: 'Bruno Dias' } }),
    await made.unit.person('user', { person: { name: 'Carla Reis' } }),
  ];
  await made.toAna(report);
  await grant(made.admin, report, { to: 'membership', to_id: carla.membership_id });
  return { ...made, report, bruno, carla, stranger: await world.signIn(bruno), second: await world.signIn(carla) };
}

const at = ({ id }: { id: string }) => ({ params: { id } });
const within = (report: { id: string }, thread: { id: string }) => ({ params: { id: report.id, thread_id: thread.id } });
const of = (report: { id: string }, thread: contract.WholeThread, index = 0) => ({
  params: { id: report.id, thread_id: thread.id, comment_id: thread.said[index]?.id ?? '' },
});
const open = (browser: Browser, report: { id: string }, more: object = {}) =>
  browser.call(contract.add, { ...at(report), body: { text: 'O Sul confere?', page: 'Loja', filters: ['Região: Sul'], ...more } });
const answer = (browser: Browser, report: { id: string }, thread: { id: string }, more: object = {}) =>
  browser.call(contract.reply, { ...within(report, thread), body: { text: 'Confere.', ...more } });
const listed = async (browser: Browser, report: { id: string }, query: object = {}) =>
  (await browser.call(contract.list, { ...at(report), query })).data;
const noticesOf = async (browser: Browser) =>
  (await browser.call(notifications.list, {})).data.map(({ kind, values, link }) => ({ kind, values, link }));

test('a thread keeps page, filters and view; whoever was named and whoever wrote before is told, and never the words', async () => {
  const { report, ana, carla, reader, second, admin } = await scene();
  const thread = await open(reader, report, { state: 'c3Vs', membership_ids: [carla.membership_id] });
  expect(thread).toMatchObject({ page: 'Loja', filters: ['Região: Sul'], person_name: ana.name, comments: 1, resolved_at: null });
  expect(thread.said).toMatchObject([{ text: 'O Sul confere?', mentions: [carla.name], can: { edit: true, remove: true } }]);
  const link = `/${report.id}/reports/view?comments=${thread.id}`;
  expect(await noticesOf(second)).toEqual([{ kind: 'comment_mentioned', values: { person: ana.name, report: report.title }, link }]);
  expect(await second.call(savedViews.shared, { params: { id: report.id, link_id: thread.view_id ?? '' } })).toMatchObject({
    state: 'c3Vs',
  });

  const answered = await answer(second, report, thread);
  expect(answered.said.map(({ text, person_name }) => [person_name, text])).toEqual([
    [ana.name, 'O Sul confere?'],
    [carla.name, 'Confere.'],
  ]);
  expect(answered.said[0]?.can).toEqual({ edit: false, remove: false });
  expect(await noticesOf(reader)).toContainEqual({ kind: 'comment_answered', values: { person: carla.name, report: report.title }, link });
  // Named and in the talk: one notice.
  await answer(admin, report, thread, { text: 'Vejam também o Norte.', membership_ids: [ana.membership_id] });
  expect((await noticesOf(reader)).map(({ kind }) => kind)).toEqual(['comment_mentioned', 'comment_answered']);
  expect(JSON.stringify([await noticesOf(reader), await noticesOf(second)])).not.toContain('Norte');
});

test('only who sees the report reads, writes and is named, also after access was taken', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  const { report, bruno, carla, reader, second, stranger, admin } = here;
  const thread = await open(reader, report, { membership_ids: [carla.membership_id] });
  for (const browser of [stranger, elsewhere.admin, elsewhere.reader]) {
    expect((await browser.refusal(contract.list, at(report))).status).toBe(404);
    expect((await browser.refusal(contract.get, within(report, thread))).status).toBe(404);
    expect((await browser.refusal(contract.people, at(report))).status).toBe(404);
    expect((await browser.refusal(contract.add, { ...at(report), body: { text: 'Oi' } })).status).toBe(404);
    expect((await browser.refusal(contract.reply, { ...within(report, thread), body: { text: 'Oi' } })).status).toBe(404);
    expect((await browser.refusal(contract.resolve, { ...within(report, thread), body: { resolved: true } })).status).toBe(404);
    expect((await browser.refusal(contract.remove, of(report, thread))).status).toBe(404);
  }
  // By a report that one does see, no thread of another.
  const other = await here.publish();
  await here.toAna(other);
  expect((await reader.refusal(contract.get, within(other, thread))).status).toBe(404);
  expect((await reader.refusal(contract.remove, of(other, thread))).status).toBe(404);
  for (const membership_id of [bruno.membership_id, elsewhere.ana.membership_id])
    expect(
      (await reader.refusal(contract.add, { ...at(report), body: { text: 'Oi', membership_ids: [membership_id] } as never })).status,
    ).toBe(404);
  const names = (await reader.call(contract.people, at(report))).data.map(({ name }) => name);
  expect(names).toContain(carla.name);
  expect(names).not.toContain(bruno.name);

  // Carla wrote; then the report is taken from her: she reads nothing more and hears of no answer.
  await answer(second, report, thread);
  const before = (await noticesOf(second)).length;
  await world.owner.run(
    sql`insert into report_removal (tenant_id, report_id, membership_id) values (${here.unit.id}, ${report.id}, ${carla.membership_id})`,
  );
  await answer(admin, report, thread, { text: 'E agora?' });
  expect((await second.refusal(contract.get, within(report, thread))).status).toBe(404);
  expect(await noticesOf(second)).toHaveLength(before);
});

test('a thread is resolved, and an answer opens it again', async () => {
  const { report, carla, reader, second } = await scene();
  const [thread, quiet] = [await open(reader, report), await open(reader, report, { text: 'Falta março' })];
  expect(await second.call(contract.resolve, { ...within(report, thread), body: { resolved: true } })).toMatchObject({
    resolved_name: carla.name,
  });
  expect((await listed(reader, report, { open: 'true' })).map(({ id }) => id)).toEqual([quiet.id]);
  expect((await listed(reader, report, { open: 'false' })).map(({ id }) => id)).toEqual([thread.id]);
  expect((await listed(reader, report, { q: 'MARCO' })).map(({ id }) => id)).toEqual([quiet.id]);
  expect(await answer(reader, report, thread)).toMatchObject({ resolved_at: null, resolved_name: null });
  expect((await listed(reader, report, { open: 'true' })).map(({ id, comments }) => [id, comments])).toEqual([
    [thread.id, 2],
    [quiet.id, 1],
  ]);
});

test('words are changed by their writer for a quarter of an hour, and deleted by the writer or who looks after the report', async () => {
  const { report, reader, second, admin } = await scene();
  const thread = await open(reader, report);
  const answered = await answer(second, report, thread);
  const words = { ...of(report, thread), body: { text: 'O Norte confere?' } };
  expect((await second.refusal(contract.edit, words)).status).toBe(403);
  expect((await admin.refusal(contract.edit, words)).status).toBe(403);
  expect((await reader.call(contract.edit, words)).said[0]).toMatchObject({ text: 'O Norte confere?' });
  expect((await second.refusal(contract.remove, of(report, answered))).status).toBe(403);
  world.setTime(new Date(Date.now() + 16 * 60_000));
  expect((await reader.refusal(contract.edit, words)).body.status).toBe('comment_said');
  world.setTime(null);
  await admin.call(contract.remove, of(report, answered));
  expect((await reader.call(contract.get, within(report, thread))).said).toHaveLength(1);
  await second.call(contract.remove, of(report, answered, 1));
  expect((await reader.refusal(contract.get, within(report, thread))).status).toBe(404);
  expect(await listed(reader, report)).toEqual([]);
});

test('what was said stands in no log', async () => {
  const { unit, report, reader } = await scene();
  const thread = await open(reader, report, { text: 'Segredo do Sul' });
  await reader.call(contract.edit, { ...of(report, thread), body: { text: 'Segredo do Norte' } });
  await reader.call(contract.remove, of(report, thread));
  const rows = await world.owner.run<{ line: string; action: string }>(sql`
    select a::text as line, a.action from audit_log a where a.tenant_id = ${unit.id} and a.action like 'report_comment.%'`);
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set(['report_comment.add', 'report_comment.edit', 'report_comment.remove']),
  );
  expect(rows.map(({ line }) => line).join('\n')).not.toContain('Segredo');
});

test('where the unit has no comments, nobody reads or writes any', async () => {
  const { report, reader, admin } = await scene();
  expect((await openReport(reader, report)).can.comment).toBe(true);
  const thread = await open(reader, report);
  await admin.call(configuration.updateConfig, { body: { report_comments: false, version: 2 } });
  expect((await openReport(reader, report)).can.comment).toBe(false);
  for (const browser of [reader, admin]) {
    expect((await browser.refusal(contract.list, at(report))).body.status).toBe('functionality_not_allowed');
    expect((await browser.refusal(contract.get, within(report, thread))).body.status).toBe('functionality_not_allowed');
    expect((await browser.refusal(contract.add, { ...at(report), body: { text: 'Oi' } })).body.status).toBe('functionality_not_allowed');
    expect((await browser.refusal(contract.people, at(report))).body.status).toBe('functionality_not_allowed');
  }
});

test('limits: of words, of people that are named, of threads, of comments, and of an hour', async () => {
  const { unit, report, ana, reader, second } = await scene();
  const refused = async (body: object) => (await reader.refusal(contract.add, { ...at(report), body: body as never })).status;
  expect(await refused({ text: ' ' })).toBe(422);
  expect(await refused({ text: 'x'.repeat(2001) })).toBe(422);
  expect(await refused({ text: 'x', membership_ids: Array.from({ length: 21 }, () => ana.membership_id) })).toBe(422);
  const thread = await open(reader, report);
  await world.owner.run(sql`
    insert into report_comment (tenant_id, id, thread_id, person_id, text, created_at)
    select ${unit.id}, uuid_v7(), ${thread.id}, ${ana.id}, 'x', now() from generate_series(1, 199)`);
  const full = await second.refusal(contract.reply, { ...within(report, thread), body: { text: 'Mais um' } });
  expect(full.body.status).toBe('comments_full');
  await world.owner.run(sql`
    insert into report_thread (tenant_id, id, report_id, created_at, touched_at)
    select ${unit.id}, uuid_v7(), ${report.id}, now(), now() from generate_series(1, 499)`);
  expect((await second.refusal(contract.add, { ...at(report), body: { text: 'Mais uma' } })).body.status).toBe('comments_full');
  for (let count = 0; count < 60; count += 1) await reader.refusal(contract.add, { ...at(report), body: { text: 'x' } });
  expect((await reader.refusal(contract.add, { ...at(report), body: { text: 'x' } })).status).toBe(429);
});
