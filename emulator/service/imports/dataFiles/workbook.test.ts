/** The workbooks that people keep. */
import type { WriteSheet } from 'hucre/xlsx';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { openReading } from './dataFiles.fixture.ts';

const { readOne, readTables } = openReading();

const day = (date: number, hour = 0): Date => new Date(Date.UTC(2026, 0, date, hour));
const book = (...sheets: WriteSheet[]): Promise<Uint8Array> => writeXlsx({ sheets });

test('numbers, days, times and truth keep what Excel knows of them', async () => {
  const rows = [
    ['Loja', 'Valor', 'Dia', 'Quando', 'Pago'],
    ['A', 1234.5, day(2), day(2, 14), true],
    ['B', 7, day(3), day(3), false],
  ];
  const { data, columns, sheet, header_line } = await readOne('Livro.xlsx', await book({ name: 'Folha', rows }));
  expect(data).toEqual([
    { Loja: 'A', Valor: 1234.5, Dia: '2026-01-02', Quando: '2026-01-02 14:00:00', Pago: true },
    { Loja: 'B', Valor: 7, Dia: '2026-01-03', Quando: '2026-01-03 00:00:00', Pago: false },
  ]);
  expect(columns.map(({ read_as }) => read_as)).toEqual(['text', 'decimal', 'date', 'date_time', 'yes_no']);
  expect([sheet, header_line]).toEqual(['Folha', 1]);
});

test('numbers that were typed as text are numbers beside those that are', async () => {
  const rows = [
    ['Loja', 'Valor'],
    ['A', 1.234],
    ['B', '1.234,5'],
    ['C', 'R$ 10,25'],
    ['D', 1_000_000],
  ];
  const { data } = await readOne('Livro.xlsx', await book({ name: 'Folha', rows }));
  expect(data.map(({ Valor }) => Valor)).toEqual([1.234, 1234.5, 10.25, 1_000_000]);
});

test('a column of texts and numbers is text, with the numbers as people write them', async () => {
  const rows = [
    ['Loja', 'Marca'],
    ['A', 12.5],
    ['B', 'verde'],
    ['C', 3],
    ['D', 'azul'],
  ];
  const { data } = await readOne('Livro.xlsx', await book({ name: 'Folha', rows }));
  expect(data.map(({ Marca }) => Marca)).toEqual(['12.5', 'verde', '3', 'azul']);
});

test('percentages and currencies are shown as the workbook shows them', async () => {
  const { columns, formats, data } = await readOne(
    'Livro.xlsx',
    await book({
      name: 'Folha',
      rows: [
        ['Loja', 'Margem', 'Valor', 'Preço'],
        ['A', 0.055, 10, 1.5],
        ['B', 0.5, 20, 2.5],
      ],
      columns: [{}, { numFmt: '0.0%' }, { numFmt: '"R$" #,##0.00' }, { numFmt: '[$€-816] #,##0.00' }],
    }),
  );
  expect(columns.map(({ read_as }) => read_as)).toEqual(['text', 'percentage', 'amount', 'amount']);
  expect(formats).toEqual({ Loja: undefined, Margem: '0.0%', Valor: 'R$ #,0.00', Preço: '€ #,0.00' });
  expect(data[0]).toEqual({ Loja: 'A', Margem: 0.055, Valor: '10', Preço: 1.5 });
});

test('cells of failed formulas are blank, and told with their line', async () => {
  const rows = [
    ['Loja', 'Valor'],
    ['A', 1],
    ['B', null],
    ['C', 3],
    ['#N/D', 4],
  ];
  const cells = new Map([['2,1', { type: 'error' as const, value: '#DIV/0!' }]]);
  const { data, columns } = await readOne('Livro.xlsx', await book({ name: 'Folha', rows, cells }));
  expect(data.map(({ Valor }) => Valor)).toEqual(['1', null, '3', '4']);
  expect(columns.map(({ blanked }) => blanked.examples)).toEqual([[{ line: 5, text: '#N/D' }], [{ line: 3, text: '#DIV/0!' }]]);
});

test('an empty first sheet gives way to the next with data, which is named', async () => {
  const rows = [
    ['Loja', 'Valor'],
    ['A', 1],
  ];
  const bytes = await book({ name: 'Capa', rows: [['Vendas da rede']] }, { name: 'Vazia', rows: [] }, { name: 'Dados', rows });
  expect(await readOne('Vendas.xlsx', bytes)).toMatchObject({ name: 'Vendas', sheet: 'Dados', rows: 1 });
  const several = await readTables('Vendas.xlsx', await book({ name: 'Janeiro', rows }, { name: 'Fevereiro', rows }));
  expect(several.map(({ name }) => name)).toEqual(['Janeiro', 'Fevereiro']);
});

test('a title over merged cells, and a total below, are no data', async () => {
  const bytes = await book({
    name: 'Folha',
    rows: [
      ['Vendas de janeiro', null, null],
      [],
      ['Loja', 'Cidade', 'Valor'],
      ['A', 'Recife', 1],
      ['B', 'Natal', 2],
      [],
      ['TOTAL', null, 3],
    ],
    merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 2 }],
  });
  expect(await readOne('Livro.xlsx', bytes)).toMatchObject({
    header_line: 3,
    rows: 2,
    left_out: { count: 1, examples: [{ line: 7, text: 'TOTAL' }] },
  });
});

test('a sheet of more lines than are looked at first is read whole', async () => {
  const rows = [['Loja', 'Valor'], ...Array.from({ length: 1500 }, (_, index) => [`Loja ${index}`, index % 9])];
  const { rows: count, data } = await readOne('Livro.xlsx', await book({ name: 'Folha', rows }));
  expect([count, data.at(-1)]).toEqual([1500, { Loja: 'Loja 1499', Valor: '5' }]);
});
