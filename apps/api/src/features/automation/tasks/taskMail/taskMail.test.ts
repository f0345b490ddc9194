import type { TaskInput } from '@vitrine/contract/automation/task.ts';
import { mailOptions } from '@vitrine/contract/automation/taskMail.ts';
import * as contract from '@vitrine/contract/automation/tasks.ts';
import * as exportsOf from '@vitrine/contract/reading/reportExports.ts';
import * as views from '@vitrine/contract/reading/savedViews.ts';
import * as configuration from '@vitrine/contract/settings/settings.ts';
import { loadContent } from '@vitrine/emulator/service/content.ts';
import { encodeState } from '@vitrine/emulator/visuals/view/bookmarks.ts';
import { authoredView } from '@vitrine/emulator/visuals/view/view.ts';
import { sql } from 'kysely';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openMailbox } from '#test/harness/mailbox.ts';
import { grant, openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { moveWorkspace } from '#test/harness/refreshes.ts';
import { claimTasks } from '../tasks.jobs.ts';

let refuses: (address: string) => number | null = () => null;
let mailbox = await openMailbox({ refuses: (address) => refuses(address) });
const smtp = { host: '127.0.0.1', port: mailbox.port, protocol: 'none' as const, user: null, password: null, from: 'portal@example.com' };
const { world, service } = await openPublishingWorld({ smtp });
afterAll(() => mailbox.close());
beforeEach(async () => {
  // What the tests before have planned is not run again.
  await world.owner.run(sql`update task_trigger set next_run_at = null`);
  refuses = () => null;
  mailbox.received.length = 0;
});

/** The first page of the sales as its author made it, as the service writes a view. */
const view = encodeState(
  loadContent()
    .flatMap(({ reports }) => reports)
    .filter(({ name }) => name === 'Vendas da rede')
    .map(authoredView)[0] as ReturnType<typeof authoredView>,
);

/** A unit with the sales, of which Ana and Bia see the south and Caio the north. */
async function scene(at: string | null) {
  world.setTime(at === null ? null : new Date(at));
  const made = await publishingScene(world);
  const report = await made.publish({ sample: 'sales', allow_export: true });
  const [bia, caio] = [await made.unit.person('user'), await made.unit.person('user')];
  const give = (person: { membership_id: string | null }, role: string) =>
    grant(made.admin, report, { to: 'membership', to_id: person.membership_id, rls_roles: [role], rls_username: 'loja@aurora.example' });
  await give(made.ana, 'Região Sul');
  await give(bia, 'Região Sul');
  await give(caio, 'Região Norte');
  const people = [made.ana, bia, caio];
  const input = (values: Partial<TaskInput> = {}) => ({
    name: 'Vendas da semana',
    report_id: report.id,
    kind: 'mail' as const,
    message: 'Bom dia!\nConfira @report.',
    membership_ids: people.map(({ membership_id }) => membership_id ?? ''),
    triggers: [{ frequency: 'daily' as const, times: ['08:00'] }],
    ...values,
  });
  const add = (values: Partial<TaskInput> = {}) => made.admin.call(contract.add, { body: input(values) });
  return { ...made, report, bia, caio, input, add };
}

/** Runs it now and once: what fails waits for its next try, which is due in five minutes. */
async function runOnce(admin: Browser, { id }: { id: string }) {
  await admin.call(contract.runNow, { params: { id } });
  await world.runJobs();
}
async function minutesLater(minutes: number) {
  world.setTime(new Date(Date.now() + minutes * 60_000));
  await world.runJobs();
}
async function at(moment: string) {
  world.setTime(new Date(moment));
  return world.runJobs(claimTasks);
}
const runsOf = async (browser: Browser, { id }: { id: string }) => (await browser.call(contract.runs, { params: { id } })).data;
const exportsStarted = () => service.calls.filter(({ path }) => path.endsWith('/ExportTo'));
const mailsTo = (address: string) => mailbox.received.filter(({ to }) => to.includes(address));
const attachment = (address: string) => mailsTo(address)[0]?.mail.attachments[0];

test('each recipient gets the own rows: who sees the same shares a file, and nobody gets it twice', async () => {
  const { administrator, ana, bia, caio, add, report } = await scene('2033-03-07T10:00:00Z');
  const task = await add();
  await at('2033-03-07T11:00:10Z');
  await at('2033-03-07T11:01:00Z');
  const [run] = await runsOf(await world.signIn(administrator), task);
  expect(run).toMatchObject({ state: 'done', told: 3, dropped: [], reason: null });
  const started = exportsStarted().map(({ body }) => body);
  expect(started).toHaveLength(2);
  expect(started.filter((body) => body.includes('Região Sul') && !body.includes('Região Norte'))).toHaveLength(1);
  for (const { email } of [ana, bia, caio]) {
    const [mail, ...more] = mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.mail.subject).toBe(report.title);
    expect(mail?.mail.text).toContain(`Confira ${report.title}.`);
    expect(attachment(email)).toMatchObject({ filename: `${report.title}.pdf`, mimeType: 'application/pdf' });
  }
  const bytes = (email: string) => Buffer.from(attachment(email)?.content as ArrayBuffer);
  expect(bytes(ana.email).subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes(ana.email).equals(bytes(bia.email))).toBe(true);
  expect(bytes(ana.email).equals(bytes(caio.email))).toBe(false);
  const logged = await world.owner.run<{ after: { count: number } }>(
    sql`select after from audit_log where object_id = ${report.id} and action = 'report.export' order by id`,
  );
  expect(logged.map(({ after }) => after.count).toSorted((a, b) => a - b)).toEqual([1, 2]);
});

