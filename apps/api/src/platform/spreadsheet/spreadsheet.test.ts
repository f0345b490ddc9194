import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ZipPart } from '#test/harness/zip.ts';
import { readSpreadsheet } from '#test/harness/tables.ts';
import { workbook, zip } from '#test/harness/zip.ts';
import { asWritten, neutralise } from './formula.ts';
import { readSpreadsheet as readInPieces } from './readSpreadsheet.ts';
import type { Limits, Trouble } from './table.ts';
import { SpreadsheetError } from './table.ts';
import type { Cell, SpreadsheetFormat } from './writeSpreadsheet.ts';
import { writeSpreadsheet } from './writeSpreadsheet.ts';

async function* inTwo(rows: readonly (readonly Cell[])[]) {
  yield rows.slice(0, 1);
  yield rows.slice(1);
}
const write = (format: SpreadsheetFormat, header: string[], rows: readonly (readonly Cell[])[]) =>
  buffer(writeSpreadsheet(format, 'Pessoas', header, inTwo(rows)));
type Row = { line: number; cells: string[] };

const read = (text: string, encoding: BufferEncoding = 'utf8') => readSpreadsheet(Buffer.from(text, encoding));

async function troubleOf(file: Uint8Array, limits: Partial<Limits> = {}): Promise<Trouble | null> {
  const error: unknown = await readSpreadsheet(file, limits).then(
    () => null,
    (refused: unknown) => refused,
  );
  return error instanceof SpreadsheetError ? error.trouble : null;
}

test.each([
  ['semicolons', 'Nome;E-mail\r\nJosé;jose@x.example\r\n', 'utf8'],
  ['commas and quotes', '"Nome","E-mail"\n"José","jose@x.example"\n', 'utf8'],
  ['tabs', 'Nome\tE-mail\nJosé\tjose@x.example', 'utf8'],
  ['a byte order mark', '\ufeffNome;E-mail\nJosé;jose@x.example', 'utf8'],
  ['ISO-8859-1', 'Nome;E-mail\nJosé;jose@x.example', 'latin1'],
  ['UTF-16 of old programs', '\ufeffNome;E-mail\nJosé;jose@x.example', 'utf16le'],
  ['a title and blank lines above', 'Pessoas da Aurora;\n;\nNome;E-mail\n\nJosé;jose@x.example', 'utf8'],
] as const)('reads CSV with %s', async (_, text, encoding) => {
  expect(await read(text, encoding)).toMatchObject({ header: ['Nome', 'E-mail'], rows: [['José', 'jose@x.example']] });
});

test('reads UTF-16 in either order of bytes', async () => {
  const table = await readSpreadsheet(Buffer.from('\ufeffNome;E-mail\nJosé;jose@x.example', 'utf16le').swap16());
  expect(table).toMatchObject({ header: ['Nome', 'E-mail'], rows: [['José', 'jose@x.example']] });
});

test('a separator inside quotes separates nothing, and a quoted line break stays in its cell', async () => {
  const { rows } = await read('Nome,Área,E-mail\n"Prado, Ana","a;b;c;d;e",ana@x.example\n"Rui\nDias",x,rui@x.example');
  expect(rows).toEqual([
    ['Prado, Ana', 'a;b;c;d;e', 'ana@x.example'],
    ['Rui\nDias', 'x', 'rui@x.example'],
  ]);
});

test('a file without a header keeps its first line as a row', async () => {
  expect(await read('José;jose@x.example\nAna;ana@x.example')).toMatchObject({
    header: ['', ''],
    rows: [
      ['José', 'jose@x.example'],
      ['Ana', 'ana@x.example'],
    ],
    lines: [1, 2],
  });
});

test('says in which line of the file each row stands', async () => {
  expect((await read('Pessoas;\n;\nNome;E-mail\n;\nJosé;jose@x.example\n\nAna;ana@x.example')).lines).toEqual([5, 7]);
});

test('a quoted cell of several lines moves no line number of the rows below', async () => {
  const { rows, lines } = await read('Nome;Nota\n"Rui\nDias";"a\r\nb\nc"\nAna;x\n\n"B\nC";y');
  expect(lines).toEqual([2, 6, 8]);
  expect(rows[1]).toEqual(['Ana', 'x']);
});

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;

