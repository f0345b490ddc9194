/** What the columns of people's files are read as. */
import { expect, test } from 'vitest';
import { openReading } from './dataFiles.fixture.ts';

const { readColumn, readOne } = openReading();

const many = (count: number, cell: (index: number) => string): string[] => Array.from({ length: count }, (_, index) => cell(index));

test.each([
  ['decimals with a comma', ['1.234,56', '7', '-3,5', '12.345.678,9'], [1234.56, 7, -3.5, 12_345_678.9]],
  ['decimals with a point', ['1,234.56', '7', '-3.5', '12,345,678.9'], [1234.56, 7, -3.5, 12_345_678.9]],
  ['thousands with blanks', ['1 234,5', '1\u00a0234\u00a0567,25', '2\u202f000'], [1234.5, 1_234_567.25, 2000]],
  ['negatives in parentheses and with the minus behind', ['(123,45)', '123,45-', '- 5,5', '\u22122,5'], [-123.45, -123.45, -5.5, -2.5]],
  ['numbers as programs write them', ['1.5E+10', '2E-3', '4.5'], [15_000_000_000, 0.002, 4.5]],
])('reads %s', async (_, cells, values) => {
  expect(await readColumn(cells)).toMatchObject({ read_as: 'decimal', summed: true, format: '#,0.00', values, blanked: { count: 0 } });
});

test.each([
  ['R$ 1.234,56', 'R$ #,0.00', 1234.56],
  ['R$ -1.234,56', 'R$ #,0.00', -1234.56],
  ['-R$ 0,50', 'R$ #,0.00', -0.5],
  ['$ 1,234.56', '$ #,0.00', 1234.56],
  ['US$1,234.56', 'US$ #,0.00', 1234.56],
  ['(R$ 10,00)', 'R$ #,0.00', -10],
  ['€ 1.234,56', '€ #,0.00', 1234.56],
  ['1.234,56 €', '#,0.00 €', 1234.56],
])('reads the amount %s', async (cell, format, value) => {
  expect(await readColumn([cell, cell])).toMatchObject({ read_as: 'amount', format, values: [value, value], summed: true });
});

test('amounts of several currencies are numbers without one', async () => {
  expect(await readColumn(['R$ 1,50', 'US$ 2,50', 'R$ 3,00'])).toMatchObject({
    read_as: 'decimal',
    format: '#,0.00',
    values: [1.5, 2.5, 3],
  });
});

test('percentages are parts of one, shown with their decimals', async () => {
  expect(await readColumn(['5%', '12,5 %', '-3%', '0'])).toMatchObject({
    read_as: 'percentage',
    format: '0.0%',
    values: [0.05, 0.125, -0.03, 0],
  });
  expect(await readColumn(['5%', '100%'])).toMatchObject({ format: '0%', values: [0.05, 1] });
});

test('which mark is the decimal one is decided by the column, not by the cell', async () => {
  expect(await readColumn(['1.234', '5.678', '0,5'])).toMatchObject({ values: [1234, 5678, 0.5] });
  expect(await readColumn(['1.234', '5.678', '0.5'])).toMatchObject({ values: [1.234, 5.678, 0.5], format: '#,0.000' });
});

test('a column that leaves it open follows the others of the file, then the separator', async () => {
  const open = await readOne('a.csv', 'Loja,Valor,Peso\nA,1.234,"0,5"\nB,5.678,"1,5"\n');
  expect(open.data).toEqual([
    { Loja: 'A', Valor: '1234', Peso: 0.5 },
    { Loja: 'B', Valor: '5678', Peso: 1.5 },
  ]);
  expect((await readOne('b.csv', 'Loja;Valor\nA;1.234\nB;5.678\n')).data.map(({ Valor }) => Valor)).toEqual(['1234', '5678']);
  expect((await readOne('c.csv', 'Loja,Valor\nA,1.234\nB,5.678\n')).data.map(({ Valor }) => Valor)).toEqual([1.234, 5.678]);
});

