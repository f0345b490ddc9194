import { readXlsx } from 'hucre/xlsx';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { ExportRequest } from '@vitrine/powerbi/exports.ts';
import { loadContent } from '../service/content.ts';
import { demoApplication } from '../definitions/demo.ts';
import type { PaginatedAnswer } from '../definitions/embedApi.ts';
import { startEmulator } from '../emulator.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, addressesOf, call, credentialsOf } from './world.ts';

const retail = loadContent().find(({ paginated = [] }) => paginated.length > 0);
const [closing] = retail?.paginated ?? [];
const sales = retail?.reports.find(({ name }) => name === 'Vendas da rede');
if (!retail || !closing || !sales) throw new Error('The paginated report is not there');
const workspace = retail.workspace.id;
const dataset = closing.model;

let emulator: Emulator;
let token: string;
beforeAll(async () => {
  emulator = await startEmulator({ durations: { export_ms: 0 } });
  token = await accessToken(emulator);
});
afterAll(() => emulator.close());
beforeEach(() => emulator.faults.clear());

const at = `groups/${workspace}/reports/${closing.id}`;
const rest = (method: string, path: string, body?: unknown) => call(emulator, token, method, path, body);
const as = (...roles: string[]) => [{ username: 'ana@aurora.example', roles, datasets: [dataset] }];
const wish = (roles: string[], changes: object = {}) => ({
  reports: [{ id: closing.id }],
  datasets: [{ id: dataset, xmlaPermissions: 'ReadOnly' }],
  identities: as(...roles),
  ...changes,
});
const refused = (message: RegExp) => ({
  status: 400,
  body: { error: { code: 'InvalidRequest', message: expect.stringMatching(message) } },
});

const fill = async (roles: string[], parameters: { name: string; value: string | null }[] = [], changes: object = {}) => {
  const minted = await rest('POST', 'GenerateToken', wish(roles, changes));
  const answer = await fetch(`${emulator.origin}/embed-api/paginated/${closing.id}`, {
    method: 'POST',
    headers: { authorization: `EmbedToken ${String(minted.body['token'])}`, 'content-type': 'application/json' },
    body: JSON.stringify({ parameters }),
  });
  return { status: answer.status, body: (await answer.json()) as PaginatedAnswer };
};

const exportsOf = () => {
  const sleep = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
  const clock = { now: emulator.clock.now, sleep };
  return createPowerBi({ addresses: addressesOf(emulator), credentials: credentialsOf(demoApplication), clock });
};
const print = async (request: ExportRequest) => {
  const { exports } = exportsOf();
  const { id } = await exports.start(workspace, closing.id, request);
  const done = await exports.waitFor(workspace, closing.id, id);
  return { extension: done.resourceFileExtension, bytes: await exports.file(workspace, closing.id, id) };
};

test('is listed as a paginated report without a dataset, and names it as its data source', async () => {
  const { reports } = exportsOf();
  const listed = (await reports.list(workspace)).find(({ id }) => id === closing.id);
  expect(listed).toMatchObject({ reportType: 'PaginatedReport', embedUrl: expect.stringContaining('/rdlEmbed?') });
  expect(listed).not.toHaveProperty('datasetId');
  expect(await reports.datasetsOfPaginated(workspace, closing.id)).toEqual([dataset]);
});

test('what is for other reports is refused, and the other way round', async () => {
  for (const [method, path, body] of [
    ['GET', 'pages', undefined],
    ['POST', 'Rebind', { datasetId: dataset }],
    ['POST', 'Clone', { name: 'Copy' }],
    ['GET', 'Export', undefined],
  ] as const) {
    expect(await rest(method, `${at}/${path}`, body)).toMatchObject(refused(/not supported for paginated reports/));
  }
  expect(await rest('GET', `groups/${workspace}/reports/${sales.id}/datasources`)).toMatchObject(refused(/is for paginated reports/));
});