test('the page, the bookmark and the format are those of the task; a bookmark that is gone sends nothing', async () => {
  const { admin, administrator, report, ana, add, input } = await scene('2033-03-14T10:00:00Z');
  const { id: mail_view_id } = await admin.call(views.addBookmark, {
    params: { id: report.id },
    body: { name: 'Só lojas', page: 'Resumo', state: view },
  });
  const options = await admin.call(mailOptions, { body: { report_id: report.id } });
  expect(options).toMatchObject({ refusal: null, formats: ['PDF', 'PPTX', 'PNG'], views: [{ id: mail_view_id, name: 'Só lojas' }] });
  const page = options.pages[0];
  expect(page).toBeDefined();
  const values = { mail_format: 'PPTX' as const, mail_page: page?.name ?? null, mail_view_id, membership_ids: [ana.membership_id ?? ''] };
  const task = await add(values);
  expect(task).toMatchObject({ mail_format: 'PPTX', mail_view_id, mail_view_name: 'Só lojas' });
  await at('2033-03-14T11:00:10Z');
  expect(JSON.parse(exportsStarted()[0]?.body ?? '{}')).toMatchObject({
    format: 'PPTX',
    powerBIReportConfiguration: { pages: [{ pageName: page?.name, bookmark: { state: view } }] },
  });
  expect((await runsOf(await world.signIn(administrator), task))[0]).toMatchObject({ state: 'done', dropped: [] });
  expect(attachment(ana.email)?.filename).toBe(`${report.title}.pptx`);
  const again = await world.signIn(administrator);
  await again.call(views.removeBookmark, { params: { id: report.id, bookmark_id: mail_view_id } });
  await at('2033-03-15T11:00:10Z');
  expect((await runsOf(await world.signIn(administrator), task))[0]).toMatchObject({
    state: 'failed',
    reason: 'view_gone',
    detail: 'Só lojas',
    told: 0,
  });
  expect(mailsTo(ana.email)).toHaveLength(1);
  // Somebody else's bookmark is not there.
  const later = await world.signIn(administrator);
  expect((await later.refusal(contract.add, { body: input({ ...values, mail_view_id: report.id }) })).status).toBe(404);
});