test.each([
  ['dd/mm/yyyy', ['31/01/2026', '1/2/2026'], 'date', ['2026-01-31', '2026-02-01']],
  ['dd-mm-yy', ['31-01-26', '01-02-99'], 'date', ['2026-01-31', '1999-02-01']],
  ['dd.mm.yyyy', ['31.01.2026', '01.02.2026'], 'date', ['2026-01-31', '2026-02-01']],
  ['mm/dd/yyyy', ['01/31/2026', '02/01/2026'], 'date', ['2026-01-31', '2026-02-01']],
  ['ISO', ['2026-01-31', '2026-02-01'], 'date', ['2026-01-31', '2026-02-01']],
  ['midnight throughout', ['31/01/2026 00:00:00', '01/02/2026 00:00'], 'date', ['2026-01-31', '2026-02-01']],
  ['dd/mm/yyyy hh:mm', ['31/01/2026 14:05', '01/02/2026 09:00:30'], 'date_time', ['2026-01-31 14:05:00', '2026-02-01 09:00:30']],
  ['hours of half a day', ['1/31/2026 2:05 PM', '2/1/2026 12:30 AM'], 'date_time', ['2026-01-31 14:05:00', '2026-02-01 00:30:00']],
  ['ISO with a time', ['2026-01-31T14:05:06Z', '2026-02-01 09:00'], 'date_time', ['2026-01-31 14:05:06', '2026-02-01 09:00:00']],
])('reads dates as %s', async (_, cells, kind, values) => {
  expect(await readColumn(cells, 'Quando')).toMatchObject({ read_as: kind, values, blanked: { count: 0 } });
});

test('day and month are told apart by one day beyond the twelfth, in the column or in another one', async () => {
  expect(await readColumn(['01/02/2026', '03/13/2026'], 'Dia')).toMatchObject({
    order: 'month_first',
    values: ['2026-01-02', '2026-03-13'],
  });
  expect(await readColumn(['01/02/2026', '03/04/2026'], 'Dia')).toMatchObject({ order: 'day_first', values: ['2026-02-01', '2026-04-03'] });
  const both = await readOne('a.csv', 'Pedido em;Entrega em\n01/02/2026;01/25/2026\n03/04/2026;02/26/2026\n');
  expect(both.data[0]).toEqual({ 'Pedido em': '2026-01-02', 'Entrega em': '2026-01-25' });
});

test.each([[['Sim', 'não', 'NÃO', 'sim']], [['yes', 'No', 'NO', 'YES']], [['true', 'false', 'FALSE', 'True']], [['sí', 'no', 'No', 'Sí']]])(
  'reads %j as yes and no',
  async (cells) => {
    expect(await readColumn(cells, 'Pago')).toMatchObject({ read_as: 'yes_no', values: [true, false, false, true] });
  },
);

test('what people write for nothing is blank among numbers and dates, and stays in texts', async () => {
  const nothing = ['N/A', 'n/d', '-', '—', '#N/D', '#N/A', 'null', '  ', '#DIV/0!', 'R$ -', '...'];
  const numbers = await readColumn([...nothing, '1,5', '2,5'], 'Valor');
  expect(numbers).toMatchObject({ read_as: 'decimal', values: [...nothing.map(() => null), 1.5, 2.5], blanked: { count: 10 } });
  expect(await readColumn([...nothing, '31/01/2026'], 'Dia')).toMatchObject({ read_as: 'date', blanked: { count: 10 } });
  expect(await readColumn(['N/A', '-', 'Recife', '#N/D'], 'Cidade')).toMatchObject({
    read_as: 'text',
    values: ['N/A', '-', 'Recife', null],
  });
});

test('few cells that cannot be read become blank, and are told with line and text, the first five of them', async () => {
  const cells = many(200, (index) => (index % 20 === 19 ? 'a combinar' : `${index},5`));
  const { read_as, values, blanked } = await readColumn([...cells, 'N/A']);
  expect(read_as).toBe('decimal');
  expect(values.slice(18, 21)).toEqual([18.5, null, 20.5]);
  expect(blanked.count).toBe(11);
  expect(blanked.examples).toEqual([21, 41, 61, 81, 101].map((line) => ({ line, text: 'a combinar' })));
});

