import type { BroadcastInput } from '@vitrine/contract/notifications/broadcasts.ts';
import * as contract from '@vitrine/contract/notifications/broadcasts.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import type { RichText } from '@vitrine/contract/richText.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Unit } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const hourMs = 3_600_000;
const paragraph = (text: string): RichText => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const input = (subject = 'Aviso', text = 'Olá', more: Partial<BroadcastInput> = {}): BroadcastInput => ({
  texts: { 'pt-BR': { subject, body: paragraph(text) }, 'en-US': null, es: null, 'pt-PT': null },
  audience: 'all',
  audience_role: null,
  user_group_id: null,
  membership_ids: [],
  report_id: null,
  link: null,
  ends_at: null,
  ...more,
});

async function scene(settings: Record<string, unknown> = {}) {
  const { unit, admin } = await world.unitWithAdmin({ settings });
  const reader = await unit.person('user');
  return { unit, admin, reader, asReader: await world.signIn(reader) };
}
const draft = (by: Browser, more: Partial<BroadcastInput> = {}, subject?: string, text?: string) =>
  by.call(contract.add, { body: input(subject, text, more) });
const send = async (by: Browser, made: { id: string; version: number }, at: string | null = null) =>
  by.call(contract.send, { params: { id: made.id }, body: { version: made.version, at } });
const told = async (by: Browser) => (await by.call(notifications.list, {})).data.map(({ values }) => values);
const rowsOf = async (unit: Unit, id: string) =>
  (
    await world.owner.run<{ person_id: string }>(
      sql`select person_id from notification where tenant_id = ${unit.id} and broadcast_id = ${id}`,
    )
  ).map(({ person_id }) => person_id);

test('everybody active gets one, in the own language and with the own name; others get nothing', async () => {
  const { unit, admin, reader, asReader } = await scene({ send_email_notification: true });
  const blocked = await unit.person('user', { membership: { state: 'blocked' } });
  const stranger = await world.signIn(await (await world.unit()).person('user'));
  await world.owner.run(sql`update person set name = 'Ana Lima', language = 'es' where id = ${reader.id}`);
  const texts = {
    'pt-BR': { subject: 'Aviso para {{first_name}}', body: paragraph('Olá') },
    es: { subject: 'Aviso para {{first_name}}', body: paragraph('Hola, {{name}}: {{unit}}') },
    'en-US': null,
    'pt-PT': null,
  };
  const made = await draft(admin, { texts });
  expect((await send(admin, made)).state).toBe('scheduled');
  await world.runJobs();
  await world.runJobs();
  expect((await admin.call(contract.get, { params: { id: made.id } })).state).toBe('sent');
  const reached = await rowsOf(unit, made.id);
  expect(new Set(reached).size).toBe(reached.length);
  expect([reached.includes(reader.id), reached.includes(blocked.id)]).toEqual([true, false]);
  expect((await world.mailsTo(reader.email))[0]?.text).toContain(`Hola, Ana Lima: ${unit.name}`);
  // In the portal it is the language that the portal is read in.
  const { data } = await asReader.call(notifications.list, {});
  expect(data.map(({ values }) => values)).toEqual([{ subject: 'Aviso para Ana', text: 'Olá' }]);
  const [notice] = data;
  const opened = await asReader.call(notifications.get, { params: { id: notice?.id ?? '' } });
  expect(opened.body).toEqual(paragraph('Olá'));
  expect(await told(stranger)).toEqual([]);
  expect((await stranger.refusal(notifications.get, { params: { id: notice?.id ?? '' } })).status).toBe(404);
});

test('a profile, a group and people by name reach those alone, and who comes later does not get it', async () => {
  const { unit, admin, reader } = await scene();
  const other = await unit.person('user');
  const group = await admin.call(groups.add, { body: { name: 'Conselho' } });
  await admin.call(groups.addMembers, { params: { id: group.id }, body: { membership_ids: [reader.membership_id ?? ''] } });
  const cases: Partial<BroadcastInput>[] = [
    { audience: 'role', audience_role: 'user' },
    { audience: 'group', user_group_id: group.id },
    { audience: 'people', membership_ids: [other.membership_id ?? ''] },
  ];
  const reached: boolean[][] = [];
  for (const [index, one] of cases.entries()) {
    const made = await draft(admin, one, `Aviso ${index}`);
    await send(admin, made);
    await world.runJobs();
    const later = await unit.person('user');
    await world.runJobs();
    const rows = await rowsOf(unit, made.id);
    reached.push([rows.includes(reader.id), rows.includes(other.id), rows.includes(later.id)]);
  }
  expect(reached).toEqual([
    [true, true, false],
    [true, false, false],
    [false, true, false],
  ]);
});

