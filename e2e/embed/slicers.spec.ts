import type { models } from 'powerbi-client';
import { expect, test } from './fixture.ts';
import { cinemaReport } from './service.ts';

type SlicerState = { filters: { values: string[] }[]; targets: { table: string; column: string }[] };

const slicerStateOf = async (name: string) => {
  const active = await globalThis.report.getActivePage();
  return (await active.getVisualByName(name)).getSlicerState();
};

test('the host reads and sets a slicer', async ({ host, page }) => {
  await host.open();
  const before = await host.figure('cartao_faturamento');
  const state = (await page.evaluate(slicerStateOf, 'seg_regiao')) as SlicerState;
  expect(state).toEqual({ filters: [], targets: [{ table: 'Loja', column: 'Região' }] });
  await host.forget();
  await page.evaluate(async () => {
    const visual = await (await globalThis.report.getActivePage()).getVisualByName('seg_regiao');
    const filter = {
      $schema: 'http://powerbi.com/product/schema#basic',
      filterType: 1,
      target: { table: 'Loja', column: 'Região' },
      operator: 'In',
      values: ['Sul', 'Norte'],
    };
    await visual.setSlicerState({ filters: [filter as models.IBasicFilter] });
  });
  await host.wait('rendered');
  await expect(host.visual('seg_regiao').locator('.dropdown-text')).toHaveText('Norte, Sul');
  expect(await host.figure('cartao_faturamento')).not.toBe(before);
});

test('the reader chooses in a drop-down, sees the effect, and clears it', async ({ host, page }) => {
  await host.open();
  const before = await host.figure('cartao_faturamento');
  await host.forget();
  await host
    .visual('seg_regiao')
    .getByRole('button', { name: /^Região/ })
    .click();
  await host.visual('seg_regiao').getByRole('checkbox', { name: 'Sul' }).check();
  await host.wait('rendered');
  expect(await host.figure('cartao_faturamento')).not.toBe(before);
  const state = (await page.evaluate(slicerStateOf, 'seg_regiao')) as SlicerState;
  expect(state.filters[0]?.values).toEqual(['Sul']);
  await page.keyboard.press('Escape');
  await expect(host.visual('seg_regiao').getByRole('dialog')).toBeHidden();
  await host.visual('seg_regiao').getByRole('button', { name: 'Limpar seleções: Região' }).click();
  await host.wait('rendered', 2);
  expect(await host.figure('cartao_faturamento')).toBe(before);
});

test('a long list is searched without regard to accents', async ({ host, page }) => {
  await host.open({ config: { pageName: 'detalhe_das_vendas' } });
  await host.visual('seg_loja').getByRole('button', { name: /^Loja/ }).click();
  await page.keyboard.type('goiania');
  await expect(host.visual('seg_loja').locator('.value')).toHaveCount(1);
  await expect(host.visual('seg_loja').locator('.value')).toContainText('Goiânia');
});

test('a date slicer limits by its two fields', async ({ host, page }) => {
  await host.open({ config: { pageName: 'detalhe_das_vendas' } });
  await host.forget();
  await host.visual('seg_periodo').getByLabel('Período: De').first().fill('2026-03-01');
  await host.visual('seg_periodo').getByLabel('Período: De').first().blur();
  await host.wait('rendered');
  const state = await page.evaluate(slicerStateOf, 'seg_periodo');
  expect(state).toMatchObject({ filters: [{ filterType: 0, conditions: [{ operator: 'GreaterThanOrEqual', value: '2026-03-01' }] }] });
});

test('a day is written and typed as the reader does it, whatever the browser speaks', async ({ host, page }) => {
  // The browser of these journeys is Brazilian.
  const localeSettings = { language: 'en-US', formatLocale: 'en-US' };
  await host.open({ config: { pageName: 'detalhe_das_vendas', settings: { localeSettings } } });
  const from = host.visual('seg_periodo').getByRole('textbox', { name: 'Período: From' });
  await expect(from).toHaveValue('01/01/2024');
  await expect(host.visual('seg_periodo').getByRole('textbox', { name: 'Período: To' })).toHaveValue('10/31/2026');
  await host.forget();
  await from.fill('3/4/2026');
  await from.press('Enter');
  await host.wait('rendered');
  expect(await page.evaluate(slicerStateOf, 'seg_periodo')).toMatchObject({
    filters: [{ conditions: [{ operator: 'GreaterThanOrEqual', value: '2026-03-04' }] }],
  });
  await expect(from).toHaveValue('03/04/2026');
  // What is no day changes nothing.
  await from.fill('31/31/2026');
  await from.press('Enter');
  await expect(from).toHaveValue('03/04/2026');
  await expect(host.visual('tabela_dias').locator('tbody tr').first()).toContainText('10/31/2026');
});

test('a day can be taken from the calendar', async ({ host, page }) => {
  await host.open({ config: { pageName: 'detalhe_das_vendas' } });
  await host.forget();
  await host.visual('seg_periodo').locator('.span-picker').last().fill('2026-05-20');
  await host.wait('rendered');
  await expect(host.visual('seg_periodo').getByRole('textbox', { name: 'Período: Até' })).toHaveValue('20/05/2026');
  expect(await page.evaluate(slicerStateOf, 'seg_periodo')).toMatchObject({
    filters: [{ conditions: [{ operator: 'LessThanOrEqual', value: '2026-05-20' }] }],
  });
});

test('a range slicer limits by its slider, also by keyboard', async ({ host, page }) => {
  await host.open({ report: cinemaReport, token: { report: cinemaReport }, config: { pageName: 'critica_e_publico' } });
  await host.forget();
  const low = host.visual('seg_nota').getByRole('slider', { name: 'Nota no IMDB: De' });
  await low.focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight');
  await host.wait('rendered');
  expect(await page.evaluate(slicerStateOf, 'seg_nota')).toMatchObject({ filters: [{ conditions: [{ operator: 'GreaterThanOrEqual' }] }] });
});

test('numbers of a range are written and read as the language does', async ({ host, page }) => {
  await host.open({ report: cinemaReport, token: { report: cinemaReport }, config: { pageName: 'critica_e_publico' } });
  const from = host.visual('seg_nota').getByRole('textbox', { name: 'Nota no IMDB: De' });
  await expect(from).toHaveValue(/^\d,\d+$/);
  await host.forget();
  await from.fill('7,5');
  await from.press('Enter');
  await host.wait('rendered');
  expect(await page.evaluate(slicerStateOf, 'seg_nota')).toMatchObject({
    filters: [{ conditions: [{ operator: 'GreaterThanOrEqual', value: 7.5 }] }],
  });
  await expect(from).toHaveValue('7,5');
  // What is no number changes nothing.
  await from.fill('muito');
  await from.press('Enter');
  await expect(from).toHaveValue('7,5');
});

test('only slicers have such a state', async ({ host }) => {
  await host.open();
  expect(await host.send('GET', '/report/pages/visao_geral/visuals/barras_regiao/slicer')).toMatchObject({ statusCode: 400 });
});
