import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startEmulator } from '../emulator.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, call, clientOf, ids, ownWorld, publish, startWorld } from './world.ts';

let emulator: Emulator;
let token: string;
beforeAll(async () => {
  emulator = await startWorld();
  token = await accessToken(emulator);
});
afterAll(() => emulator.close());

const csv = (rows: number, separator = ';') =>
  [
    ['Data', 'Região', 'Loja', 'Valor', 'Quantidade'].join(separator),
    ...Array.from({ length: rows }, (_, i) =>
      [
        `${String((i % 28) + 1).padStart(2, '0')}/${String((i % 12) + 1).padStart(2, '0')}/2026`,
        ['Sul', 'Norte', 'Leste'][i % 3],
        `Loja ${i % 9}`,
        `1.${100 + (i % 800)},50`,
        i % 7,
      ].join(separator),
    ),
  ].join('\n');

const ask = async (service: Emulator, dataset: string, query: string) => clientOf(service).queries.execute(ids.sales, dataset, query);

test('a bare CSV becomes a dataset with types and a report laid out by itself', async () => {
  const service = await ownWorld();
  const { reports, datasets } = await publish(service, 'Vendas 2026.csv', csv(500));
  expect([reports, datasets]).toMatchObject([[{ name: 'Vendas 2026' }], [{ name: 'Vendas 2026' }]]);
  const dataset = datasets[0]?.id ?? '';
  const table = "'Vendas 2026'";
  const rows = await ask(service, dataset, `EVALUATE ROW("n", COUNTROWS(${table}), "v", SUM(${table}[Valor]), "d", MAX(${table}[Data]))`);
  expect(rows.rows[0]).toMatchObject({ '[n]': 500 });
  expect(Number(rows.rows[0]?.['[v]'])).toBeGreaterThan(500_000);
  expect(String(rows.rows[0]?.['[d]'])).toMatch(/^2026-12-28/);
  const pages = await clientOf(service).reports.pages(ids.sales, reports[0]?.id ?? '');
  expect(pages.map(({ displayName }) => displayName)).toEqual(['Visão geral', 'Dados']);
});

test('the answer tells how the data was understood, in an annotation that clients of the cloud pass over', async () => {
  const service = await ownWorld();
  const { id, reports } = await publish(service, 'Pedidos.csv', 'Pedido;Dia;Valor\n1;31/01/2026;5%\n2;N/A;10%\nTOTAL;;15%\n');
  const { body } = await call(service, await accessToken(service), 'GET', `groups/${ids.sales}/imports/${id}`);
  expect(body['@vitrine.reading']).toMatchObject({
    tables: [
      { name: 'Pedidos', rows: 2, left_out: { count: 1 }, columns: [{ summed: false }, { read_as: 'date' }, { read_as: 'percentage' }] },
    ],
    more_tables: 0,
  });
  const copy = await clientOf(service).reports.download(ids.sales, reports[0]?.id ?? '');
  const described = await publish(service, 'Cópia.pbix', copy);
  expect((await call(service, await accessToken(service), 'GET', `groups/${ids.sales}/imports/${described.id}`)).body).not.toHaveProperty(
    '@vitrine.reading',
  );
});

test('numbers that name something are not in the figures of a report laid out by itself, and percentages are averaged', async () => {
  const service = await ownWorld();
  const rows = Array.from({ length: 40 }, (_, i) => `${500 + i};Loja ${i % 4};${i % 10}%;${i % 7}`);
  const { reports } = await publish(service, 'Pedidos.csv', ['Pedido;Loja;Margem;Quantidade', ...rows].join('\n'));
  const files = unzipSync(await clientOf(service).reports.download(ids.sales, reports[0]?.id ?? ''));
  const definition = Object.entries(files).find(([name]) => name.endsWith('.report.json'))?.[1] ?? new Uint8Array();
  const aggregated = [...new TextDecoder().decode(definition).matchAll(/"column": "(\w+)",\s+"aggregation": "(\w+)"/g)].map(([, ...one]) =>
    one.join(' '),
  );
  expect(new Set(aggregated)).toEqual(new Set(['Quantidade sum', 'Margem average']));
});