test('a day that no calendar has is told like a text', async () => {
  const { blanked, values } = await readColumn([...many(20, (index) => `${index + 1}/01/2026`), '31/02/2026'], 'Dia');
  expect(blanked).toEqual({ count: 1, examples: [{ line: 22, text: '31/02/2026' }] });
  expect(values.at(-1)).toBeNull();
});

test('a text at the end of a long column is seen, and one in ten leaves it text', async () => {
  const late = await readColumn([...many(30_000, (index) => String(index % 97)), 'a combinar']);
  expect(late).toMatchObject({ read_as: 'integer', blanked: { count: 1, examples: [{ line: 30_002, text: 'a combinar' }] } });
  const mixed = await readColumn([...many(30_000, (index) => String(index % 97)), ...many(4000, () => 'a combinar')]);
  expect(mixed).toMatchObject({ read_as: 'text', blanked: { count: 0 } });
  expect(mixed.values.at(-1)).toBe('a combinar');
});

test.each([
  ['codes with leading zeros', 'Setor', ['007', '012', '101']],
  ['postcodes', 'CEP', ['01310-100', '50030230', '90010-000']],
  ['tax numbers of companies', 'CNPJ', ['11.222.333/0001-81', '00000000000191']],
  ['tax numbers of people', 'CPF', ['123.456.789-09', '987.654.321-00']],
  ['telephone numbers', 'Telefone', ['(11) 98765-4321', '81 3333-4444']],
  ['keys with more digits than a number keeps', 'Chave', ['35260111222333000181550010000000011000000010', '1']],
  ['product codes of which a few have letters', 'Código', [...many(30, (index) => String(index + 100)), '12A']],
])('leaves %s as they are', async (_, title, cells) => {
  expect(await readColumn(cells, title)).toMatchObject({ read_as: 'text', values: cells, summed: false, blanked: { count: 0 } });
});

test('a single leading zero among amounts does not make codes of them', async () => {
  const cells = many(300, (index) => String(index % 50));
  expect(await readColumn([...cells, '05'], 'Quantidade')).toMatchObject({ read_as: 'integer', summed: true });
});

test.each([
  'Pedido',
  'Nº do pedido',
  'Order ID',
  'orderNumber',
  'Número de pedido',
  'Código',
  'Ano',
  'Año',
  'Mês',
  'Cod. IBGE',
  'Factura',
  'Nota fiscal',
  'EAN',
])('does not add up %s', async (title) => {
  expect(await readColumn(['12', '5', '12', '7'], title)).toMatchObject({ read_as: 'integer', summed: false, format: '0' });
});

test.each(['Quantidade', 'Valor do pedido', 'Order total', 'Número de clientes', 'Dias', 'Pedidos', 'Vendas do mês', 'Cantidad'])(
  'adds up %s',
  async (title) => {
    expect(await readColumn(['12', '5', '12', '7'], title)).toMatchObject({ read_as: 'integer', summed: true, format: '#,0' });
  },
);

test('numbers that nearly every row has one of its own are not added up, whatever their column is called', async () => {
  expect(
    await readColumn(
      many(50, (index) => String(90_000 + ((index * 7919) % 9973))),
      'Marcador',
    ),
  ).toMatchObject({ summed: false });
  expect(
    await readColumn(
      many(50, (index) => String(index + 1)),
      'Linha',
    ),
  ).toMatchObject({ summed: false });
  expect(
    await readColumn(
      many(50, (index) => String(index * 731)),
      'Habitantes',
    ),
  ).toMatchObject({ summed: true });
  expect(
    await readColumn(
      many(50, (index) => String(index + 1)),
      'Valor',
    ),
  ).toMatchObject({ summed: true });
});

test('years are not added up, whatever their column is called', async () => {
  expect(
    await readColumn(
      many(30, (index) => String(2015 + (index % 8))),
      'Competência',
    ),
  ).toMatchObject({ summed: false, format: '0' });
});
