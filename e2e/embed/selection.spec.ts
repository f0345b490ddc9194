import { expect, test } from './fixture.ts';

type DataSelected = {
  report: { displayName: string };
  page: { name: string };
  visual: { name: string; type: string };
  dataPoints: { identity: { target: { table: string; column: string }; equals: string }[]; values: { formattedValue: string }[] }[];
};

test('a click on a bar selects it, tells the host, filters cards and highlights columns', async ({ host }) => {
  await host.open();
  const before = await host.figure('cartao_faturamento');
  await host.forget();
  await host.clickBar('barras_regiao', 0);
  await host.wait('rendered');
  const [selected] = await host.bodies<DataSelected>('dataSelected');
  expect(selected).toMatchObject({
    report: { displayName: 'Vendas da rede' },
    page: { name: 'visao_geral' },
    visual: { name: 'barras_regiao', type: 'clusteredBarChart' },
    dataPoints: [{ identity: [{ target: { table: 'Loja', column: 'Região' }, equals: 'Sudeste' }] }],
  });
  expect(selected?.dataPoints[0]?.values[0]?.formattedValue).toMatch(/^R\$/);
  expect(await host.figure('cartao_faturamento')).not.toBe(before);
  // Every other bar keeps its length, with the selected share drawn over it.
  await expect(host.visual('barras_categoria').locator('.chart svg path[fill-opacity="0.28"]').first()).toBeVisible();
});

test('a second click clears, and so does a click on the empty canvas', async ({ host }) => {
  await host.open();
  const before = await host.figure('cartao_faturamento');
  await host.forget();
  await host.clickBar('barras_regiao', 0);
  await host.wait('rendered');
  await host.clickBar('barras_regiao', 0);
  await host.wait('rendered', 2);
  expect((await host.bodies<DataSelected>('dataSelected'))[1]?.dataPoints).toEqual([]);
  expect(await host.figure('cartao_faturamento')).toBe(before);

  await host.clickBar('barras_regiao', 0);
  await host.wait('rendered', 3);
  await host.view.locator('.room').click({ position: { x: 4, y: 4 } });
  await host.wait('rendered', 4);
  expect((await host.bodies<DataSelected>('dataSelected'))[3]?.dataPoints).toEqual([]);
});

test('Ctrl adds a second point', async ({ host }) => {
  await host.open();
  await host.forget();
  await host.clickBar('barras_regiao', 0);
  await host.wait('rendered');
  await host.clickBar('barras_regiao', 1, 'Control');
  await host.wait('rendered', 2);
  const [, both] = await host.bodies<DataSelected>('dataSelected');
  expect(both?.dataPoints.map((point) => point.identity[0]?.equals)).toEqual(['Sudeste', 'Nordeste']);
  expect(both?.dataPoints.every((point) => point.values.length === 1)).toBe(true);
});

test('the keyboard walks the points, says them, selects and clears', async ({ host, page }) => {
  await host.open();
  await host.forget();
  await host.visual('barras_regiao').getByRole('application').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(host.visual('barras_regiao').locator('[aria-live]')).toHaveText(/^Nordeste: R\$/);
  await page.keyboard.press('Enter');
  await host.wait('rendered');
  expect((await host.bodies<DataSelected>('dataSelected'))[0]?.dataPoints[0]?.identity[0]?.equals).toBe('Nordeste');
  await page.keyboard.press('Escape');
  await host.wait('rendered', 2);
  expect((await host.bodies<DataSelected>('dataSelected'))[1]?.dataPoints).toEqual([]);
});

test('a row of a table selects too', async ({ host }) => {
  await host.open();
  const before = await host.figure('cartao_faturamento');
  await host.forget();
  await host.visual('tabela_lojas').locator('tbody tr').first().click();
  await host.wait('rendered');
  expect((await host.bodies<DataSelected>('dataSelected'))[0]?.visual.name).toBe('tabela_lojas');
  expect(await host.figure('cartao_faturamento')).not.toBe(before);
});

test('a click on a line means its nearest point', async ({ host }) => {
  await host.open();
  await host.forget();
  const chart = host.visual('linha_meses').locator('.chart');
  const box = await chart.locator('svg path[stroke="#2f6bda"]').first().boundingBox();
  if (!box) throw new Error('no line');
  await host.click({ x: box.x + 2, y: box.y + box.height * 0.6 });
  await host.wait('rendered');
  expect((await host.bodies<DataSelected>('dataSelected'))[0]?.dataPoints[0]?.identity[0]).toMatchObject({
    target: { table: 'Calendário', column: 'Data', grain: 'month' },
    equals: '2026-01-01',
  });
});

test('the host clears what is selected', async ({ host, page }) => {
  await host.open();
  await host.forget();
  await host.clickBar('barras_regiao', 0);
  await host.wait('rendered');
  await page.evaluate(async () => globalThis.report.clearSelectedVisuals());
  await host.wait('rendered', 2);
  expect((await host.bodies<DataSelected>('dataSelected'))[1]?.dataPoints).toEqual([]);
});