test('every visual of a report laid out by itself has an answer', async () => {
  const service = await ownWorld();
  const { reports, datasets } = await publish(service, 'Vendas.csv', csv(500));
  const report = reports[0]?.id ?? '';
  const { exports } = clientOf(service);
  const request = { format: 'PDF' as const };
  const { id } = await exports.start(ids.sales, report, request);
  await exports.waitFor(ids.sales, report, id);
  const bytes = await exports.file(ids.sales, report, id);
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(2);
  expect(datasets).toHaveLength(1);
});

test.each([
  [
    'a workbook',
    'Livro.xlsx',
    async () =>
      writeXlsx({
        sheets: [
          {
            name: 'Folha',
            rows: [
              ['Cidade', 'Valor', 'Dia'],
              ['Recife', 10.5, new Date(Date.UTC(2026, 0, 2))],
              ['Natal', 4, new Date(Date.UTC(2026, 0, 3))],
            ],
          },
        ],
      }),
  ],
  [
    'JSON',
    'Dados.json',
    async () =>
      strToU8(
        JSON.stringify([
          { Cidade: 'Recife', Valor: 10.5 },
          { Cidade: 'Natal', Valor: 4 },
        ]),
      ),
  ],
  ['letters of Windows', 'Ação.csv', async () => Uint8Array.from(Buffer.from('Cidade,Valor\nRecife,10.5\nSão Luís,4\n', 'latin1'))],
])('publishes %s', async (_, name, bytes) => {
  const { datasets } = await publish(emulator, name, await bytes());
  const table = name.replace(/\.\w+$/, '');
  const { rows } = await ask(emulator, datasets[0]?.id ?? '', `EVALUATE ROW("v", SUM('${table}'[Valor]))`);
  expect(rows).toEqual([{ '[v]': 14.5 }]);
});

test('an archive of several files is one dataset with a page for each', async () => {
  const archive = zipSync({ 'dados/Lojas.csv': strToU8('Loja,Cidade\nA,Recife\nB,Natal\n'), 'Vendas.csv': strToU8(csv(50)) });
  const { datasets, reports } = await publish(emulator, 'Pacote.zip', archive);
  const pages = await clientOf(emulator).reports.pages(ids.sales, reports[0]?.id ?? '');
  expect(pages.map(({ displayName }) => displayName)).toEqual(['Lojas', 'Vendas', 'Dados']);
  expect((await ask(emulator, datasets[0]?.id ?? '', 'EVALUATE ROW("n", COUNTROWS(\'Lojas\'))')).rows).toEqual([{ '[n]': 2 }]);
});