test('what nobody knows refuses saving: a variable, a report that is not chosen, a link that is no link', async () => {
  const { admin } = await scene();
  const refused = async (body: object) => (await admin.refusal(contract.add, { body: body as BroadcastInput })).status;
  expect(await refused(input('Aviso', '{{salary}}'))).toBe(422);
  expect(await refused(input('Aviso {{x}}'))).toBe(422);
  expect(await refused(input('Aviso', 'veja {{report}}'))).toBe(422);
  const marked = (marks: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks }] }] });
  const hostile = [
    marked([{ type: 'link', attrs: { href: 'javascript:alert(1)' } }]),
    marked([{ type: 'link', attrs: { href: 'https://a.example', onclick: 'x' } }]),
    marked([{ type: 'textStyle', attrs: { color: 'red;background:url(x)' } }]),
    { type: 'doc', content: [{ type: 'script', content: [] }] },
    { type: 'doc', content: [{ type: 'image', attrs: { src: 'https://a.example/x.png' } }] },
    paragraph('a'.repeat(10_001)),
  ];
  for (const body of hostile) expect(await refused({ ...input(), texts: { 'pt-BR': { subject: 'Aviso', body } } })).toBe(422);
  let deep: object = { type: 'paragraph' };
  for (let n = 0; n < 6; n++) deep = { type: 'bulletList', content: [{ type: 'listItem', content: [deep] }] };
  expect(await refused({ ...input(), texts: { 'pt-BR': { subject: 'Aviso', body: { type: 'doc', content: [deep] } } } })).toBe(422);
});

test('a reader needs the right, writes to the own groups alone, and sees the own announcements alone', async () => {
  const { unit, admin, asReader } = await scene();
  expect((await asReader.refusal(contract.list, {})).status).toBe(403);
  const writer = await unit.person('user', { membership: { create_notifications: true } });
  const asWriter = await world.signIn(writer);
  const stranger = await unit.person('user');
  const [own, foreign] = await Promise.all(['Meu', 'Outro'].map((name) => admin.call(groups.add, { body: { name } })));
  await admin.call(groups.addMembers, { params: { id: own?.id ?? '' }, body: { membership_ids: [writer.membership_id ?? ''] } });
  const theirs = await draft(admin);
  expect((await asWriter.refusal(contract.add, { body: input() })).status).toBe(422);
  expect(
    (await asWriter.refusal(contract.add, { body: input('a', 'b', { audience: 'group', user_group_id: foreign?.id ?? '' }) })).status,
  ).toBe(404);
  const people = input('a', 'b', { audience: 'people', membership_ids: [stranger.membership_id ?? ''] });
  expect((await asWriter.refusal(contract.add, { body: people })).status).toBe(404);
  const made = await draft(asWriter, { audience: 'group', user_group_id: own?.id ?? '' });
  expect((await asWriter.call(contract.list, {})).data.map(({ id }) => id)).toEqual([made.id]);
  expect((await asWriter.refusal(contract.get, { params: { id: theirs.id } })).status).toBe(404);
  expect((await asWriter.call(contract.candidates, { query: { kind: 'group' } })).data.map(({ name }) => name)).toEqual(['Meu']);
  expect((await asWriter.call(contract.candidates, { query: { kind: 'people' } })).data.map(({ id }) => id)).toEqual([
    writer.membership_id,
  ]);
});

test('it waits for its time, can be a draft again, and is sent once', async () => {
  const { unit, admin } = await scene();
  const made = await draft(admin);
  const at = new Date(Date.now() + 2 * hourMs).toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' }).slice(0, 16).replace(' ', 'T');
  const scheduled = await send(admin, made, at);
  expect(scheduled.state).toBe('scheduled');
  await world.runJobs();
  expect(await rowsOf(unit, made.id)).toEqual([]);
  expect((await admin.refusal(contract.update, { params: { id: made.id }, body: { ...input(), version: scheduled.version } })).status).toBe(
    409,
  );
  const back = await admin.call(contract.unschedule, { params: { id: made.id } });
  world.setTime(new Date(Date.now() + 3 * hourMs));
  await world.runJobs();
  expect(await rowsOf(unit, made.id)).toEqual([]);
  await send(admin, back);
  await world.runJobs();
  expect((await rowsOf(unit, made.id)).length).toBeGreaterThan(0);
  expect((await admin.refusal(contract.send, { params: { id: made.id }, body: { version: back.version } })).status).toBe(409);
});

test('the same said again within ten minutes reaches nobody twice; something else does', async () => {
  const { admin, asReader } = await scene();
  for (const text of ['Olá', 'Olá', 'Outra coisa']) {
    await send(admin, await draft(admin, {}, 'Aviso', text));
    await world.runJobs();
  }
  expect((await told(asReader)).map(({ text }) => text)).toEqual(['Outra coisa', 'Olá']);
});

test('ten a day and unit, and the eleventh is refused', async () => {
  const { admin } = await scene();
  for (let n = 0; n < contract.broadcastsADay; n++) await send(admin, await draft(admin, {}, `Aviso ${n}`));
  const last = await draft(admin, {}, 'Aviso 11');
  const refused = await admin.refusal(contract.send, { params: { id: last.id }, body: { version: last.version } });
  expect([refused.status, refused.body.status]).toEqual([409, 'broadcast_limit']);
});