test('a token needs the dataset with its permission, in version 2', async () => {
  expect(await rest('POST', 'GenerateToken', wish(['Tudo']))).toMatchObject({ status: 200 });
  expect(await rest('POST', 'GenerateToken', wish(['Tudo'], { datasets: [{ id: dataset }] }))).toMatchObject(
    refused(/xmlaPermissions ReadOnly/),
  );
  expect(await rest('POST', 'GenerateToken', { reports: [{ id: closing.id }] })).toMatchObject(refused(/requires its dataset/));
  expect(await rest('POST', 'GenerateToken', wish([], { identities: [] }))).toMatchObject(refused(/requires effective identity/));
  expect(await rest('POST', `${at}/GenerateToken`, { accessLevel: 'View' })).toMatchObject(refused(/at GenerateToken/));
  const named = (id: string) => [...as('Tudo'), { username: 'ana@aurora.example', reports: [id] }];
  expect(await rest('POST', 'GenerateToken', wish([], { identities: named(closing.id) }))).toMatchObject({ status: 200 });
  expect(await rest('POST', 'GenerateToken', wish([], { identities: named(sales.id) }))).toMatchObject(refused(/names report/));
});

test('its totals are those of the report that is no list, for each identity', async () => {
  const minted = await rest('POST', 'GenerateToken', {
    reports: [{ id: sales.id }],
    datasets: [{ id: dataset }],
    identities: as('Região Sul'),
  });
  const ask = {
    id: 'x',
    group_by: [],
    values: [{ table: 'Vendas', measure: 'Faturamento' }],
    filters: [
      {
        $schema: 'http://powerbi.com/product/schema#basic',
        filterType: 1,
        target: { table: 'Calendário', column: 'Ano' },
        operator: 'In',
        values: [2025],
      },
    ],
  };
  const answer = await fetch(`${emulator.origin}/embed-api/reports/${sales.id}/query`, {
    method: 'POST',
    headers: { authorization: `EmbedToken ${String(minted.body['token'])}`, 'content-type': 'application/json' },
    body: JSON.stringify({ queries: [ask] }),
  });
  const { results } = (await answer.json()) as { results: { rows: number[][] }[] };
  const { body } = await fill(['Região Sul'], [{ name: 'Ano', value: '2025' }]);
  const lines = body.document?.lines ?? [];
  expect(new Set(lines.flatMap((line) => (line.kind === 'group' && line.level === 0 ? [line.value] : [])))).toEqual(new Set(['Sul']));
  const total = lines.at(-1);
  expect(total?.kind === 'total' && total.cells[1]).toBeCloseTo(results[0]?.rows[0]?.[0] ?? Number.NaN, 4);
  expect(body.parameters.find(({ name }) => name === 'Regiao')?.available).toEqual(['Sul']);
});

test('values are compared without case; what is none of them is refused', async () => {
  const { body } = await fill(['Tudo'], [{ name: 'Regiao', value: 'sUL' }]);
  expect(body.parameters.find(({ name }) => name === 'Regiao')?.chosen).toEqual(['Sul']);
  for (const parameter of [
    { name: 'Regiao', value: 'Leste' },
    { name: 'regiao', value: 'Sul' },
    { name: 'Ano', value: 'x' },
  ])
    expect(await fill(['Tudo'], [parameter])).toMatchObject({ status: 400, body: { message: 'Invalid parameters' } });
  expect(
    await fill(
      ['Tudo'],
      ['2025', '2026'].map((value) => ({ name: 'Ano', value })),
    ),
  ).toMatchObject({ status: 400 });
  expect((await fill(['Tudo'], [{ name: 'Ano', value: null }])).body.document).toBeNull();
});

test('a token for another report, and none at all, open nothing', async () => {
  const url = `${emulator.origin}/embed-api/paginated/${closing.id}`;
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body: '{"parameters":[]}' })).status).toBe(403);
  expect((await fill([], [], { reports: [{ id: sales.id }], identities: as('Tudo') })).status).toBe(403);
});

