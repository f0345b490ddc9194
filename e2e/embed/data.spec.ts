import { readFile } from 'node:fs/promises';
import { expect, test } from './fixture.ts';

test('exports the summarised data of a visual as CSV', async ({ host, page }) => {
  await host.open();
  const { data } = await page.evaluate(async () => {
    const visual = await (await globalThis.report.getActivePage()).getVisualByName('barras_regiao');
    return visual.exportData(0);
  });
  const lines = data.trim().split('\r\n');
  expect(lines[0]).toBe('Região,Faturamento');
  expect(lines).toHaveLength(6);
});

test('exports no more rows than asked for', async ({ host, page }) => {
  await host.open({ config: { pageName: 'detalhe_das_vendas' } });
  const { data } = await page.evaluate(async () => {
    const visual = await (await globalThis.report.getActivePage()).getVisualByName('tabela_dias');
    return visual.exportData(0, 250);
  });
  expect(data.trim().split('\r\n')).toHaveLength(251);
});

test('refuses underlying data, and data of a text box', async ({ host, page }) => {
  await host.open();
  const refusals = await page.evaluate(async () => {
    const active = await globalThis.report.getActivePage();
    const bars = await active.getVisualByName('barras_regiao');
    const title = await active.getVisualByName('titulo');
    return [await bars.exportData(1).catch((error: unknown) => error), await title.exportData(0).catch((error: unknown) => error)];
  });
  expect(refusals).toMatchObject([{ errorCode: '403' }, { message: 'Invalid parameters' }]);
});