/** As data tools write it: decimals, times with a zone, lists, blanks. */
const parquet = async (): Promise<Uint8Array> => {
  const directory = await mkdtemp(join(tmpdir(), 'parquet-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'x.parquet');
  const connection = await DuckDBConnection.create();
  await connection.run(`COPY (
    SELECT i AS "Código", CASE WHEN i % 3 = 0 THEN NULL ELSE 'Loja ' || i % 9 END AS "Loja", (i * 1.25)::DECIMAL(12,2) AS "Valor",
      TIMESTAMPTZ '2026-01-01 12:00:00+00' + INTERVAL (i) DAY AS "Quando", i % 2 = 0 AS "Pago", ['a', 'b'] AS "Marcas"
    FROM range(1000) t(i)) TO '${file}' (FORMAT parquet)`);
  connection.closeSync();
  return readFile(file);
};

test('a Parquet file keeps its types', async () => {
  const { datasets, reports } = await publish(emulator, 'Pedidos.parquet', await parquet());
  const query = `EVALUATE ROW("n", COUNTROWS(Pedidos), "v", SUM(Pedidos[Valor]), "d", MAX(Pedidos[Quando]), "l", DISTINCTCOUNT(Pedidos[Loja]))`;
  const { rows } = await ask(emulator, datasets[0]?.id ?? '', query);
  expect(rows[0]).toMatchObject({ '[n]': 1000, '[v]': 624_375, '[l]': 7 });
  expect(String(rows[0]?.['[d]'])).toMatch(/^2028-09-26T12:00/);
  const { exports } = clientOf(emulator);
  const { id } = await exports.start(ids.sales, reports[0]?.id ?? '', { format: 'PDF' });
  expect(await exports.waitFor(ids.sales, reports[0]?.id ?? '', id)).toMatchObject({ status: 'Succeeded' });
});

test('the sheets of a workbook are tables, whatever stands above their headers', async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Vendas', rows: [['Relatório de vendas'], [], ['Loja', 'Valor', 'Valor'], ['A', 3, 1], ['B', 4, null], [null, null, null]] },
      { name: 'Vazia', rows: [] },
      {
        name: 'Metas 2026',
        rows: [
          ['Loja', 'Meta'],
          ['A', 5],
          ['B', 6],
        ],
      },
    ],
  });
  const { datasets } = await publish(emulator, 'Planilha.xlsx', bytes);
  const dataset = datasets[0]?.id ?? '';
  expect((await ask(emulator, dataset, 'EVALUATE Vendas ORDER BY Vendas[Loja]')).rows).toEqual([
    { 'Vendas[Loja]': 'A', 'Vendas[Valor]': 3, 'Vendas[Valor (3)]': 1 },
    { 'Vendas[Loja]': 'B', 'Vendas[Valor]': 4 },
  ]);
  expect((await ask(emulator, dataset, `EVALUATE ROW("m", SUM('Metas 2026'[Meta]))`)).rows).toEqual([{ '[m]': 11 }]);
});

test('JSON as programs write it: lines of it, fields that come and go, values within values', async () => {
  const lines = ['{"Cidade":"Recife","Valor":1}', '{"Cidade":"Natal","Extra":{"a":1}}', '{"Valor":2.5}'].join('\n');
  const { datasets } = await publish(emulator, 'Linhas.json', lines);
  const query = 'EVALUATE ROW("n", COUNTROWS(Linhas), "v", SUM(Linhas[Valor]), "e", MAX(Linhas[Extra]))';
  expect((await ask(emulator, datasets[0]?.id ?? '', query)).rows[0]).toMatchObject({ '[n]': 3, '[v]': 3.5 });
});

test('files that belong together are one model: a column of the same name leads to the rows it names', async () => {
  const stores = [
    ['Loja', 'Região', 'Id'],
    ['Loja 0', 'Sul', 1],
    ['Loja 1', 'Norte', 2],
    ['Loja 2', 'Norte', 3],
  ];
  const archive = zipSync({
    'Vendas.csv': strToU8(
      `Loja,Produto,Id,Valor\n${Array.from({ length: 90 }, (_, i) => `Loja ${i % 3},P${i % 5},${i},${i}`).join('\n')}\n`,
    ),
    'Lojas.xlsx': await writeXlsx({ sheets: [{ name: 'Folha', rows: stores }] }),
    'Produtos.json': strToU8(JSON.stringify(Array.from({ length: 5 }, (_, i) => ({ Produto: `P${i}`, Categoria: i < 2 ? 'A' : 'B' })))),
    'Feriados.csv': strToU8('Loja,Dia\nNatal,2026-12-25\nAno novo,2027-01-01\n'),
  });
  const { datasets, reports } = await publish(emulator, 'Rede.zip', archive);
  const dataset = datasets[0]?.id ?? '';
  const by = (column: string) => `EVALUATE SUMMARIZECOLUMNS(${column}, "v", SUM(Vendas[Valor])) ORDER BY ${column}`;
  expect((await ask(emulator, dataset, by('Lojas[Região]'))).rows).toEqual([
    { 'Lojas[Região]': 'Norte', '[v]': 2700 },
    { 'Lojas[Região]': 'Sul', '[v]': 1305 },
  ]);
  expect((await ask(emulator, dataset, by('Produtos[Categoria]'))).rows).toHaveLength(2);
  // The holidays are called like a store and are none; numbers of rows are no stores either.
  const pages = await clientOf(emulator).reports.pages(ids.sales, reports[0]?.id ?? '');
  expect(new Set(pages.map(({ displayName }) => displayName))).toEqual(new Set(['Dados', 'Feriados', 'Vendas']));
  const { exports } = clientOf(emulator);
  const { id } = await exports.start(ids.sales, reports[0]?.id ?? '', { format: 'PDF' });
  expect(await exports.waitFor(ids.sales, reports[0]?.id ?? '', id)).toMatchObject({ status: 'Succeeded' });
});

