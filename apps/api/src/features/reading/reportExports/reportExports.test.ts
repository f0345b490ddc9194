import * as configuration from '@vitrine/contract/settings/settings.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as contract from '@vitrine/contract/reading/reportExports.ts';
import * as usage from '@vitrine/contract/reports/reportUsage.ts';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { query } from '#platform/database/query.ts';
import { exportRequest, fileName, filterText } from '#domain/reporting/export.rules.ts';
import { withWatermark } from '#domain/reporting/files/watermark.ts';

const { world, service } = await openPublishingWorld();

type Scene = { allow_export?: boolean; enable_watermark?: boolean; sample?: 'sales' | 'closing' };

async function scene({ allow_export = true, enable_watermark = false, sample = 'sales' }: Scene = {}) {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  await admin.call(configuration.updateConfig, { body: { enable_watermark, version: 1 } });
  const report = await publish(admin, { sample, allow_export });
  const ana = await unit.person('user');
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id, rls_roles: ['Região Sul'] });
  const other = await unit.person('user');
  await grant(admin, report, { to: 'membership', to_id: other.membership_id, rls_roles: ['Região Norte'] });
  return { admin, report, ana, reader: await world.signIn(ana), other: await world.signIn(other), place: { params: { id: report.id } } };
}

test('a reader gets a file of the own rows, made in the background, and nobody else sees it', async () => {
  const { report, reader, other, admin, place } = await scene();
  const asked = await reader.call(contract.add, { ...place, body: { format: 'PDF' } });
  expect(asked).toMatchObject({ state: 'queued', percent: 0, address: null, title: report.title });
  const results = await world.runJobs();
  expect(results.filter(({ status }) => status === 'failed').map(({ error }) => error)).toEqual([]);
  const [made] = (await reader.call(contract.list, {})).data;
  expect(made).toMatchObject({ id: asked.id, state: 'done', percent: 100, file_name: `${report.title}.pdf` });
  const file = await reader.inject({ method: 'GET', url: made?.address ?? '' });
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const [started] = service.calls.filter(({ path }) => path.endsWith('/ExportTo'));
  expect(JSON.stringify(started)).toContain('Região Sul');
  for (const stranger of [other, admin]) {
    expect((await stranger.call(contract.list, {})).data).toEqual([]);
    expect((await stranger.refusal(contract.remove, { params: { export_id: asked.id } })).status).toBe(404);
  }
  await reader.call(contract.remove, { params: { export_id: asked.id } });
  expect((await reader.inject({ method: 'GET', url: made?.address ?? '' })).statusCode).toBe(404);
});

test('an export that has failed for good is told at once; one for which the service was too busy is tried again', async () => {
  const { reader, place } = await scene();
  const endOf = async (fault: { retry_after_s?: number }) => {
    service.faults.start({ name: 'export_failed', times: 1, ...fault });
    const { id } = await reader.call(contract.add, { ...place, body: { format: 'PDF' } });
    await world.runJobs();
    return (await reader.call(contract.list, {})).data.find((row) => row.id === id);
  };
  expect(await endOf({})).toMatchObject({ state: 'failed', reason: 'Erro ao exportar o arquivo', address: null });
  const begun = () => service.calls.filter(({ path }) => path.endsWith('/ExportTo')).length;
  expect(begun()).toBe(1);
  const busy = await endOf({ retry_after_s: 1 });
  expect(busy).not.toMatchObject({ state: 'failed' });
  await reader.call(contract.remove, { params: { export_id: busy?.id ?? '' } });
});

test('usage counts what the log says: files and data that were taken away, each once', async () => {
  const { admin, reader, other, report, place } = await scene();
  await reader.call(contract.add, { ...place, body: { format: 'PDF' } });
  await world.runJobs();
  await other.call(contract.noteData, { ...place, body: { visual: 'Faturamento por região' } });
  const today = new Date();
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const { data } = await admin.call(usage.byReport, { query: { from: day(-1), until: day(1) } });
  const lines = await world.owner.run(
    query
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', report.id)
      .where('action', 'like', 'report.export%')
      .orderBy('id'),
  );
  expect(lines.map(({ action }) => action)).toEqual(['report.export', 'report.export_data']);
  expect(data.find(({ id }) => id === report.id)).toMatchObject({ exports: lines.length });
});

test('data behind a visual leave only where the report may be exported, and only to whoever sees it', async () => {
  const { reader, place } = await scene({ allow_export: false });
  const elsewhere = await scene();
  const body = { visual: 'Faturamento' };
  expect((await reader.refusal(contract.noteData, { ...place, body })).status).toBe(403);
  expect((await elsewhere.reader.refusal(contract.noteData, { ...place, body })).status).toBe(404);
});

test('fifty exports at once are one', async () => {
  const { reader, place } = await scene();
  const asked = await Promise.allSettled(
    Array.from({ length: 50 }, () => reader.call(contract.add, { ...place, body: { format: 'PDF' } })),
  );
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await reader.refusal(contract.add, { ...place, body: { format: 'PDF' } })).body.status).toBe('export_running');
  await world.runJobs();
});

test('a report that does not allow it, and one that is not the reader’s, are not exported', async () => {
  const { reader, place } = await scene({ allow_export: false });
  const elsewhere = await scene();
  expect((await reader.refusal(contract.add, { ...place, body: { format: 'PDF' } })).body.status).toBe('forbidden');
  expect((await elsewhere.reader.refusal(contract.add, { ...place, body: { format: 'PDF' } })).status).toBe(404);
});