test('a row of a workbook has the number that the spreadsheet shows, however many are left out above it', async () => {
  const sheet = `<row r="1">${text('A1', 'Título')}</row><row r="4">${text('A4', 'Nome')}${text('B4', 'E-mail')}</row>
    <row r="9">${text('A9', 'Ana')}${text('B9', 'ana@x.example')}</row><row r="12">${text('A12', 'Rui')}${text('B12', 'rui@x.example')}</row>`;
  expect(await readSpreadsheet(workbook(sheet))).toMatchObject({ header: ['Nome', 'E-mail'], lines: [9, 12], other_sheets: [] });
});

test('an empty sheet at the beginning is passed over for the next one with content', async () => {
  const row = `<row r="1">${text('A1', 'Nome')}</row><row r="2">${text('A2', 'Ana')}</row>`;
  const { rows, other_sheets } = await readSpreadsheet(workbook('', '', { Vazia: '', Pessoas: row, Notas: row }));
  expect([rows, other_sheets]).toEqual([[['Ana']], ['Notas']]);
  expect(await troubleOf(workbook('', '', { Vazia: '' }))).toBe('empty');
});

test('sheets besides the first that hold something are named, empty ones are not', async () => {
  const row = `<row r="1">${text('A1', 'Nome')}</row><row r="2">${text('A2', 'Ana')}</row>`;
  const { rows, other_sheets } = await readSpreadsheet(workbook(row, '', { 'Filial &amp; Sul': row, Plan3: '', Notas: row }));
  expect([rows, other_sheets]).toEqual([[['Ana']], ['Filial & Sul', 'Notas']]);
});

test('a cell that could not be computed says so', async () => {
  const sheet = `<row r="1">${text('A1', 'Nome')}</row><row r="2"><c r="A2" t="e"><v>#N/A</v></c></row>`;
  expect((await readSpreadsheet(workbook(sheet))).rows).toEqual([['#N/A']]);
});

test('blank lines between rows are no rows, however many, and cut nothing off', async () => {
  const { rows } = await read(`Nome\n${Array.from({ length: 60 }, (_, index) => `P${index}\n`).join('\n')}`);
  expect(rows.at(-1)).toEqual(['P59']);
  expect(await troubleOf(Buffer.from(`Nome${'\n'.repeat(60)}Ana`), { rows: 10 })).toBe('too_many_rows');
});

test('a file with a header and nothing else is empty, and so is one with nothing at all', async () => {
  expect(await troubleOf(Buffer.from('Nome;E-mail\n'))).toBe('empty');
  expect(await troubleOf(Buffer.from(''))).toBe('empty');
});

test('more rows, more columns or larger cells than allowed are refused', async () => {
  expect(await troubleOf(Buffer.from('Nome\na\nb\nc'), { rows: 2 })).toBe('too_many_rows');
  expect(await troubleOf(Buffer.from('a;b;c\n1;2;3'), { columns: 2 })).toBe('too_big');
  expect(await troubleOf(Buffer.from(`Nome\n${'x'.repeat(300)}`), { columns: 2, cellCharacters: 100 })).toBe('unreadable');
});

test.each(['\0\x01\x02binary', 'PK\x03\x04 and nothing else'])('what is no spreadsheet is refused: %j', async (text) => {
  expect(await troubleOf(Buffer.from(text, 'latin1'))).toBe('unreadable');
});

test('names of columns that programs stumble over are only names', async () => {
  expect(await read('__proto__;constructor\na;b')).toMatchObject({ header: ['__proto__', 'constructor'], rows: [['a', 'b']] });
});

test.each(['csv', 'xlsx'] as const)('what is written as %s holds no formula and is read back as it was', async (format) => {
  const text = fc
    .string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', 'a', 'é', '1', ';', '"', ',', ' ', '(') })
    .map((cell) => `x${cell}`.slice(1).trim());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, fc.integer()), { minLength: 1, maxLength: 5 }), async (rows) => {
      const file = await write(
        format,
        ['Texto', 'Número', 'Fixo'],
        rows.map(([cell, number]) => [cell, number, 'fixo']),
      );
      const { rows: again } = await readSpreadsheet(file);
      expect(again).toEqual(rows.map(([cell, number]) => [cell, String(number), 'fixo']));
      if (format === 'xlsx') return;
      for (const line of file.toString('utf8').slice(1).split('\r\n').slice(1, -1))
        expect(line.replace(/^"/, '')).not.toMatch(/^[=+\-@\t]/);
    }),
    { numRuns: 25 },
  );
});

