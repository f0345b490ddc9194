import { expect, test } from './fixture.ts';

test('a captured state brings page, filters, slicers and order back', async ({ host, page }) => {
  await host.open();
  await page.evaluate(async () => {
    const active = await globalThis.report.getActivePage();
    const slicer = await active.getVisualByName('seg_regiao');
    const filter = {
      $schema: 'http://powerbi.com/product/schema#basic',
      filterType: 1,
      target: { table: 'Loja', column: 'Região' },
      operator: 'In',
      values: ['Sul'],
    };
    await slicer.setSlicerState({ filters: [filter as never] });
  });
  await host.wait('rendered', 2);
  const wanted = await host.figure('cartao_faturamento');
  const bookmark = await page.evaluate(async () => globalThis.report.bookmarksManager.capture());
  expect(bookmark.state).toMatch(/^[A-Za-z0-9+/=]+$/);

  await page.evaluate(async () => {
    const slicer = await (await globalThis.report.getActivePage()).getVisualByName('seg_regiao');
    await slicer.setSlicerState({ filters: [] });
  });
  await host.wait('rendered', 3);
  await page.evaluate(async () => globalThis.report.setPage('metas'));
  await host.wait('rendered', 4);
  await host.forget();
  await page.evaluate(async (state) => globalThis.report.bookmarksManager.applyState(state), bookmark.state ?? '');
  await host.wait('rendered');
  expect(await host.order()).toEqual(['pageChanged', 'bookmarkApplied', 'renderingStarted', 'rendered']);
  expect(await host.figure('cartao_faturamento')).toBe(wanted);
});

test('lists and applies the bookmarks of the author', async ({ host, page }) => {
  await host.open();
  const names = await page.evaluate(async () => (await globalThis.report.bookmarksManager.getBookmarks()).map((one) => one.name));
  expect(names).toContain('canais_digitais');
  await host.forget();
  await page.evaluate(async () => globalThis.report.bookmarksManager.apply('canais_digitais'));
  await host.wait('rendered');
  expect(await host.bodies('bookmarkApplied')).toEqual([{ bookmarkName: 'canais_digitais' }]);
});

test('opens with a bookmark', async ({ host }) => {
  await host.open({ config: { bookmark: { name: 'canais_digitais' } } });
  await expect(host.visual('seg_canal').locator('.dropdown-text')).not.toHaveText('Todos');
});

test('plays the bookmarks one after the other', async ({ host, page }) => {
  await host.open();
  await page.evaluate(async () => globalThis.report.bookmarksManager.play(1));
  const bar = host.view.getByRole('toolbar', { name: 'Indicadores' });
  await expect(bar).toContainText('(1/3)');
  await bar.getByRole('button', { name: 'Próximo' }).click();
  await expect(bar).toContainText('(2/3)');
  await page.evaluate(async () => globalThis.report.bookmarksManager.play(0));
  await expect(bar).toBeHidden();
});

test('refuses a state that is none, and a name that it does not know', async ({ host, page }) => {
  await host.open();
  const refusals = await page.evaluate(async () => {
    const { bookmarksManager } = globalThis.report;
    return [
      await bookmarksManager.applyState('nonsense').catch((error: unknown) => error),
      await bookmarksManager.apply('nonsense').catch((error: unknown) => error),
    ];
  });
  expect(refusals).toMatchObject([{ message: 'Invalid parameters' }, { message: 'PowerBIEntityNotFound' }]);
});

test('keeps filters for the reader when the host asks for it', async ({ host, page }) => {
  await host.open({ config: { settings: { persistentFiltersEnabled: true } } });
  expect(await page.evaluate(async () => globalThis.report.arePersistentFiltersApplied())).toBe(false);
  await page.evaluate(async () => {
    await globalThis.report.setPage('metas');
    await globalThis.report.savePersistentFilters();
  });
  expect(await page.evaluate(async () => globalThis.report.arePersistentFiltersApplied())).toBe(true);
  await host.open({ config: { settings: { persistentFiltersEnabled: true } } });
  await expect(host.view.getByRole('tab', { name: 'Metas' })).toHaveAttribute('aria-selected', 'true');
  await page.evaluate(async () => globalThis.report.resetPersistentFilters());
  expect(await page.evaluate(async () => globalThis.report.arePersistentFiltersApplied())).toBe(false);
});
