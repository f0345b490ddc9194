import { inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PowerBiExportRequest } from '@vitrine/powerbi/exports.ts';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import { encodeState } from '../visuals/view/bookmarks.ts';
import { authoredView } from '../visuals/view/view.ts';
import { loadContent } from '../service/content.ts';
import { demoApplication } from '../definitions/demo.ts';
import { startEmulator } from '../emulator.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, addressesOf, call, credentialsOf, ids, startWorld } from './world.ts';

const contents = loadContent();
const retail = contents.find(({ reports }) => reports.some(({ name }) => name === 'Vendas da rede'));
const [report] = retail?.reports.filter(({ name }) => name === 'Vendas da rede') ?? [];
const [model] = retail?.models ?? [];
if (!retail || !report || !model) throw new Error('The retail report is not there');
const workspaceId = retail.workspace.id;

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());
beforeEach(() => emulator.faults.clear());

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
/** Waits move the service's time; printing itself takes what it takes. */
const clientOf = (service: Emulator) =>
  createPowerBi({
    addresses: addressesOf(service),
    credentials: credentialsOf(demoApplication),
    clock: {
      now: service.clock.now,
      sleep: async () => {
        service.clock.advance(200);
        await pause();
      },
    },
  }).exports;

const as = (...roles: string[]) => [{ username: 'carla@aurora.example', roles, datasets: [model.id] }];
const page = (name = report.pages[0]?.name ?? '') => [{ pageName: name }];

type Configuration = NonNullable<PowerBiExportRequest['powerBIReportConfiguration']>;
const print = async (format: PowerBiExportRequest['format'], configuration: Configuration) => {
  const exports = clientOf(emulator);
  const settings = { locale: 'pt-BR' };
  const request = { format, powerBIReportConfiguration: { settings, identities: as('Região Sul'), ...configuration } };
  const { id } = await exports.start(workspaceId, report.id, request);
  const seen: number[] = [];
  const done = await exports.waitFor(workspaceId, report.id, id, { onProgress: (state) => seen.push(state.percentComplete ?? -1) });
  return { done, seen, bytes: await exports.file(workspaceId, report.id, id) };
};

/** The texts of a PDF, as somebody finds them who searches in it. */
const textsOf = (pdf: Uint8Array): string => {
  const raw = Buffer.from(pdf).toString('latin1');
  const texts: string[] = [];
  for (const { index, 0: start } of raw.matchAll(/stream\r?\n/g)) {
    const body = Buffer.from(pdf.subarray(index + start.length, raw.indexOf('endstream', index)));
    let content = '';
    try {
      content = inflateSync(body).toString('latin1');
    } catch {
      // Not every stream is compressed; those that are not hold no text.
    }
    for (const [, hex = ''] of content.matchAll(/<([0-9A-F]+)> Tj/g)) texts.push(Buffer.from(hex, 'hex').toString('latin1'));
  }
  return texts.join('\n');
};

test('a PDF has a page for each page of the report, with the data of the effective identity', async () => {
  const { done, seen, bytes } = await print('PDF', { identities: as('Região Sul') });
  expect(done).toMatchObject({ status: 'Succeeded', percentComplete: 100, resourceFileExtension: '.pdf' });
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  expect(seen[0]).toBeLessThan(100);
  const visible = report.pages.filter(({ hidden }) => !hidden).length;
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(visible);
  const texts = textsOf(bytes);
  expect(texts).toContain('Curitiba Batel');
  expect(texts).toContain('Faturamento por categoria');
  for (const other of ['Sudeste', 'Nordeste']) expect(texts).not.toContain(other);
});

test('the filter of the export narrows what is printed', async () => {
  const all = textsOf((await print('PDF', { pages: page(), identities: as('Tudo') })).bytes);
  expect(all).toContain('Sudeste');
  const filter = "Loja/Região eq 'Nordeste'";
  const some = textsOf((await print('PDF', { pages: page(), identities: as('Tudo'), reportLevelFilters: [{ filter }] })).bytes);
  expect(some).toContain('Nordeste');
  expect(some).not.toContain('Sudeste');
});

test('a captured bookmark prints what its reader saw', async () => {
  const view = authoredView(report);
  const slicer = Object.keys(view.slicers).find((key) => key.endsWith('/seg_regiao')) ?? '';
  const target = { table: 'Loja', column: 'Região' };
  view.slicers[slicer] = [{ $schema: 'http://powerbi.com/product/schema#basic', filterType: 1, target, operator: 'In', values: ['Norte'] }];
  const { bytes } = await print('PDF', { pages: page(), identities: as('Tudo'), defaultBookmark: { state: encodeState(view) } });
  const texts = textsOf(bytes);
  expect(texts).toContain('Norte');
  expect(texts).not.toContain('Sudeste');
});

test('a bookmark that is none of the report fails the export for good', async () => {
  const exports = clientOf(emulator);
  const [first] = report.pages;
  const elsewhere = encodeState({ ...authoredView(report), page: 'gone' });
  for (const bookmark of [{ state: 'broken' }, { state: elsewhere }, { name: 'gone' }]) {
    for (const configuration of [{ defaultBookmark: bookmark }, { pages: [{ pageName: first?.name ?? '', bookmark }] }]) {
      const request = { format: 'PDF', powerBIReportConfiguration: { identities: as('Tudo'), ...configuration } } as const;
      const { id } = await exports.start(workspaceId, report.id, request);
      await expect(exports.waitFor(workspaceId, report.id, id, {})).rejects.toMatchObject({ code: 'export_failed' });
    }
  }
});