test('files that write the same name in other letters belong together as well', async () => {
  const archive = zipSync({
    'Pedidos.csv': strToU8('Loja,Valor\nRecife,1\nRECIFE,2\nrecife,3\nOlinda,4\nolinda,5\n'),
    'Lojas.csv': strToU8('Loja,Gerente\nRecife,Ana\nOLINDA,Bruno\n'),
  });
  const { datasets } = await publish(emulator, 'Letras.zip', archive);
  const query =
    'EVALUATE SUMMARIZECOLUMNS(Lojas[Gerente], "v", SUM(Pedidos[Valor]), "n", DISTINCTCOUNT(Pedidos[Loja])) ORDER BY Lojas[Gerente]';
  expect((await ask(emulator, datasets[0]?.id ?? '', query)).rows).toEqual([
    { 'Lojas[Gerente]': 'Ana', '[v]': 6, '[n]': 1 },
    { 'Lojas[Gerente]': 'Bruno', '[v]': 9, '[n]': 1 },
  ]);
});

test('a downloaded report can be published again', async () => {
  const service = await startEmulator();
  onTestFinished(() => service.close());
  const { workspaces, reports } = clientOf(service);
  for (const workspace of await workspaces.list()) {
    const [report] = await reports.list(workspace.id);
    if (!report) continue;
    const bytes = await reports.download(workspace.id, report.id);
    expect(Object.keys(unzipSync(bytes)).some((name) => name.endsWith('.report.json'))).toBe(true);
    const { imports, datasets } = clientOf(service);
    const done = await imports.waitFor(workspace.id, await imports.publish(workspace.id, 'Cópia.pbix', bytes));
    expect(done.reports).toMatchObject([{ name: 'Cópia' }]);
    expect(await datasets.get(workspace.id, done.datasets[0]?.id ?? '')).toMatchObject({ name: 'Cópia' });
  }
});

test('a name that is there already: ignored, refused, replaced or made unique', async () => {
  const service = await ownWorld();
  const first = await publish(service, 'Nome.csv', 'Cidade,Valor\nRecife,1\n');
  await expect(publish(service, 'Nome.csv', 'a,b\n1,2\n', { nameConflict: 'Abort' })).rejects.toMatchObject({
    code: 'PbixAlreadyImported',
    status: 409,
  });
  await expect(publish(service, 'Neu.csv', 'a,b\n1,2\n', { nameConflict: 'Overwrite' })).rejects.toMatchObject({
    code: 'DuplicatePackageNotFoundError',
  });
  const second = await publish(service, 'Nome.csv', 'Cidade,Valor\nRecife,5\n', { nameConflict: 'CreateOrOverwrite' });
  expect([second.datasets, second.reports]).toEqual([first.datasets, first.reports]);
  expect((await ask(service, first.datasets[0]?.id ?? '', 'EVALUATE ROW("v", SUM(Nome[Valor]))')).rows).toEqual([{ '[v]': 5 }]);
  const third = await publish(service, 'Nome.csv', 'Cidade,Valor\nRecife,5\n', { nameConflict: 'GenerateUniqueName' });
  expect(third.datasets).toMatchObject([{ name: 'Nome (2)' }]);
  expect((await publish(service, 'Nome.csv', 'Cidade,Valor\nRecife,5\n')).datasets[0]?.id).not.toBe(first.datasets[0]?.id);
});

