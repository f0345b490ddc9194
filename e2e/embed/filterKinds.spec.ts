/** Every kind of filter that a host may set, each against the rows that it leaves. */
import { expect, test } from './fixture.ts';
import type { Host } from './fixture.ts';

const basic = (table: string, column: string, values: unknown[]) => ({
  $schema: 'http://powerbi.com/product/schema#basic',
  filterType: 1,
  target: { table, column },
  operator: 'In',
  values,
});

/** The regions that a bar chart shows, by its exported rows. */
const regions = (host: Host): Promise<string[]> =>
  host.page.evaluate(async () => {
    const visual = await (await globalThis.report.getActivePage()).getVisualByName('barras_regiao');
    const rows = (await visual.exportData()).data.trim().split('\r\n').slice(1);
    return rows.map((row) => row.split(',')[0] ?? '').sort();
  });

test('filters of the configuration hold on all pages or on the first, with an operation of their own', async ({ host, page }) => {
  const filters = {
    allPages: { operation: 1, filters: [basic('Loja', 'Região', ['Sul', 'Norte'])] },
    currentPage: { operation: 2, filters: [basic('Produto', 'Categoria', ['Moda'])] },
  };
  await host.open({ config: { filters: filters as never } });
  expect(await regions(host)).toEqual(['Norte', 'Sul']);
  const counts = await page.evaluate(async () => {
    const [active, other] = [await globalThis.report.getActivePage(), await globalThis.report.getPageByName('metas')];
    return [(await globalThis.report.getFilters()).length, (await active.getFilters()).length, (await other.getFilters()).length];
  });
  // The author's own filter of each page is not lost.
  expect(counts).toEqual([1, 2, 1]);
});

for (const [name, filter, wanted] of [
  [
    'advanced',
    {
      $schema: 'http://powerbi.com/product/schema#advanced',
      filterType: 0,
      target: { table: 'Loja', column: 'Região' },
      logicalOperator: 'Or',
      conditions: [
        { operator: 'StartsWith', value: 'Su' },
        { operator: 'Is', value: 'Norte' },
      ],
    },
    ['Norte', 'Sudeste', 'Sul'],
  ],
  [
    'top N',
    {
      $schema: 'http://powerbi.com/product/schema#topN',
      filterType: 5,
      target: { table: 'Loja', column: 'Região' },
      operator: 'Top',
      itemCount: 2,
      orderBy: { table: 'Vendas', measure: 'Faturamento' },
    },
    ['Nordeste', 'Sudeste'],
  ],
  ['not in', { ...basic('Loja', 'Região', ['Sul', 'Norte']), operator: 'NotIn' }, ['Centro-Oeste', 'Nordeste', 'Sudeste']],
  [
    'tuple',
    {
      $schema: 'http://powerbi.com/product/schema#tuple',
      filterType: 6,
      target: [
        { table: 'Loja', column: 'Região' },
        { table: 'Loja', column: 'UF' },
      ],
      operator: 'In',
      values: [
        [{ value: 'Sul' }, { value: 'PR' }],
        [{ value: 'Norte' }, { value: 'PA' }],
      ],
    },
    ['Norte', 'Sul'],
  ],
] as const) {
  test(`a filter of the kind "${name}" means what it says`, async ({ host, page }) => {
    await host.open();
    await host.forget();
    await page.evaluate(async (wish) => globalThis.report.updateFilters(1, [wish as never]), filter);
    await host.wait('rendered');
    expect(await regions(host)).toEqual(wanted);
  });
}

test('instances of the filter classes are understood as they are', async ({ host, page }) => {
  await host.open();
  await host.forget();
  await page.evaluate(async () => {
    // The client's own types do not know its classes as filters.
    const filter = new globalThis.models.BasicFilter({ table: 'Loja', column: 'Região' }, 'In', ['Sul']) as never;
    await globalThis.report.setFilters([filter]);
  });
  await host.wait('rendered');
  expect(await regions(host)).toEqual(['Sul']);
});