test('what was asked for is made with the rights of the moment when it is made', async () => {
  const { admin, report, ana, reader, place } = await scene();
  const changed = async (change: () => Promise<unknown>) => {
    service.calls.length = 0;
    await reader.call(contract.add, { ...place, body: { format: 'PDF' } });
    await change();
    await world.runJobs();
    const [row] = await world.owner.run(
      query.selectFrom('report_export').select(['state', 'reason']).where('person_id', '=', ana.id).orderBy('id', 'desc').limit(1),
    );
    return { ...row, asked: JSON.stringify(service.calls.filter(({ path }) => path.endsWith('/ExportTo'))) };
  };
  const [mine] = await world.owner.run(
    query
      .selectFrom('report_grant')
      .select('id')
      .where('membership_id', '=', ana.membership_id ?? ''),
  );
  const grantRow = query.updateTable('report_grant').where('id', '=', mine?.id ?? '');
  const other = await changed(() => world.owner.run(grantRow.set({ rls_roles: ['Região Norte'] })));
  expect(other.state).toBe('done');
  expect(other.asked).toContain('Região Norte');
  expect(other.asked).not.toContain('Região Sul');

  const refused = { state: 'failed', asked: '[]' };
  const allowExport = (allow_export: boolean) =>
    world.owner.run(query.updateTable('report').set({ allow_export }).where('id', '=', report.id));
  expect(await changed(() => allowExport(false))).toEqual({ ...refused, reason: 'forbidden' });
  await allowExport(true);
  expect(await changed(() => world.owner.run(grantRow.set({ rls_roles: [] })))).toEqual({ ...refused, reason: 'no_data_rule' });
  await world.owner.run(grantRow.set({ rls_roles: ['Região Sul'] }));
  const state = (value: string) => world.owner.run(query.updateTable('membership').set({ state: value }).where('person_id', '=', ana.id));
  expect(await changed(() => state('blocked'))).toEqual({ ...refused, reason: 'forbidden' });
  await state('active');
  expect(
    await changed(() => admin.call(reportAccess.removePerson, { params: { id: report.id, membership_id: ana.membership_id ?? '' } })),
  ).toEqual({ ...refused, reason: 'not_found' });
});

test('with a watermark every slide names the reader, and a picture does not leave', async () => {
  const { ana, reader, place } = await scene({ enable_watermark: true });
  expect((await reader.refusal(contract.add, { ...place, body: { format: 'PNG' } })).status).toBe(422);
  await reader.call(contract.add, { ...place, body: { format: 'PPTX' } });
  await world.runJobs();
  const [made] = (await reader.call(contract.list, {})).data;
  const { rawPayload } = await reader.inject({ method: 'GET', url: made?.address ?? '' });
  const slides = Object.entries(unzipSync(rawPayload)).filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
  expect(slides.length).toBeGreaterThan(0);
  for (const [, slide] of slides) expect(strFromU8(slide)).toContain(ana.email);
});

test('a paginated report becomes pages and tables of the own rows; with a watermark pages alone', async () => {
  const { admin, reader, place } = await scene({ sample: 'closing' });
  for (const format of ['XLSX', 'CSV', 'PDF'] as const) {
    await reader.call(contract.add, { ...place, body: { format } });
    await world.runJobs();
    const [made] = (await reader.call(contract.list, {})).data;
    expect(made).toMatchObject({ state: 'done', file_name: expect.stringMatching(new RegExp(`\\.${format.toLowerCase()}$`)) });
    const { rawPayload } = await reader.inject({ method: 'GET', url: made?.address ?? '' });
    if (format !== 'CSV') continue;
    const [, ...rows] = rawPayload.toString().trim().split('\r\n');
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every((row) => row.startsWith('Sul,'))).toBe(true);
  }
  expect((await reader.refusal(contract.add, { ...place, body: { format: 'PNG' } })).status).toBe(422);
  await admin.call(configuration.updateConfig, { body: { enable_watermark: true, version: 2 } });
  for (const format of ['XLSX', 'CSV'] as const)
    expect((await reader.refusal(contract.add, { ...place, body: { format } })).status).toBe(422);
  await reader.call(contract.add, { ...place, body: { format: 'PDF' } });
  await world.runJobs();
  expect((await reader.call(contract.list, {})).data[0]).toMatchObject({ state: 'done', format: 'PDF' });
});

test('only a paginated report becomes a table', async () => {
  const { reader, place } = await scene();
  expect((await reader.refusal(contract.add, { ...place, body: { format: 'XLSX' } })).status).toBe(422);
});

test('a watermark in letters that PDF fonts lack does not stop the file', async () => {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create();
  document.addPage();
  const bytes = await withWatermark('unit', 'PDF', await document.save(), 'Ана 安娜\nana@aurora.example\n…113.7');
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
});

test('the request holds page, view, filters and identity as the service writes them', () => {
  const filters = [{ table: 'Minha Loja', column: 'Região', values: ["D'Oeste", 3] }];
  expect(filterText(filters)).toBe("Minha_x0020_Loja/Região in ('D''Oeste',3)");
  const wanted = {
    kind: 'report',
    format: 'PDF',
    page: 'p1',
    view_state: 'abc',
    locale: 'es',
    identity: { username: 'a', roles: ['r'] },
    filters,
    dataset_id: 'd',
  } as const;
  expect(exportRequest({ ...wanted, identity: { username: 'a', roles: ['r'] } })).toEqual({
    format: 'PDF',
    powerBIReportConfiguration: {
      settings: { locale: 'es' },
      pages: [{ pageName: 'p1', bookmark: { state: 'abc' } }],
      reportLevelFilters: [{ filter: filterText(filters) }],
      identities: [{ username: 'a', roles: ['r'], datasets: ['d'] }],
    },
  });
  expect(fileName('Vendas: Sul/Norte', '.pdf')).toBe('Vendas Sul Norte.pdf');
});
