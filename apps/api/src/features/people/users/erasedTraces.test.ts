/** What is left of somebody who is erased: every row of every table is searched, the queue of jobs and the mails in it as well. */
import * as catalogue from '@vitrine/contract/access/catalogue.ts';
import * as playlists from '@vitrine/contract/playlists/playlists.ts';
import * as privacy from '@vitrine/contract/privacy/privacy.ts';
import * as profileSurvey from '@vitrine/contract/signIn/profileSurvey.ts';
import * as reportComments from '@vitrine/contract/reading/reportComments.ts';
import * as savedViews from '@vitrine/contract/reading/savedViews.ts';
import * as contract from '@vitrine/contract/people/users.ts';
import * as helpDesk from '@vitrine/contract/support/helpDesk.ts';
import { forgotPassword, login } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openMailbox } from '#test/harness/mailbox.ts';
import type { Person } from '#test/harness/population.ts';
import { grant, openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { addPlaylist } from '#test/harness/playlists.ts';
import { addUser } from '#test/harness/users.ts';
import { queueMailOfUnit } from '#domain/mail/mail.jobs.ts';
import type { Message } from '#platform/mail/mail.ts';
import { scoped } from '#platform/database/scoped.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

/** Full for the moment, so that mails to her wait. */
let isFull = true;
const mailbox = await openMailbox({ refuses: (address) => (isFull && address.includes('xavantina') ? 452 : null) });
afterAll(mailbox.close);
const { world } = await openPublishingWorld({
  smtp: { host: '127.0.0.1', port: mailbox.port, protocol: 'none', user: null, password: null, from: 'portal@platform.example' },
});

// What still waits is sent when the world closes.
afterAll(() => {
  isFull = false;
});

const name = 'Zuleica Xavantina';
const traces = ['zuleica', 'xavantina', '66987654321'];
const isTrace = (text: string) => traces.some((trace) => text.toLowerCase().includes(trace));

/** Every row of every table, as text; what is sealed in the queue is opened. */
async function rows(): Promise<string[]> {
  const tables = await world.owner.run(
    sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map(({ schema }) => schema)).toEqual(expect.arrayContaining(['public', 'jobs']));
  const all: string[] = [];
  for (const table of tables) {
    const found = await world.owner.run(
      sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(`${table.schema}.${table.name}`)} t`,
    );
    all.push(...found.map(({ text }) => `${table.schema}.${table.name}: ${withSealed(text)}`));
  }
  return all;
}

function withSealed(text: string): string {
  const row = JSON.parse(text) as { data?: { payload?: { id?: string; sealed?: string | null } } | null };
  const { id, sealed } = row.data?.payload ?? {};
  return id && sealed ? `${text} ${world.services.secrets.decrypt(sealed, `job/mail.send/${id}`)}` : text;
}

/** What the portal keeps beside the database. */
async function files(): Promise<string[]> {
  const entries = await readdir(world.directory, { recursive: true, withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('outbox'));
  return Promise.all(own.map(async ({ parentPath, name: file }) => `${file}: ${await readFile(join(parentPath, file), 'latin1')}`));
}

const left = async () => [...(await rows()), ...(await files())].filter(isTrace);

async function zuleicaIn({ admin, unit }: Awaited<ReturnType<typeof publishingScene>>, phone: string | null = null) {
  const email = `zuleica-${uuidv7()}@xavantina.example`;
  const made = await addUser(admin, { name, email, phone, access: 'default_password' });
  await world.owner.run(sql`update person set must_change_password = false where id = ${made.person_id}`);
  const person: Person = {
    id: made.person_id,
    email,
    name,
    password: made.default_password ?? '',
    role: 'user',
    tenant_id: unit.id,
    partner_id: null,
    membership_id: made.id,
  };
  return { made, email, person, browser: await world.signIn(person) };
}

const noticeOf = (to: Message['to'], said: string): Message => ({
  kind: 'notice_message',
  to,
  server: null,
  sender_name: 'Portal',
  text: {
    subject: said,
    greeting: 'Olá!',
    paragraphs: [said],
    action: null,
    footer: 'Fim.',
    colours: { button: '#112233', button_font: '#ffffff' },
  },
});

async function leaveTraces(
  scene: Awaited<ReturnType<typeof publishingScene>>,
  browser: Browser,
  { person, email }: { person: Person; email: string },
) {
  const { admin, publish } = scene;
  await world.browser().refusal(login, { body: { email, password: 'Another-password-1' } });
  await world.browser().call(forgotPassword, { body: { email } });
  await browser.call(profileSurvey.sendSurvey, { body: { user_id: person.id, position: 'other', other: 'Ajudante da Zuleica' } });
  const report = await publish({ sample: 'sales' });
  await grant(admin, report, { to: 'unit', rls_roles: ['Região Sul'], rls_username: 'fixo' });
  await browser.call(savedViews.addBookmark, { params: { id: report.id }, body: { name: 'Da Zuleica', page: 'Página', state: 'opaque' } });
  await addPlaylist(browser, [report], { name: 'Só da Zuleica' });
  const shared = await addPlaylist(admin, [report], { name: 'Da unidade', shared: true });
  await admin.call(playlists.addLink, {
    params: { id: shared.id },
    body: { name: 'Mesa da Zuleica', membership_id: person.membership_id ?? '', identity: { username: email, roles: ['Região Sul'] } },
  });
  // What she said beside a report, and what was decided about her when she reported a problem with it.
  await world.owner.run(sql`
    update tenant_setting set value = value || '{"enable_helpdesk": true, "report_comments": true}' where tenant_id = ${scene.unit.id}`);
  const own = await publish({ sample: 'sales' });
  await grant(admin, own, { to: 'unit', rls_roles: ['Região Sul'] });
  await browser.call(reportComments.add, { params: { id: own.id }, body: { text: 'Zuleica aqui: confere?', membership_ids: [] } });
  const { evidence } = await browser.call(helpDesk.add, {
    body: {
      title: 'Total',
      text: 'O total está zerado.',
      problem: { report_id: own.id, state: 'opaque', details: 'Navegador da Zuleica' },
    },
  });
  expect(evidence?.report_id).toBe(own.id);
  // What administrators answer, to requests of both kinds.
  const asked = await browser.call(privacy.ask, { body: { kind: 'objection', text: 'Não quero, Zuleica' } });
  const { version } = await admin.call(privacy.request, { params: { id: asked.id } });
  await admin.call(privacy.decide, { params: { id: asked.id }, body: { accept: false, answer: 'Ainda não, Zuleica', version } });
  const wanted = await publish({ show_in_catalogue: true });
  const request = await browser.call(catalogue.request, { body: { report_id: wanted.id, reason: 'Sou a Zuleica, preciso ver' } });
  const open = await admin.call(catalogue.getRequest, { params: { id: request.id } });
  await admin.call(catalogue.denyRequest, {
    params: { id: request.id },
    body: { answer: 'Depois falamos, Zuleica Xavantina', version: open.version },
  });
}

test('of somebody who is erased nothing is found in any table, in the queue of jobs, in the mails that wait, or in a file', async () => {
  const scene = await publishingScene(world);
  const { admin, administrator, unit } = scene;
  const { made, email, person, browser } = await zuleicaIn(scene, '+5566987654321');
  await leaveTraces(scene, browser, { person, email });
  // Sent, and waiting because the mailbox is full: in the queue are why, for whom, and what.
  await admin.call(contract.invite, { params: { id: made.id }, body: {} });
  await world.runJobs();
  const here = scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id });
  const toAdmin = (said: string) =>
    here.run(queueMailOfUnit(world.services, unit.id, noticeOf({ name: 'Alice', address: administrator.email }, said)));
  await toAdmin('Zuleica Xavantina pediu acesso');
  await toAdmin('Outra pessoa pediu acesso');
  const places = new Set((await left()).map((row) => row.split(':')[0]));
  expect([...places]).toEqual(
    expect.arrayContaining([
      'public.person',
      'public.report_comment',
      'public.report_problem',
      'public.privacy_request',
      'public.playlist',
      'jobs.job_common',
    ]),
  );

  await admin.call(contract.erase, { params: { id: made.id }, query: { confirm: 'ZULEICA_XAVANTINA' } });
  expect(await left()).toEqual([]);
  await world.runJobs();
  expect(await left()).toEqual([]);
  const sent = mailbox.received.filter(({ to }) => to.includes(administrator.email)).map(({ mail }) => mail.subject ?? '');
  expect(sent).toContain('Outra pessoa pediu acesso');
  expect(sent.filter((subject) => subject.endsWith('pediu acesso'))).toHaveLength(2);
});

test('what is in a mail stays in the queue no longer than until it is sent or given up', async () => {
  const { unit } = await publishingScene(world);
  const here = scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id });
  const sealed = async () => {
    const kept = await world.owner.run(sql<{ sealed: string | null }>`
      select data -> 'payload' ->> 'sealed' as sealed from jobs.job where data ->> 'tenant_id' = ${unit.id} and data ->> 'job' = 'mail.send_of_unit'`);
    return kept.map((mail) => mail.sealed !== null);
  };
  await here.run(queueMailOfUnit(world.services, unit.id, noticeOf({ name: 'Bia', address: 'bia@example.com' }, 'Aviso')));
  expect(await sealed()).toEqual([true]);
  await world.runJobs();
  expect(await sealed()).toEqual([false]);
  await here.run(queueMailOfUnit(world.services, unit.id, noticeOf({ name: 'Zoe', address: 'zoe@xavantina.example' }, 'Aviso')));
  const start = Date.now();
  for (let attempt = 0; attempt < 14; attempt++) {
    world.setTime(new Date(start + attempt * 2 * 3_600_000));
    await world.runJobs();
  }
  expect(await sealed()).toEqual([false, false]);
});

test('somebody who goes on in another unit still gets the mails of that unit', async () => {
  const [scene, elsewhere] = [await publishingScene(world), await publishingScene(world)];
  const { made, email, person } = await zuleicaIn(scene);
  await world.join(person, elsewhere.unit);
  const mail = noticeOf({ name, address: email }, 'Da outra unidade');
  for (const { unit } of [scene, elsewhere])
    await scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id }).run(queueMailOfUnit(world.services, unit.id, mail));
  await scene.admin.call(contract.erase, { params: { id: made.id }, query: { confirm: 'ZULEICA_XAVANTINA' } });
  const kept = await world.owner.run(sql<{ tenant_id: string; waits: boolean }>`
    select data ->> 'tenant_id' as tenant_id, data -> 'payload' ->> 'sealed' is not null as waits from jobs.job
    where data ->> 'tenant_id' in (${scene.unit.id}, ${elsewhere.unit.id}) and data ->> 'job' = 'mail.send_of_unit'`);
  expect(new Map(kept.map(({ tenant_id, waits }) => [tenant_id, waits]))).toEqual(
    new Map([
      [scene.unit.id, false],
      [elsewhere.unit.id, true],
    ]),
  );
});