test('filters of the task narrow what each recipient sees, are told in the mail, and are checked when it is saved', async () => {
  const { administrator, ana, caio, add, input, publish } = await scene('2033-03-16T10:00:00Z');
  const categories = { table: 'Produto', column: 'Categoria', values: ['Bebidas', 'Mercearia'] };
  const regions = { table: 'Loja', column: 'Região', values: ['Norte'] };
  const task = await add({ mail_filters: [categories, regions] });
  expect(task.mail_filters).toEqual([categories, regions]);
  await at('2033-03-16T11:00:10Z');
  const asked = exportsStarted().map(({ body }) => JSON.parse(body).powerBIReportConfiguration);
  expect(new Set(asked.map(({ identities }) => identities[0].roles[0]))).toEqual(new Set(['Região Norte', 'Região Sul']));
  expect(asked).toHaveLength(2);
  const filter = "Produto/Categoria in ('Bebidas','Mercearia') and Loja/Região in ('Norte')";
  for (const { reportLevelFilters } of asked) expect(reportLevelFilters).toEqual([{ filter }]);
  for (const { email } of [ana, caio]) {
    const text = mailsTo(email)[0]?.mail.text ?? '';
    expect(text).toContain('Só com Produto, Categoria: Bebidas, Mercearia');
    expect(text).toContain('Só com Loja, Região: Norte');
  }
  const again = await world.signIn(administrator);
  const refused = async (values: Partial<TaskInput>) => (await again.refusal(contract.add, { body: input(values) })).body.errors ?? {};
  // The model of the sales answers nobody without an identity: another one does.
  const { id: report_id } = await publish({ allow_export: true });
  expect(await refused({ report_id, mail_filters: [categories] })).toEqual({
    'mail_filters.0.column': ['Este relatório não tem a coluna “Categoria” na tabela “Produto”.'],
  });
  expect(await refused({ mail_filters: [{ ...regions, values: ['{{department}}'] }] })).toEqual({
    'mail_filters.0.values.0': ['Aqui o valor não pode depender de quem lê. Escolha um valor fixo.'],
  });
  expect(Object.keys(await refused({ mail_filters: Array.from({ length: 11 }, () => regions) }))).toEqual(['mail_filters']);
  // Of another kind nothing of it is kept.
  expect((await add({ kind: 'notice', mail_filters: [regions] })).mail_filters).toEqual([]);
});

test('where a rule filters the rows of each recipient, filters of the task narrow it and never widen it', async () => {
  const { admin, ana, caio, add, publish } = await scene('2033-03-18T10:00:00Z');
  const report = await publish({ data_rule: 'filter', allow_export: true });
  const only = (...values: string[]) => [{ table: 'Clima', column: 'Tempo', values }];
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id, filters: only('Sol', 'Chuva') });
  await grant(admin, report, { to: 'membership', to_id: caio.membership_id, filters: only('Chuva') });
  const membership_ids = [ana, caio].map(({ membership_id }) => membership_id ?? '');
  await add({ report_id: report.id, membership_ids, mail_filters: only('Sol') });
  await at('2033-03-18T11:00:10Z');
  const filters = exportsStarted().map(({ body }) => JSON.parse(body).powerBIReportConfiguration.reportLevelFilters[0].filter);
  expect(filters).toHaveLength(2);
  expect(new Set(filters)).toEqual(new Set(["Clima/Tempo in ('Sol')", "Clima/Tempo in ('Chuva')"]));
  // Each is told what the own file shows.
  expect(mailsTo(ana.email)[0]?.mail.text).toContain('Só com Clima, Tempo: Sol');
  expect(mailsTo(caio.email)[0]?.mail.text).toContain('Só com Clima, Tempo: Chuva');
});

test('who lost the report, is blocked, has no data rule or wants no mails gets nothing, and the run says why', async () => {
  const { unit, admin, administrator, ana, bia, caio, report, add } = await scene('2033-03-21T10:00:00Z');
  const quiet = await unit.person('user');
  const bare = await unit.person('user');
  await grant(admin, report, { to: 'membership', to_id: quiet.membership_id, rls_roles: ['Região Sul'] });
  await grant(admin, report, { to: 'membership', to_id: bare.membership_id, rls_roles: ['Região Sul'] });
  await world.owner.run(sql`update report set roles_required = true where id = ${report.id}`);
  await world.owner.run(sql`update report_grant set rls_roles = '{}' where membership_id = ${bare.membership_id}`);
  await world.owner.run(sql`insert into notification_choice (tenant_id, person_id, mails) values (${unit.id}, ${quiet.id}, 'never')`);
  const task = await add({ membership_ids: [ana, bia, caio, quiet, bare].map(({ membership_id }) => membership_id ?? '') });
  await world.owner.run(sql`update membership set state = 'blocked' where id = ${bia.membership_id}`);
  await world.owner.run(sql`delete from report_grant where membership_id = ${caio.membership_id}`);
  await at('2033-03-21T11:00:10Z');
  const [run] = await runsOf(await world.signIn(administrator), task);
  expect(run).toMatchObject({ state: 'done', told: 1 });
  expect(new Map(run?.dropped.map(({ name, reason }) => [name, reason]))).toEqual(
    new Map([
      [bia.name, 'inactive'],
      [caio.name, 'no_report'],
      [quiet.name, 'no_mails'],
      [bare.name, 'no_rows'],
    ]),
  );
  expect(mailbox.received.map(({ to }) => to)).toEqual([[ana.email]]);
});