const paginated = { identities: as('Região Sul'), locale: 'pt-BR', parameterValues: [{ name: 'Ano', value: '2025' }] };

test('becomes a workbook with numbers as numbers, and a list of its rows', async () => {
  const book = await print({ format: 'XLSX', paginatedReportConfiguration: paginated });
  expect(book.extension).toBe('.xlsx');
  const [sheet] = (await readXlsx(book.bytes)).sheets;
  expect(sheet?.rows[0]?.[0]).toBe(closing.title);
  expect(sheet?.rows[2]?.[0]).toBe('Ano: 2025 · Região: Todos · Categoria: Todos');
  const total = sheet?.rows.find(([name]) => name === 'Total geral');
  const csv = await print({ format: 'CSV', paginatedReportConfiguration: paginated });
  const [heading, ...rows] = new TextDecoder().decode(csv.bytes).trim().split('\r\n');
  expect(heading).toBe('Região,Loja,Mês,Faturamento,Meta,Atingimento,Pedidos,Ticket médio');
  expect(rows.every((row) => row.startsWith('Sul,'))).toBe(true);
  const sum = rows.reduce((all, row) => all + Number(row.split(',')[3]), 0);
  expect(total?.[1]).toBeCloseTo(sum, 2);
});

test('becomes pages, as many as are wanted', async () => {
  const pdf = await print({ format: 'PDF', paginatedReportConfiguration: paginated });
  expect(new TextDecoder('latin1').decode(pdf.bytes.subarray(0, 5))).toBe('%PDF-');
  const formatSettings = { OutputFormat: 'PNG', StartPage: '2', EndPage: '3' };
  const images = await print({ format: 'IMAGE', paginatedReportConfiguration: { ...paginated, formatSettings } });
  expect(Object.keys(unzipSync(images.bytes))).toHaveLength(2);
});

test('formats that are not made here, unknown parameters and pages that are none are refused', async () => {
  const start = (body: object) => rest('POST', `${at}/ExportTo`, body);
  const configuration = (changes: object) => ({ format: 'PDF', paginatedReportConfiguration: { identities: as('Tudo'), ...changes } });
  for (const format of ['DOCX', 'XML', 'MHTML', 'ACCESSIBLEPDF', 'PNG', 'x'])
    expect(await start({ ...configuration({}), format })).toMatchObject(refused(/must be one of PDF, PPTX, IMAGE, XLSX, CSV/));
  expect(await start({ ...configuration({}), format: 'IMAGE' })).toMatchObject(refused(/OutputFormat: must be PNG/));
  expect(await start(configuration({ parameterValues: [{ name: 'Nada', value: '1' }] }))).toMatchObject(refused(/no parameter 'Nada'/));
  expect(await start(configuration({ formatSettings: { StartPage: '3', EndPage: '2' } }))).toMatchObject(refused(/EndPage/));
  expect(await start(configuration({ identities: [] }))).toMatchObject(refused(/requires effective identity/));
  const sheet = { format: 'XLSX', powerBIReportConfiguration: { identities: as('Tudo') } };
  expect(await rest('POST', `groups/${workspace}/reports/${sales.id}/ExportTo`, sheet)).toMatchObject(refused(/must be PDF, PPTX or PNG/));
});

test('the faults of exports hold for it as well', async () => {
  emulator.faults.start({ name: 'export_failed', times: 1 });
  await expect(print({ format: 'CSV', paginatedReportConfiguration: paginated })).rejects.toMatchObject({ code: 'export_failed' });
});

test('goes with its dataset, and alone', async () => {
  const own = await startEmulator();
  const key = await accessToken(own);
  expect((await call(own, key, 'DELETE', at)).status).toBe(200);
  expect((await call(own, key, 'GET', at)).status).toBe(404);
  await own.close();
});
