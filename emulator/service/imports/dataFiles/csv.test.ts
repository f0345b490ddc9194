/** The text files that people's programs write. */
import { expect, test } from 'vitest';
import { openReading } from './dataFiles.fixture.ts';

const { readOne } = openReading();

const wanted = [
  { Loja: 'São Luís', Valor: 1.5 },
  { Loja: 'Recife', Valor: 2.5 },
];
const lines = (separator: string, end = '\n') =>
  [`Loja${separator}Valor`, `São Luís${separator}1.5`, `Recife${separator}2.5`, ''].join(end);

test.each([';', ',', '\t', '|'])('finds the separator %j', async (separator) => {
  const { data, separator: found } = await readOne('a.csv', lines(separator));
  expect([data, found]).toEqual([wanted, separator]);
});

test('believes a line that says the separator, as Excel does', async () => {
  const { data, header_line } = await readOne('a.csv', 'sep=;\r\nLoja;Valor\r\nSão Luís;1.5\r\nRecife;2.5\r\n');
  expect([data, header_line]).toEqual([wanted, 2]);
  const odd = await readOne('a.csv', `sep=|\nLoja;Cidade;País|Valor\n${'A;Recife;BR|1\n'.repeat(20)}`);
  expect(odd.columns.map(({ name }) => name)).toEqual(['Loja;Cidade;País', 'Valor']);
});

test('a comma within texts and decimals does not separate cells of a file with semicolons', async () => {
  const { data } = await readOne('a.csv', 'Loja;Lugar;Valor\nA;Olinda, PE;1,5\nB;Recife, PE;2,5\n');
  expect(data).toEqual([
    { Loja: 'A', Lugar: 'Olinda, PE', Valor: 1.5 },
    { Loja: 'B', Lugar: 'Recife, PE', Valor: 2.5 },
  ]);
});