// The property above trims its cells: a blank at the beginning is asked for by name.
test.each([
  '=1',
  '+1',
  '-1',
  '@x',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '﹦1',
  '﹢1',
  '﹣1',
  '﹫x',
  '⁼1',
  '⁺1',
  '⁻1',
  '−1',
  '\u3000=1',
  '\u200b=1',
  ' =1',
])('a text that begins as %j is no formula in a spreadsheet', async (text) => {
  const file = (await write('csv', ['t'], [[text]])).toString('utf8');
  expect(file.replaceAll('"', '')).toBe(`\ufefft\r\n'${text}\r\n`);
  expect(asWritten(neutralise(text))).toBe(text);
});

test('a number below zero stays a number', async () => {
  expect((await write('csv', ['n', 't'], [[-5, '-5']])).toString('utf8')).toBe("\ufeffn;t\r\n-5;'-5\r\n");
});

test('a workbook keeps dates, numbers and the saved values of formulas', async () => {
  const cells = `<row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c><c r="B1" t="inlineStr"><is><t>Matrícula</t></is></c><c r="C1" t="inlineStr"><is><t>Conta</t></is></c></row>
    <row r="2"><c r="A2" t="inlineStr"><is><t>Ana</t></is></c><c r="B2"><v>5511999990000</v></c><c r="C2"><f>1+1</f><v>2</v></c></row>`;
  expect((await readSpreadsheet(workbook(cells))).rows).toEqual([['Ana', '5511999990000', '2']]);
});

const bomb = Buffer.alloc(60 * 1024 * 1024, ' ');
const sheet: ZipPart = { name: 'xl/worksheets/sheet1.xml', content: bomb };
test.each<[string, ZipPart[], Trouble]>([
  ['a part that grows a thousandfold', [sheet], 'too_big'],
  ['a part that says it is small', [{ ...sheet, size: 1000 }], 'unreadable'],
  ['parts that claim gigabytes', [{ name: 'a.xml', content: Buffer.from('x'), size: 0xfffffff0 }], 'too_big'],
  [
    'more parts than any workbook',
    Array.from({ length: 3000 }, (_, index) => ({ name: `${index}.xml`, content: Buffer.from('x') })),
    'too_big',
  ],
  ['a way out of its folder', [{ name: '../../etc/passwd', content: Buffer.from('x') }], 'unreadable'],
  ['the same part twice', [sheet, sheet].map((part) => ({ ...part, content: Buffer.from('<a/>') })), 'unreadable'],
])('an archive with %s is refused', async (_, parts, trouble) => {
  expect(await troubleOf(zip(parts))).toBe(trouble);
});

test('a workbook that defines entities is refused before it is read', async () => {
  const evil = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>';
  expect(await troubleOf(workbook('<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>', evil))).toBe('unreadable');
});

test('a workbook that writes one text and uses it everywhere is too big', async () => {
  const long = 'x'.repeat(400);
  const letters = 'ABCDEFGHIJ'.split('');
  const row = (n: number) => `<row r="${n}">${letters.map((letter) => text(`${letter}${n}`, long)).join('')}</row>`;
  const rows = Array.from({ length: 6000 }, (_, n) => row(n + 1)).join('');
  expect(await troubleOf(workbook(rows))).toBe('too_big');
});

test('the rows come in pieces, each of which is JSON by itself, and none is lost', async () => {
  const names = Array.from({ length: 9000 }, (_, n) => `Pessoa ${n}${'x'.repeat(n % 90)}`);
  const { pieces, sample } = await readInPieces(Buffer.from(`Nome;E-mail\n${names.map((name) => `${name};"a""b"`).join('\n')}`));
  expect(pieces.length).toBeGreaterThan(3);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(210_000);
  const rows = pieces.flatMap((piece) => JSON.parse(piece) as Row[]);
  expect(rows.map(({ cells }) => cells)).toEqual(names.map((name) => [name, 'a"b']));
  expect(rows.map(({ line }) => line)).toEqual(names.map((_, n) => n + 2));
  expect(sample).toEqual(rows.slice(0, 50).map(({ cells }) => cells));
});

test('two cells in far corners make no sheet of billions', async () => {
  const cells = '<row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  expect(await troubleOf(workbook(cells))).toBe('too_big');
});