test('whoever sees other rows when the file is made gets nothing of those that were planned', async () => {
  const { admin, administrator, caio, add } = await scene(null);
  const task = await add({ membership_ids: [caio.membership_id ?? ''] });
  service.faults.start({ name: 'server_error', path: '/ExportTo' });
  await runOnce(admin, task);
  service.faults.clear();
  await world.owner.run(sql`update report_grant set rls_roles = array['Região Sul'] where membership_id = ${caio.membership_id}`);
  await minutesLater(2);
  expect((await runsOf(await world.signIn(administrator), task))[0]).toMatchObject({
    state: 'done',
    told: 0,
    dropped: [{ name: caio.name, reason: 'no_report' }],
  });
  expect(mailbox.received).toEqual([]);
});

test('a large file is not attached: the mail leads to the exports of the person, who may delete it without taking it from others', async () => {
  const { ana, bia, report, add } = await scene('2033-04-04T10:00:00Z');
  service.exportedFile.instead = Buffer.alloc(9 * 1024 * 1024, 'x');
  await add({ mail_format: 'PNG', membership_ids: [ana, bia].map(({ membership_id }) => membership_id ?? '') });
  await at('2033-04-04T11:00:10Z');
  const files = [];
  for (const person of [ana, bia]) {
    const [mail] = mailsTo(person.email);
    expect(mail?.mail.attachments).toEqual([]);
    expect(mail?.mail.text).toContain(`/${report.id}/reports/view`);
    const reader = await world.signIn(person);
    const [file] = (await reader.call(exportsOf.list, {})).data;
    expect(file).toMatchObject({ state: 'done', size: 9 * 1024 * 1024, report_id: report.id });
    files.push({ reader, id: file?.id ?? '', address: file?.address ?? '' });
  }
  const [first, second] = files;
  await first?.reader.call(exportsOf.remove, { params: { export_id: first.id } });
  expect((await second?.reader.inject({ method: 'GET', url: second.address }))?.rawPayload.length).toBe(9 * 1024 * 1024);
  await second?.reader.call(exportsOf.remove, { params: { export_id: second.id } });
  expect((await second?.reader.inject({ method: 'GET', url: second.address }))?.statusCode).toBe(404);
});

test('a workspace without capacity, an export that is not allowed and one that fails are told, and the fourth failure pauses', async () => {
  const { administrator, report, ana, caio, add, input } = await scene('2033-04-11T10:00:00Z');
  const task = await add({ membership_ids: [ana, caio].map(({ membership_id }) => membership_id ?? '') });
  const lastRun = async () => (await runsOf(await world.signIn(administrator), task))[0];
  const workspace_id = report.workspace_id ?? '';
  await moveWorkspace(service, workspace_id, 'shared');
  await at('2033-04-11T11:00:10Z');
  expect(await lastRun()).toMatchObject({ state: 'failed', reason: 'export_needs_capacity', told: 0 });
  const again = await world.signIn(administrator);
  expect(await again.call(mailOptions, { body: { report_id: report.id } })).toMatchObject({ refusal: 'capacity' });
  await moveWorkspace(service, workspace_id, 'capacity');
  await world.owner.run(sql`update report set allow_export = false where id = ${report.id}`);
  await at('2033-04-12T11:00:10Z');
  expect(await lastRun()).toMatchObject({ state: 'failed', reason: 'export_off' });
  expect((await (await world.signIn(administrator)).refusal(contract.add, { body: input() })).body.errors).toHaveProperty('report_id');
  await world.owner.run(sql`update report set allow_export = true where id = ${report.id}`);
  service.faults.start({ name: 'export_failed', times: 1 });
  await at('2033-04-13T11:00:10Z');
  // One of the two files was made.
  expect(await lastRun()).toMatchObject({ state: 'done', told: 1, dropped: [{ reason: 'export_failed' }] });
  service.faults.start({ name: 'export_failed' });
  for (const day of ['14', '15', '16', '17']) await at(`2033-04-${day}T11:00:10Z`);
  expect(await lastRun()).toMatchObject({
    state: 'failed',
    reason: 'export_failed',
    dropped: [{ reason: 'export_failed' }, { reason: 'export_failed' }],
  });
  expect(await (await world.signIn(administrator)).call(contract.get, { params: { id: task.id } })).toMatchObject({
    paused: 'failures',
    failures: 4,
  });
});

