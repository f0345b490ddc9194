import { expect, test } from './fixture.ts';

type PageChanged = { newPage: { name: string; displayName: string } };

test('lists its pages, one of them active, hidden ones marked', async ({ host, page }) => {
  await host.open();
  const pages = await page.evaluate(async () =>
    (await globalThis.report.getPages()).map(({ name, displayName, isActive, visibility, defaultSize }) => ({
      name,
      displayName,
      isActive,
      visibility,
      defaultSize,
    })),
  );
  expect(pages.filter((one) => one.isActive).map((one) => one.name)).toEqual(['visao_geral']);
  expect(pages.find((one) => one.name === 'detalhe_das_vendas')?.visibility).toBe(1);
  expect(pages[0]?.defaultSize).toMatchObject({ width: 1280, height: 720 });
});

test('goes to the page that the host names, and says so', async ({ host, page }) => {
  await host.open();
  await host.forget();
  await page.evaluate(async () => globalThis.report.setPage('metas'));
  await host.wait('rendered');
  expect(await host.order()).toEqual(['pageChanged', 'renderingStarted', 'rendered']);
  expect((await host.bodies<PageChanged>('pageChanged'))[0]?.newPage).toMatchObject({ name: 'metas', displayName: 'Metas' });
  await expect(host.visual('tabela_metas')).toBeVisible();
});

test('refuses a page that does not exist', async ({ host, page }) => {
  await host.open();
  const refusal = await page.evaluate(async () => globalThis.report.setPage('nowhere').catch((error: unknown) => error));
  expect(refusal).toMatchObject({ message: 'PowerBIEntityNotFound' });
  expect(await host.order()).not.toContain('pageChanged');
});

test('the reader changes pages by tabs, by pointer and by arrow keys', async ({ host }) => {
  await host.open();
  await host.forget();
  await host.view.getByRole('tab', { name: 'Produtos' }).click();
  await host.wait('rendered');
  expect((await host.bodies<PageChanged>('pageChanged'))[0]?.newPage.name).toBe('produtos');
  await host.page.keyboard.press('ArrowRight');
  await host.wait('rendered', 2);
  await expect(host.view.getByRole('tab', { name: 'Metas' })).toBeFocused();
  await expect(host.view.getByRole('tab', { name: 'Detalhe das vendas' })).toHaveCount(0);
});

test('a page seen before is drawn again without a question', async ({ host, page }) => {
  await host.open();
  await page.evaluate(async () => globalThis.report.setPage('metas'));
  await host.wait('rendered', 2);
  const questions: string[] = [];
  page.on('request', (request) => request.url().includes('/query') && questions.push(request.url()));
  await page.evaluate(async () => globalThis.report.setPage('visao_geral'));
  await host.wait('rendered', 3);
  expect(questions).toEqual([]);
});

test('tells which layouts a page has and what stands on it', async ({ host, page }) => {
  await host.open();
  const facts = await page.evaluate(async () => {
    const active = await globalThis.report.getActivePage();
    const visuals = await active.getVisuals();
    return {
      phone: await active.hasLayout(2),
      landscape: await active.hasLayout(3),
      types: visuals.map((visual) => visual.type),
      layout: visuals.find((visual) => visual.name === 'barras_regiao')?.layout,
      slicers: (await active.getSlicers()).map((visual) => visual.name),
    };
  });
  expect(facts.phone).toBe(true);
  expect(facts.landscape).toBe(false);
  expect(facts.types).toContain('donutChart');
  expect(facts.layout).toMatchObject({ displayState: { mode: 0 } });
  expect(facts.slicers).toEqual(['seg_regiao', 'seg_canal']);
});
