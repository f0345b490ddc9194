import { expect, test } from './fixture.ts';

test('goes from regions into states, and up again', async ({ host, page }) => {
  await host.open();
  const bars = host.visual('barras_regiao');
  await expect(bars.locator('.sr-only caption, .sr-only th').first()).toBeAttached();
  const shown = () => bars.locator('.sr-only tbody tr').allTextContents();
  const regions = await shown();
  const drill = bars.getByRole('button', { name: /^Detalhar ao clicar/ });
  await drill.click();
  await expect(drill).toHaveAttribute('aria-pressed', 'true');
  await host.forget();
  await bars.getByRole('application').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await host.wait('rendered');
  await expect(bars.locator('.visual-crumbs')).toHaveText('› Sudeste');
  // The table for screen readers is made when the browser has nothing better to do.
  await expect.poll(async () => (await shown()).join()).toContain('São Paulo');
  expect((await shown()).join()).not.toContain('Nordeste');

  const csv = await page.evaluate(async () => {
    const visual = await (await globalThis.report.getActivePage()).getVisualByName('barras_regiao');
    return (await visual.exportData()).data;
  });
  expect(csv).toMatch(/^Estado,/);
  const bookmark = await page.evaluate(async () => globalThis.report.bookmarksManager.capture());

  await bars.getByRole('button', { name: /^Subir um nível/ }).click();
  await expect(bars.locator('.visual-crumbs')).toBeHidden();
  await expect.poll(shown).toEqual(regions);
  await page.evaluate(async (state) => globalThis.report.bookmarksManager.applyState(state), bookmark.state ?? '');
  await expect(bars.locator('.visual-crumbs')).toHaveText('› Sudeste');
});

test('a month has its days below it', async ({ host, page }) => {
  await host.open();
  const line = host.visual('linha_meses');
  await line.getByRole('button', { name: /^Detalhar ao clicar/ }).click();
  await line.getByRole('application').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(line.locator('.visual-crumbs')).toHaveText(/^› jan 2026$/);
  await expect(line.locator('.sr-only tbody tr')).toHaveCount(31);
  await expect(line.getByRole('button', { name: /^Detalhar ao clicar/ })).toBeHidden();
});