test('a capacity that is paused is nobody’s failure', async () => {
  const { administrator, add } = await scene('2033-04-18T10:00:00Z');
  const task = await add();
  service.faults.start({ name: 'capacity_paused' });
  await at('2033-04-18T11:00:10Z');
  expect((await runsOf(await world.signIn(administrator), task))[0]).toMatchObject({ state: 'skipped', reason: 'capacity' });
});

test('a mail that was being sent when the portal stopped is not sent again', async () => {
  const { admin, administrator, ana, add } = await scene(null);
  const task = await add({ membership_ids: [ana.membership_id ?? ''] });
  refuses = () => 451;
  await runOnce(admin, task);
  expect((await runsOf(await world.signIn(administrator), task))[0]).toMatchObject({ state: 'done', told: 1, dropped: [] });
  expect(mailbox.received).toEqual([]);
  // As a process leaves it that dies after the server has taken the mail.
  await world.owner.run(sql`update task_letter set state = 'sending' where state = 'waiting'`);
  refuses = () => null;
  await minutesLater(2);
  expect(mailbox.received).toEqual([]);
  expect((await runsOf(await world.signIn(administrator), task))[0]).toMatchObject({
    told: 0,
    dropped: [{ name: ana.name, reason: 'mail_unsure' }],
  });
});

test('a mail server that is down gets the mail later, and one that refuses the recipient never', async () => {
  const { admin, administrator, ana, caio, add } = await scene(null);
  const task = await add({ membership_ids: [ana, caio].map(({ membership_id }) => membership_id ?? '') });
  const { port } = mailbox;
  await mailbox.close();
  await runOnce(admin, task);
  mailbox = await openMailbox({ port, refuses: (address) => (address === caio.email ? 550 : null) });
  await minutesLater(2);
  expect(mailsTo(ana.email)).toHaveLength(1);
  expect((await runsOf(await world.signIn(administrator), task))[0]).toMatchObject({
    state: 'done',
    told: 1,
    dropped: [{ name: caio.name, reason: 'mail_refused' }],
  });
});

test('a watermark names the one who gets the file', async () => {
  const { admin, administrator, ana, bia, add, input } = await scene('2033-05-09T10:00:00Z');
  await admin.call(configuration.updateConfig, { body: { enable_watermark: true, version: 1 } });
  expect((await admin.refusal(contract.add, { body: input({ mail_format: 'PNG' }) })).body.errors).toHaveProperty('mail_format');
  const task = await add({ mail_format: 'PPTX', membership_ids: [ana, bia].map(({ membership_id }) => membership_id ?? '') });
  await at('2033-05-09T11:00:10Z');
  expect((await runsOf(await world.signIn(administrator), task))[0]).toMatchObject({ state: 'done', told: 2 });
  expect(exportsStarted()).toHaveLength(1);
  for (const [person, other] of [
    [ana, bia],
    [bia, ana],
  ] as const) {
    const slide = strFromU8(
      unzipSync(new Uint8Array(attachment(person.email)?.content as ArrayBuffer))['ppt/slides/slide1.xml'] ?? new Uint8Array(),
    );
    expect(slide).toContain(person.email);
    expect(slide).not.toContain(other.email);
  }
});

test('tasks that mail are refused on what Power BI does not show, and those of another unit are not there', async () => {
  const { add, input, report } = await scene('2033-05-16T10:00:00Z');
  const task = await add();
  const foreign = await scene('2033-05-16T10:00:00Z');
  expect((await foreign.admin.refusal(mailOptions, { body: { report_id: report.id } })).status).toBe(404);
  expect((await foreign.admin.refusal(contract.add, { body: input() })).status).toBe(404);
  expect((await foreign.admin.refusal(contract.runs, { params: { id: task.id } })).status).toBe(404);
  expect((await foreign.reader.refusal(mailOptions, { body: { report_id: foreign.report.id } })).status).toBe(403);
  const only = await foreign.admin.refusal(contract.add, { body: foreign.input({ only_execute: true }) });
  expect(only.body.errors).toHaveProperty('only_execute');
  const closing = await foreign.publish({ sample: 'closing', allow_export: true });
  expect((await foreign.admin.call(mailOptions, { body: { report_id: closing.id } })).formats).toEqual(['PDF', 'PPTX', 'XLSX']);
});
