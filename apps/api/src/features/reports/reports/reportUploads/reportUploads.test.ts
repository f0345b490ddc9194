import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as reportReading from '@vitrine/contract/reading/reportReading.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import type { ReportUpload } from '@vitrine/contract/reports/reportUploads.ts';
import * as contract from '@vitrine/contract/reports/reportUploads.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { listenFrom } from '#test/harness/livePlace.ts';
import { addGroup, openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { samples } from '#test/harness/reportingService.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world, service } = await openPublishingWorld();
const { workspace_id } = samples.sales;
const { partBytes, bytes: mostBytes } = contract.uploadLimits;

const csv = Buffer.from('loja;região;valor\nCentro;Sul;10\nPraia;Norte;20\nSerra;Sul;30\n');

async function scene() {
  const around = await publishingScene(world);
  const group = await addGroup(around.admin);
  const { id: account_id } = await around.publish({ group_id: group.id }).then((report) => ({ id: report.account_id ?? '' }));
  const wanted = { account_id, workspace_id, file_name: 'vendas.csv', title: `Vendas ${uuidv7()}`, group_id: group.id };
  return { ...around, group, wanted };
}

type Wanted = Awaited<ReturnType<typeof scene>>['wanted'] & { replaces?: boolean };

/** As the browser does it: begun, part by part, finished. */
async function send(admin: Browser, wanted: Wanted, content: Buffer): Promise<ReportUpload> {
  const { id } = await admin.call(contract.begin, { body: { ...wanted, size: content.length } });
  for (let number = 0; number * partBytes < content.length; number++) {
    const part = Uint8Array.from(content.subarray(number * partBytes, (number + 1) * partBytes));
    await admin.call(contract.sendPart, { params: { id, number: String(number) }, body: part });
  }
  return admin.call(contract.finish, { params: { id } });
}

const latest = async (admin: Browser) => (await admin.call(contract.list, {})).data[0];

test('a file of data becomes a report in the group, which a reader opens', async () => {
  const { admin, reader, wanted, toAna } = await scene();
  const sent = await send(admin, wanted, csv);
  expect(sent).toMatchObject({ state: 'publishing', kind: 'csv', report_id: null, reason: null });
  expect((await world.runJobs()).filter(({ status }) => status === 'failed')).toEqual([]);
  const done = await latest(admin);
  expect(done).toMatchObject({ id: sent.id, state: 'done', title: wanted.title });
  const report = await admin.call(reports.get, { params: { id: done?.report_id ?? '' } });
  expect(report).toMatchObject({ title: wanted.title, group_id: wanted.group_id, workspace_id, kind: 'report', data_rule: 'none' });
  await toAna(report);
  const opened = await reader.call(reportReading.open, { params: { id: report.id } });
  expect(opened).toMatchObject({ title: wanted.title, embed: { report_id: report.external_report_id } });

  const { latest: bell } = await admin.call(notifications.summary, {});
  expect(bell[0]).toMatchObject({ kind: 'upload_published', link: `/management/report/${report.id}` });
  const parts = await world.owner.run(sql`select from report_upload_part where upload_id = ${sent.id}`);
  expect(parts).toEqual([]);
});

test('how the file was read is told to whoever published it, and does not stand in the log', async () => {
  const { admin, wanted } = await scene();
  const { id } = await send(admin, wanted, Buffer.from('Pedido;Dia;Valor\n1;31/01/2026;R$ 1,50\n2;N/A;R$ 2,50\n3;01/02/2026;R$ 3,00\n'));
  await world.runJobs();
  const done = await latest(admin);
  expect(done?.reading).toMatchObject({
    tables: [
      {
        rows: 3,
        separator: ';',
        header_line: 1,
        columns: [
          { name: 'Pedido', read_as: 'integer', summed: false },
          { name: 'Dia', read_as: 'date', order: 'day_first', blanked: { count: 1, examples: [{ line: 3, text: 'N/A' }] } },
          { name: 'Valor', read_as: 'amount', summed: true, blanked: { count: 0 } },
        ],
      },
    ],
  });
  const log = await world.owner.run(sql<{ after: { reading?: unknown } }>`
    select after from audit_log where object_type = 'report_upload' and object_id = ${id} and after ? 'reading'`);
  expect(log.map(({ after }) => after.reading)).toContain('***');
  expect(JSON.stringify(log)).not.toContain('N/A');
});

test('a file of several parts arrives whole, in any order and twice', async () => {
  const { admin, wanted } = await scene();
  const line = 'Centro;Sul;10\n';
  const content = Buffer.from(`loja;região;valor\n${line.repeat(Math.ceil((1.5 * partBytes) / line.length))}`);
  const { id } = await admin.call(contract.begin, { body: { ...wanted, size: content.length } });
  const part = (number: number) => ({
    params: { id, number: String(number) },
    body: Uint8Array.from(content.subarray(number * partBytes, (number + 1) * partBytes)),
  });
  await admin.call(contract.sendPart, part(1));
  expect((await admin.refusal(contract.finish, { params: { id } })).body.status).toBe('upload_incomplete');
  await admin.call(contract.sendPart, part(0));
  await admin.call(contract.sendPart, part(0));
  expect((await admin.refusal(contract.sendPart, { ...part(1), body: new Uint8Array(3) })).body.status).toBe('upload_incomplete');
  await admin.call(contract.finish, { params: { id } });
  await world.runJobs();
  expect(await latest(admin)).toMatchObject({ id, state: 'done' });
  expect((await admin.refusal(contract.sendPart, part(0))).body.status).toBe('conflict');
});

test('open pages of the person hear how it goes', async () => {
  const { admin, wanted } = await scene();
  const missed = await listenFrom(admin);
  const { id } = await send(admin, wanted, csv);
  await world.runJobs();
  expect(await missed()).toContain(JSON.stringify({ topic: 'import', about: { upload_id: id } }));
});

test('too large, empty and unreadable files are refused in words before anything is published', async () => {
  const { admin, wanted } = await scene();
  const large = await admin.refusal(contract.begin, { body: { ...wanted, size: mostBytes + 1 } });
  expect(large).toMatchObject({ status: 413, body: { status: 'upload_too_large' } });
  expect(large.body.message).toContain('100 MB');
  expect((await admin.refusal(contract.begin, { body: { ...wanted, size: 0 } })).status).toBe(422);
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
  await expect(send(admin, { ...wanted, file_name: 'vendas.csv' }, picture)).rejects.toThrow(/422/);
  expect(service.calls.filter(({ path }) => path.includes('/imports'))).toEqual([]);
});

test('a title that the group or the workspace has is refused; it is replaced only when that is wished, and stays the same report', async () => {
  const { admin, wanted } = await scene();
  await send(admin, wanted, csv);
  await world.runJobs();
  const first = await latest(admin);
  const again = await admin.refusal(contract.begin, { body: { ...wanted, size: csv.length } });
  expect(again).toMatchObject({ status: 422, body: { errors: { title: [expect.any(String)] } } });
  const elsewhere = { ...wanted, group_id: (await addGroup(admin)).id };
  const taken = await admin.refusal(contract.begin, { body: { ...elsewhere, size: csv.length } });
  expect(taken.body.errors?.['title']?.[0]).toContain('no workspace');

  await send(admin, { ...wanted, replaces: true }, Buffer.from('loja;valor\nNova;1\nOutra;2\n'));
  await world.runJobs();
  const second = await latest(admin);
  expect(second).toMatchObject({ state: 'done', report_id: first?.report_id });
  expect(second?.id).not.toBe(first?.id);
});

test('what the service refuses is told with its reason, on the list and by the bell, and nothing is registered', async () => {
  const { admin, wanted } = await scene();
  const broken = Buffer.from('PAR1 this is no table PAR1');
  const { id } = await send(admin, { ...wanted, file_name: 'vendas.parquet' }, broken);
  await world.runJobs();
  const failed = await latest(admin);
  expect(failed).toMatchObject({ id, state: 'failed', kind: 'parquet', report_id: null });
  expect(failed?.reason).toMatch(/^O arquivo não foi publicado\. (?:O arquivo|O Power BI) .{10,}/);
  expect(failed?.original).toMatch(/[a-z]{3,}/);
  expect((await admin.call(notifications.summary, {})).latest[0]).toMatchObject({ kind: 'upload_failed' });
  expect((await admin.call(reports.list, { query: { q: wanted.title } })).data).toEqual([]);
  await admin.call(contract.remove, { params: { id } });
  expect((await admin.call(contract.list, {})).data).toEqual([]);
});

test('a service that is overloaded is asked again; the file is still there', async () => {
  const { admin, wanted } = await scene();
  await send(admin, wanted, csv);
  service.faults.start({ name: 'throttled', path: '/imports', retry_after_s: 120 });
  await world.runJobs();
  expect(await latest(admin)).toMatchObject({ state: 'publishing' });
  service.faults.clear();
  world.setTime(new Date(Date.now() + 600_000));
  await world.runJobs();
  expect(await latest(admin)).toMatchObject({ state: 'done' });
});

test('an upload belongs to the person alone, and a reader uploads nothing', async () => {
  const { admin, unit, reader, wanted } = await scene();
  const { id } = await admin.call(contract.begin, { body: { ...wanted, size: csv.length } });
  const colleague = await world.signIn(await unit.person('admin'));
  const stranger = await world.signIn(await (await world.unit()).person('admin'));
  for (const other of [colleague, stranger]) {
    expect((await other.refusal(contract.finish, { params: { id } })).status).toBe(404);
    expect((await other.refusal(contract.remove, { params: { id } })).status).toBe(404);
    expect((await other.refusal(contract.sendPart, { params: { id, number: '0' }, body: Uint8Array.from(csv) })).status).toBe(404);
  }
  expect((await reader.refusal(contract.begin, { body: { ...wanted, size: csv.length } })).status).toBe(403);
  expect((await stranger.refusal(contract.begin, { body: { ...wanted, size: csv.length } })).status).toBe(404);
});

test('a file that was never finished gives way to the next one', async () => {
  const { admin, wanted } = await scene();
  const { id } = await admin.call(contract.begin, { body: { ...wanted, size: csv.length } });
  await admin.call(contract.begin, { body: { ...wanted, size: csv.length } });
  expect((await admin.refusal(contract.finish, { params: { id } })).status).toBe(404);
});

test('that this is a demo is said in a demo alone', async () => {
  const { admin } = await scene();
  const { environment } = world.services;
  const said = async () => (await admin.call(contract.list, {})).demo;
  expect(await said()).toBe(true);
  environment.production = true;
  expect(await said().finally(() => (environment.production = false))).toBe(false);
});