test('a PNG of one page is a picture, of several an archive', async () => {
  const one = await print('PNG', { pages: page() });
  expect(one.done.resourceFileExtension).toBe('.png');
  expect(Buffer.from(one.bytes.subarray(1, 4)).toString()).toBe('PNG');
  const two = await print('PNG', { pages: [...page(), { pageName: report.pages[0]?.name ?? '', visualName: 'rosca_canal' }] });
  expect(two.done.resourceFileExtension).toBe('.zip');
  expect(Object.keys(unzipSync(two.bytes))).toEqual(['Vendas da rede-1.png', 'Vendas da rede-2.png']);
});

test('a presentation has a slide for each page, with its texts as notes', async () => {
  const { done, bytes } = await print('PPTX', { pages: page() });
  expect(done.resourceFileExtension).toBe('.pptx');
  const files = unzipSync(bytes);
  expect(Object.keys(files).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))).toHaveLength(1);
  expect(new TextDecoder().decode(files['ppt/notesSlides/notesSlide1.xml'])).toContain('Curitiba Batel');
});

test('a failed export tells whether another try may help', async () => {
  emulator.faults.start({ name: 'export_failed', workspace_id: workspaceId, retry_after_s: 30, times: 1 });
  await expect(print('PNG', { pages: page() })).rejects.toMatchObject({ code: 'export_busy', retry_after_s: 30 });
  emulator.faults.start({ name: 'export_failed', times: 1 });
  await expect(print('PNG', { pages: page() })).rejects.toMatchObject({ code: 'export_failed', retry_after_s: null });
});

test('a poll is 202 with a wait until it is 200; the file lives for a day', async () => {
  const token = await accessToken(emulator);
  const at = `groups/${workspaceId}/reports/${report.id}`;
  const body = { format: 'PNG', powerBIReportConfiguration: { pages: page(), identities: as('Tudo') } };
  const started = await call(emulator, token, 'POST', `${at}/ExportTo`, body);
  expect(started).toMatchObject({ status: 202, body: { reportName: 'Vendas da rede' } });
  const id = encodeURIComponent(String(started.body['id']));
  const first = await call(emulator, token, 'GET', `${at}/exports/${id}`);
  expect(first.status).toBe(202);
  expect(first.headers.get('retry-after')).toBe('1');
  expect((await call(emulator, token, 'GET', `${at}/exports/${id}/file`)).status).toBe(404);
  await clientOf(emulator).waitFor(workspaceId, report.id, String(started.body['id']));
  expect((await call(emulator, token, 'GET', `${at}/exports/${id}`)).status).toBe(200);
  expect((await call(emulator, token, 'GET', `${at}/exports/${id}/file`)).status).toBe(200);
  emulator.clock.advance(25 * 3_600_000);
  const later = await accessToken(emulator);
  expect((await call(emulator, later, 'GET', `${at}/exports/${id}/file`)).status).toBe(404);
});

const many = Array.from({ length: 51 }, () => page()[0]);

test.each([
  ['no identity where one is needed', { identities: [] }, /effective identity/],
  ['an unknown role', { identities: as('Nobody') }, /Nobody/],
  ['an unknown page', { pages: [{ pageName: 'nothing' }] }, /nothing/],
  ['an unknown visual', { pages: [{ ...page()[0], visualName: 'nothing' }] }, /nothing/],
  ['51 items', { pages: many }, /50/],
  ['two filters', { reportLevelFilters: [{ filter: "a/b eq 'x'" }, { filter: "a/b eq 'x'" }] }, /one filter/],
  ['a filter that is none', { reportLevelFilters: [{ filter: 'x' }] }, /not valid/],
])('refuses %s', async (_, configuration, message) => {
  const powerBIReportConfiguration = { identities: as('Tudo'), ...configuration };
  const at = `groups/${workspaceId}/reports/${report.id}/ExportTo`;
  const answer = await call(emulator, await accessToken(emulator), 'POST', at, { format: 'PDF', powerBIReportConfiguration });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'InvalidRequest', message: expect.stringMatching(message) } } });
});

test('refuses other formats, shared capacity and a full queue', async () => {
  const token = await accessToken(emulator);
  const at = `groups/${workspaceId}/reports/${report.id}/ExportTo`;
  expect((await call(emulator, token, 'POST', at, { format: 'XLSX' })).status).toBe(400);
  const small = await startWorld({ limits: { export_queue: 0 } });
  const own = await accessToken(small);
  const shared = await call(small, own, 'POST', `groups/${ids.shared}/reports/${ids.sharedReport}/ExportTo`, { format: 'PDF' });
  expect(shared).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/capacity/) } } });
  expect((await call(small, own, 'POST', `groups/${ids.sales}/reports/${ids.openReport}/ExportTo`, { format: 'PDF' })).status).toBe(429);
  await small.close();
});