test("the reader exports by the visual's menu, as a file that spreadsheets read", async ({ host, page }) => {
  await host.open();
  await host.visual('barras_regiao').hover();
  await host.visual('barras_regiao').getByRole('button', { name: 'Mais opções: Faturamento por região' }).click();
  const download = page.waitForEvent('download');
  await host.visual('barras_regiao').getByRole('menuitem', { name: 'Exportar dados' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Faturamento por região.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFRegião,Faturamento\r\n')).toBe(true);
  await host.wait('exportDataCompleted');
  expect(await host.bodies('exportDataCompleted')).toEqual([
    { status: 0, exportDataType: 0, exportFormat: 0, pageName: 'visao_geral', visualName: 'barras_regiao' },
  ]);
});

test('the host may hide the export', async ({ host }) => {
  await host.open({ config: { settings: { commands: [{ exportData: { displayOption: 2 } }] } } });
  await host.visual('barras_regiao').hover();
  await host
    .visual('barras_regiao')
    .getByRole('button', { name: /^Mais opções/ })
    .click();
  await expect(host.visual('barras_regiao').getByRole('menuitem', { name: 'Mostrar como tabela' })).toBeVisible();
  await expect(host.visual('barras_regiao').getByRole('menuitem', { name: 'Exportar dados' })).toHaveCount(0);
});

test('sorts as the host and as the reader wish', async ({ host, page }) => {
  await host.open();
  const firstStore = host.visual('tabela_lojas').locator('tbody tr').first().locator('td').first();
  const before = await firstStore.textContent();
  await host.forget();
  await page.evaluate(async () => {
    const visual = await (await globalThis.report.getActivePage()).getVisualByName('tabela_lojas');
    await visual.sortBy({ orderBy: { table: 'Vendas', measure: 'Faturamento' }, direction: 1 });
  });
  await host.wait('rendered');
  await expect(firstStore).not.toHaveText(before ?? '');
  await host.visual('tabela_lojas').getByRole('button', { name: 'Faturamento' }).click();
  await host.wait('rendered', 2);
  await expect(firstStore).toHaveText(before ?? '');
  await expect(host.visual('tabela_lojas').getByRole('columnheader', { name: 'Faturamento' })).toHaveAttribute('aria-sort', 'descending');

  const refusal = await page.evaluate(async () => {
    const visual = await (await globalThis.report.getActivePage()).getVisualByName('tabela_lojas');
    return visual.sortBy({ orderBy: { table: 'Vendas', measure: 'Nada' }, direction: 1 }).catch((error: unknown) => error);
  });
  expect(refusal).toMatchObject({ message: 'Invalid parameters' });
});

test('a long table brings more rows when the reader scrolls, and keeps few of them in the document', async ({ host }) => {
  await host.open({ config: { pageName: 'detalhe_das_vendas' } });
  const table = host.visual('tabela_dias').getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', '201');
  await host.visual('tabela_dias').locator('tbody tr').last().scrollIntoViewIfNeeded();
  await host.visual('tabela_dias').locator('.grid-scroll').press('End');
  await expect(table).toHaveAttribute('aria-rowcount', '401');
  expect(await host.visual('tabela_dias').locator('tbody tr').count()).toBeLessThan(80);
});

test('no row is cut in two by the row of totals', async ({ host }) => {
  await host.open();
  const table = host.visual('tabela_lojas');
  await expect(table.locator('tbody tr').first()).toBeVisible();
  const cut = await table.evaluate((visual) => {
    const total = visual.querySelector('tfoot tr')?.getBoundingClientRect().top ?? 0;
    const rows = [...visual.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    const crossed = rows.filter(({ top, bottom }) => top < total - 1 && bottom > total + 1).length;
    return { crossed, hidden: rows.some(({ top }) => top >= total - 1) };
  });
  expect(cut).toEqual({ crossed: 0, hidden: true });
});

test('a matrix opens its branches, with totals of its own on each level', async ({ host }) => {
  await host.open({ config: { pageName: 'produtos' } });
  const matrix = host.visual('matriz_categorias');
  await expect(matrix.getByRole('row', { name: /Perfumaria/ })).toBeVisible();
  await matrix.getByRole('button', { name: 'Recolher Beleza e saúde' }).click();
  await expect(matrix.getByRole('row', { name: /Perfumaria/ })).toHaveCount(0);
  await expect(matrix.getByRole('button', { name: 'Expandir Beleza e saúde' })).toHaveAttribute('aria-expanded', 'false');
});

test('shows a chart as a table, alone, and comes back', async ({ host, page }) => {
  await host.open();
  await host.visual('barras_regiao').hover();
  await host
    .visual('barras_regiao')
    .getByRole('button', { name: /^Mais opções/ })
    .click();
  await host.visual('barras_regiao').getByRole('menuitem', { name: 'Mostrar como tabela' }).click();
  await expect(host.view.locator('.focus-table tbody tr')).toHaveCount(5);
  await expect(host.view.getByRole('button', { name: 'Voltar ao relatório' })).toBeFocused();
  await page.evaluate(async () => globalThis.report.closeAllOverlays());
  await expect(host.view.locator('.focus-layer')).toBeHidden();
  await expect(host.visual('barras_regiao').locator('.chart svg')).toBeVisible();
});

test("a chart's numbers are there as a table for screen readers", async ({ host }) => {
  await host.open();
  await expect(host.visual('barras_regiao').locator('.sr-only table tbody tr')).toHaveCount(5);
  await expect(host.visual('barras_regiao')).toHaveAttribute('aria-label', 'Gráfico de barras: Faturamento por região');
});

test('refresh asks everything again', async ({ host, page }) => {
  await host.open();
  await host.forget();
  const questions: string[] = [];
  page.on('request', (request) => request.url().includes('/query') && questions.push(request.url()));
  await page.evaluate(async () => globalThis.report.refresh());
  await host.wait('rendered');
  expect(questions).toHaveLength(1);
});

test('a command of the host stands in the menu of a visual and says where it was chosen', async ({ host }) => {
  const extend = { visualOptionsMenu: { title: 'Perguntar ao gerente', menuLocation: 1 } };
  const extensions = { commands: [{ name: 'ask', title: 'Ask', extend }] };
  await host.open({ config: { settings: { extensions } } });
  await host.visual('barras_regiao').hover();
  await host
    .visual('barras_regiao')
    .getByRole('button', { name: /^Mais opções/ })
    .click();
  await host.view.getByRole('menuitem', { name: 'Perguntar ao gerente' }).click();
  await host.wait('commandTriggered');
  expect(await host.bodies('commandTriggered')).toMatchObject([
    { command: 'ask', page: { name: 'visao_geral' }, visual: { name: 'barras_regiao' }, dataPoints: [] },
  ]);
});