test.each([
  ['UTF-8', 'utf-8', Buffer.from(lines(';'))],
  ['UTF-8 with a mark', 'utf-8', Buffer.from(`\uFEFF${lines(';')}`)],
  ['UTF-16 of Windows', 'utf-16', Buffer.from(`\uFEFF${lines(';')}`, 'utf16le')],
  ['UTF-16 the other way round', 'utf-16', Buffer.from(`\uFEFF${lines(';')}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', 'utf-16', Buffer.from(lines(';'), 'utf16le')],
  ['Windows-1252', 'windows-1252', Buffer.from(lines(';'), 'latin1')],
])('reads %s', async (_, encoding, bytes) => {
  expect(await readOne('a.csv', bytes)).toMatchObject({ encoding, data: wanted });
});

test.each(['\n', '\r\n', '\r'])('reads lines that end with %j', async (end) => {
  expect((await readOne('a.csv', lines(';', end))).data).toEqual(wanted);
});

test('quoted cells hold separators, quotes and lines of their own', async () => {
  const text = 'Loja;Nota;Valor\n"A;B";"disse ""sim""\r\ne saiu";1\n"C";"";2\nD;tela de 12";3\nE;cabo de 5" ou 6";4\n"F" e G;x;5\n';
  const { data, columns } = await readOne('a.csv', text);
  expect(data).toEqual([
    { Loja: 'A;B', Nota: 'disse "sim"\ne saiu', Valor: '1' },
    { Loja: 'C', Nota: null, Valor: '2' },
    { Loja: 'D', Nota: 'tela de 12"', Valor: '3' },
    { Loja: 'E', Nota: 'cabo de 5" ou 6"', Valor: '4' },
    { Loja: 'F e G', Nota: 'x', Valor: '5' },
  ]);
  expect(columns).toHaveLength(3);
});

test('a quote that is never closed does not swallow the rest of the file', async () => {
  const rest = Array.from({ length: 40_000 }, (_, index) => `Loja ${index};${index % 9}`);
  const { rows, data } = await readOne('a.csv', ['Loja;Valor', '"Loja sem fim;7', ...rest].join('\n'));
  expect([rows, data[0]]).toEqual([40_001, { Loja: '"Loja sem fim', Valor: '7' }]);
});

test('titles and empty lines above the header are passed over', async () => {
  const text = 'Relatório de vendas\n\nPeríodo;01/2026\n\nLoja;Cidade;Gerente;Valor\nA;Recife;Ana;1\nB;Natal;Rui;2\n';
  expect(await readOne('a.csv', text)).toMatchObject({ header_line: 5, rows: 2, data: [{ Loja: 'A', Valor: '1' }, { Loja: 'B' }] });
});

test('a file whose first line is data has columns with made up names, and loses no line', async () => {
  const { data, header_line } = await readOne('a.csv', 'Recife;10\nNatal;20\n');
  expect(header_line).toBeNull();
  expect(data).toEqual([
    { 'Coluna 1': 'Recife', 'Coluna 2': '10' },
    { 'Coluna 1': 'Natal', 'Coluna 2': '20' },
  ]);
});

test('years and days may be names of columns', async () => {
  expect(await readOne('a.csv', 'Loja;2025;2026\nA;1;2\n')).toMatchObject({ header_line: 1, data: [{ 2025: '1', 2026: '2' }] });
  const days = await readOne('a.csv', 'Loja;01/01/2026;02/01/2026\nA;1;2\n');
  expect(days).toMatchObject({ header_line: 1, data: [{ '01/01/2026': '1' }] });
});

test('names that are missing or there twice are made up, and a column without name and cells is none', async () => {
  const { columns } = await readOne('a.csv', 'Loja;Valor;valor;;Valor (3);;Dia\nA;1;2;3;4;;5\nB;1;2;3;4;;6\n');
  expect(columns.map(({ name }) => name)).toEqual(['Loja', 'Valor', 'valor (3)', 'Coluna 4', 'Valor (3) (5)', 'Dia']);
});

test('short lines have blanks at their end; what a few lines have too much is left out and told', async () => {
  const rest = Array.from({ length: 30 }, (_, index) => `Loja ${index};Recife;1`);
  const { data, overlong, columns } = await readOne(
    'a.csv',
    ['Loja;Cidade;Valor', 'A', 'B;Natal', 'C;Natal;2;a mais;;e mais', ...rest].join('\n'),
  );
  expect(data.slice(0, 3)).toEqual([
    { Loja: 'A', Cidade: null, Valor: null },
    { Loja: 'B', Cidade: 'Natal', Valor: null },
    { Loja: 'C', Cidade: 'Natal', Valor: '2' },
  ]);
  expect([columns.length, overlong]).toEqual([3, { count: 1, examples: [{ line: 4, text: 'a mais e mais' }] }]);
});

test('what many lines have beyond the header is a column', async () => {
  const { columns, data } = await readOne('a.csv', 'Loja;Valor\nA;1;x\nB;2\nC;3;y\n');
  expect(columns.map(({ name }) => name)).toEqual(['Loja', 'Valor', 'Coluna 3']);
  expect(data[2]).toEqual({ Loja: 'C', Valor: '3', 'Coluna 3': 'y' });
});

test.each([
  ['at the end', 'Loja;Valor\nA;1\nB;2\nTOTAL;3\n', 4],
  ['after an empty line', 'Loja;Valor\nA;1\nB;2\n;\nTotal geral:;3\n', 5],
  ['with its label in a column of days', 'Dia;Loja;Valor\n01/01/2026;A;1\n02/01/2026;B;2\nTotal;;3\n', 4],
  ['with a note below it', 'Loja;Valor\nA;1\nB;2\nTOTAL;3\nFonte: sistema de vendas\n', 4],
  ['with amounts', 'Loja;Valor\nA;R$ 1,00\nB;R$ 2,00\nTotal das vendas;R$ 3,00\n', 4],
])('leaves out a total %s', async (_, text, line) => {
  const { rows, left_out, columns } = await readOne('a.csv', text);
  expect(left_out.examples[0]).toMatchObject({ line, text: expect.stringMatching(/^total/i) });
  expect(rows).toBe(2);
  expect(columns.at(-1)).toMatchObject({ name: 'Valor', summed: true, blanked: { count: 0 } });
});

test('leaves out subtotals between the lines of a table, and tells where they stood', async () => {
  const text =
    'Região;Loja;Valor\nSul;A;1\nSul;B;2\nSubtotal Sul;;3\nNorte;C;4\nSubtotal Norte;;4\nSul;D;5\nSul;E;5\nSul;F;5\nSul;G;5\nNorte;H;1\nSul;I;1\nSul;J;1\nSul;K;1\nSul;L;1\nSul;M;1\nSul;N;1\nSul;O;1\nSul;P;1\nTotal geral;;42\n';
  const { rows, left_out } = await readOne('a.csv', text);
  expect([rows, left_out.count, left_out.examples.map(({ line }) => line)]).toEqual([16, 3, [4, 6, 20]]);
});

test('a note below an empty line is no data, and a shop named like a total is', async () => {
  const noted = await readOne('a.csv', 'Loja;Valor\nA;1\nB;2\n\nGerado em 01/02/2026\n');
  expect(noted).toMatchObject({ rows: 2, left_out: { count: 1, examples: [{ line: 5, text: 'Gerado em 01/02/2026' }] } });
  const named = await readOne('a.csv', 'Loja;Valor\nTotal Energia;1\nB;2\nTotal Norte;2\n');
  expect(named).toMatchObject({ rows: 3, left_out: { count: 0 } });
});

test('cells of nothing but blanks, however long, hold nothing up', async () => {
  const blanks = ' '.repeat(200_000);
  const { rows, data } = await readOne('a.csv', `Loja;Valor\nA;1\n${blanks}x;${blanks}\nTotal de ${blanks}\u2028;3\n`);
  expect([rows, data[1]]).toEqual([3, { Loja: 'x', Valor: null }]);
});

test('a file without rows is refused', async () => {
  await expect(readOne('a.csv', 'Loja;Valor\n')).rejects.toThrow(/no rows/);
  await expect(readOne('a.csv', '\n\n')).rejects.toThrow(/no rows/);
});
