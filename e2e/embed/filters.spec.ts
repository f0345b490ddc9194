import type { models } from 'powerbi-client';
import { expect, test } from './fixture.ts';

const basic = (table: string, column: string, values: (string | number)[]): models.IBasicFilter => ({
  $schema: 'http://powerbi.com/product/schema#basic',
  filterType: 1,
  target: { table, column },
  operator: 'In',
  values,
});
const south = basic('Loja', 'Região', ['Sul']);
const north = basic('Loja', 'Região', ['Norte']);
const fashion = basic('Produto', 'Categoria', ['Moda']);

test('filters of the report change every visual, and only their questions are asked again', async ({ host, page }) => {
  await host.open();
  const before = await host.figure('cartao_faturamento');
  await host.forget();
  await page.evaluate(async (filter) => globalThis.report.setFilters([filter]), south);
  await host.wait('rendered');
  expect(await host.figure('cartao_faturamento')).not.toBe(before);
  expect(await page.evaluate(async () => globalThis.report.getFilters())).toMatchObject([
    { target: { column: 'Região' }, values: ['Sul'] },
  ]);

  await host.forget();
  await page.evaluate(async () => globalThis.report.removeFilters());
  await host.wait('rendered');
  expect(await host.figure('cartao_faturamento')).toBe(before);
});

test('the four operations of updateFilters', async ({ host, page }) => {
  await host.open();
  const update = (operation: number, filters: models.IBasicFilter[] = []) =>
    page.evaluate(
      async ([which, list]) => {
        await globalThis.report.updateFilters(which, list);
        return (await globalThis.report.getFilters()).map((filter) => (filter as models.IBasicFilter).values);
      },
      [operation, filters] as const,
    );
  expect(await update(1, [south])).toEqual([['Sul']]);
  expect(await update(2, [north, fashion])).toEqual([['Sul'], ['Moda']]);
  expect(await update(3, [north])).toEqual([['Norte'], ['Moda']]);
  expect(await update(0)).toEqual([]);
});

test('pages and visuals have filters of their own', async ({ host, page }) => {
  await host.open();
  const before = await host.figure('cartao_faturamento');
  await host.forget();
  await page.evaluate(async (filter) => {
    const active = await globalThis.report.getActivePage();
    const visual = await active.getVisualByName('cartao_faturamento');
    await visual.setFilters([filter]);
  }, south);
  await host.wait('rendered');
  const alone = await host.figure('cartao_faturamento');
  expect(alone).not.toBe(before);

  const levels = await page.evaluate(async (filter) => {
    const active = await globalThis.report.getActivePage();
    await active.updateFilters(2, [filter]);
    const visual = await active.getVisualByName('cartao_faturamento');
    const other = await active.getVisualByName('cartao_ticket');
    return {
      page: (await active.getFilters()).length,
      visual: (await visual.getFilters()).length,
      other: (await other.getFilters()).length,
    };
  }, fashion);
  expect(levels).toEqual({ page: 2, visual: 1, other: 0 });
});

test('refuses what is no filter, and a visual that does not exist', async ({ host }) => {
  await host.open();
  expect(await host.send('PUT', '/report/filters', { no: 'list' })).toMatchObject({
    statusCode: 400,
    body: { message: 'Invalid parameters' },
  });
  expect(await host.send('POST', '/report/filters', { filtersOperation: 9, filters: [] })).toMatchObject({ statusCode: 400 });
  expect(await host.send('GET', '/report/pages/visao_geral/visuals/nothing/filters')).toMatchObject({ statusCode: 404 });
});

test('the pane shows what holds, and the reader changes it there', async ({ host }) => {
  await host.open({ config: { settings: { panes: { filters: { visible: true, expanded: true } } } } });
  const pane = host.view.getByRole('complementary', { name: 'Filtros' });
  await expect(pane.getByText('é 2026')).toBeVisible();
  await pane.getByRole('button', { name: 'Ano', exact: true }).click();
  await host.forget();
  await pane.getByLabel('2025').check();
  await host.wait('rendered');
  await expect(pane.getByText('é 2025')).toBeVisible();
  expect(await host.bodies('filtersApplied')).toHaveLength(1);
});

test('a locked filter is shown and cannot be changed; a hidden one is not shown', async ({ host }) => {
  const locked = { ...south, displaySettings: { isLockedInViewMode: true, displayName: 'Sua região' } };
  const hidden = { ...fashion, displaySettings: { isHiddenInViewMode: true } };
  await host.open({ config: { filters: [locked, hidden], settings: { panes: { filters: { visible: true, expanded: true } } } } });
  const pane = host.view.getByRole('complementary', { name: 'Filtros' });
  await expect(pane.getByRole('heading', { name: 'Sua região' })).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Sua região' })).toHaveCount(0);
  await expect(pane.getByText('Moda')).toHaveCount(0);
});

test('a filter on a field that the model does not have is an error of the visuals, not of the page', async ({ host, page }) => {
  await host.open();
  await host.forget();
  await page.evaluate(async (filter) => globalThis.report.setFilters([filter]), basic('Loja', 'Planeta', ['Terra']));
  await host.wait('error');
  await expect(host.visual('cartao_faturamento').getByText('Não foi possível mostrar este visual')).toBeVisible();
  await host.forget();
  await page.evaluate(async () => globalThis.report.removeFilters());
  await host.wait('rendered');
  await expect(host.visual('cartao_faturamento').locator('.figure')).toBeVisible();
});