const model = (table: object) => ({
  id: ids.unknown,
  name: 'M',
  tables: [{ name: 'T', columns: [{ name: 'a', type: 'text' }], ...table }],
});

test.each([
  ['a workbook that is none', 'x.xlsx', strToU8('nothing'), /workbook/],
  ['an archive that is none', 'x.zip', strToU8('nothing'), /archive/],
  [
    'two files of the same name',
    'x.zip',
    zipSync({ 'a/T.csv': strToU8('a\n1\n'), 'T.json': strToU8('[{"a":1}]') }),
    /two tables are named 'T'/i,
  ],
  ['a data file that is none', 'x.parquet', strToU8('nothing'), /'x\.parquet' cannot be read/],
  ['a workbook without rows', 'x.xlsx', await writeXlsx({ sheets: [{ name: 'a', rows: [['Cidade']] }] }), /no rows/],
  ['an archive without data', 'x.zip', zipSync({ 'a.txt': strToU8('x') }), /no data file/],
  [
    'a model with a query of its own',
    'x.zip',
    zipSync({ 'a.model.json': strToU8(JSON.stringify(model({ source: { kind: 'file', path: 'a.csv', query: 'SELECT 1' } }))) }),
    /without SQL/,
  ],
  [
    'a model that reads packages',
    'x.zip',
    zipSync({ 'a.model.json': strToU8(JSON.stringify(model({ source: { kind: 'package', path: 'zod/package.json' } }))) }),
    /without SQL/,
  ],
  [
    'a model that reads outside',
    'x.zip',
    zipSync({ 'a.model.json': strToU8(JSON.stringify(model({ source: { kind: 'file', path: '../../tenant.json' } }))) }),
    /not below|does not exist|there is no/i,
  ],
])('refuses %s', async (_, name, bytes, message) => {
  await expect(publish(emulator, name, bytes)).rejects.toMatchObject({
    code: 'RequestedFileIsEncryptedOrCorrupted',
    message: expect.stringMatching(message),
  });
});

test('a file of another kind, and the fault of an import', async () => {
  await expect(publish(emulator, 'x.docx', 'x')).rejects.toMatchObject({ status: 400, code: 'RequestedFileIsEncryptedOrCorrupted' });
  emulator.faults.start({ name: 'import_failed', workspace_id: ids.sales, times: 1 });
  await expect(publish(emulator, 'y.csv', 'a,b\n1,2\n')).rejects.toMatchObject({ kind: 'invalid', message: 'The import failed.' });
});

test('the part of the form needs no name, and its state is 200 while publishing', async () => {
  const body = '--xyz\r\nContent-Disposition: form-data\r\n\r\nCidade,Valor\nRecife,1\n\r\n--xyz--\r\n';
  const answer = await fetch(`${emulator.origin}/v1.0/myorg/groups/${ids.sales}/imports?datasetDisplayName=Sem%20nome.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=xyz' },
    body,
  });
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as { id: string };
  expect(await call(emulator, token, 'GET', `groups/${ids.sales}/imports/${id}`)).toMatchObject({
    status: 200,
    body: { importState: 'Publishing' },
  });
  expect(await clientOf(emulator).imports.waitFor(ids.sales, id)).toMatchObject({ importState: 'Succeeded', name: 'Sem nome' });
});

test('a large file goes over a temporary location', async () => {
  const place = await call(emulator, token, 'POST', `groups/${ids.sales}/imports/createTemporaryUploadLocation`);
  const fileUrl = String(place.body['url']);
  expect(
    (await fetch(fileUrl, { method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob' }, body: 'Cidade,Valor\nRecife,1\n' })).status,
  ).toBe(201);
  const started = await call(emulator, token, 'POST', `groups/${ids.sales}/imports?datasetDisplayName=Grande.csv`, { fileUrl });
  expect(started.status).toBe(202);
  expect(await clientOf(emulator).imports.waitFor(ids.sales, String(started.body['id']))).toMatchObject({ importState: 'Succeeded' });
});