test('what is taken back is in nobody’s list from that moment, nor to be taken out of the bin', async () => {
  const { admin, asReader } = await scene();
  const made = await draft(admin);
  await send(admin, made);
  await world.runJobs();
  expect((await asReader.call(notifications.summary, {})).unread).toBe(1);
  const { at } = await asReader.call(notifications.bulk, { body: { act: 'delete', matching: {} } });
  await admin.call(contract.recall, { params: { id: made.id } });
  expect([(await asReader.call(notifications.summary, {})).unread, await told(asReader)]).toEqual([0, []]);
  await asReader.call(notifications.undo, { body: { act: 'delete', at } });
  await world.runJobs();
  await asReader.call(notifications.undo, { body: { act: 'delete', at } });
  expect(await told(asReader)).toEqual([]);
});

test('by mail it has its form, and who reads it from there is counted so', async () => {
  const { admin, reader, asReader } = await scene({ send_email_notification: true });
  const body: RichText = {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: '<b>Metas</b>', marks: [{ type: 'bold' }] }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'aqui', marks: [{ type: 'link', attrs: { href: '{{link}}' } }] }] },
    ],
  };
  const made = await draft(admin, { texts: { ...input().texts, 'pt-BR': { subject: 'Metas', body } }, link: '/all/reports' });
  await send(admin, made);
  await world.runJobs();
  await world.runJobs();
  const [mail] = await world.mailsTo(reader.email);
  expect(mail?.subject).toBe('Metas');
  expect(mail?.html).toContain('<strong>&lt;b&gt;Metas&lt;/b&gt;</strong>');
  expect(mail?.html).toMatch(/<a href="[^"]*\/all\/reports"/);
  expect(mail?.text).toContain('by=mail');
  const [notice] = (await asReader.call(notifications.list, {})).data;
  await asReader.call(notifications.mark, { params: { id: notice?.id ?? '' }, body: { read: true, by: 'mail' } });
  const reach = await admin.call(contract.reach, { params: { id: made.id } });
  expect(reach).toMatchObject({ recipients: 2, seen_mail: 1, seen_portal: 0, mailed: 2 });
  const seen = await admin.call(contract.recipients, { params: { id: made.id }, query: { state: 'seen' } });
  expect(seen.data.map(({ email, read_by }) => [email, read_by])).toEqual([[reader.email, 'mail']]);
});

test('who was not there since is told again, once, and nobody else', async () => {
  const { unit, admin, reader, asReader } = await scene({ send_email_notification: true });
  const away = await unit.person('user');
  const made = await draft(admin);
  await send(admin, made);
  await world.runJobs();
  await world.runJobs();
  world.setTime(new Date(Date.now() + hourMs));
  await world.owner
    .run(sql`insert into unit_use (tenant_id, person_id, last_used_at) values (${unit.id}, ${reader.id}, ${new Date(Date.now() + hourMs)})
    on conflict (person_id, tenant_id) do update set last_used_at = excluded.last_used_at`);
  await asReader.call(notifications.bulk, { body: { act: 'read', matching: {} } });
  await admin.call(contract.remind, { params: { id: made.id } });
  expect((await admin.refusal(contract.remind, { params: { id: made.id } })).status).toBe(409);
  await world.runJobs();
  await world.runJobs();
  expect([(await world.mailsTo(away.email)).length, (await world.mailsTo(reader.email)).length]).toEqual([2, 1]);
  expect(new Set(await rowsOf(unit, made.id)).size).toBe((await rowsOf(unit, made.id)).length);
});

test('a test goes to its author alone and is no part of the reach', async () => {
  const { admin, asReader } = await scene();
  const made = await draft(admin);
  await admin.call(contract.tryOut, { params: { id: made.id } });
  await world.runJobs();
  expect([(await told(admin)).length, await told(asReader)]).toEqual([1, []]);
  await send(admin, made);
  await world.runJobs();
  expect([(await told(admin)).length, (await told(asReader)).length]).toEqual([2, 1]);
  expect((await admin.call(contract.reach, { params: { id: made.id } })).recipients).toBe(2);
});

test('a preview is as the person reads it, and of nobody in another unit', async () => {
  const { admin, reader } = await scene();
  const stranger = await (await world.unit()).person('user');
  const asked = { subject: '{{first_name}}', body: paragraph('{{name}}'), language: 'pt-BR' as const };
  const seen = await admin.call(contract.preview, { body: { ...asked, membership_id: reader.membership_id ?? '' } });
  expect([seen.name, seen.body]).toEqual([reader.name, paragraph(reader.name)]);
  const refused = await admin.refusal(contract.preview, { body: { ...asked, membership_id: stranger.membership_id ?? '' } });
  expect(refused.status).toBe(404);
});
