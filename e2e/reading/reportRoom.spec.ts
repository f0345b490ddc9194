/** The room that a report gets, and everything about it by the keyboard. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { shiftLimit, shiftsOf } from '../harness/layoutShift.ts';
import type { Publication } from '../harness/publishing.ts';
import { reportFrame, reportPath, rowHeads, signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const sales = {
  name: 'Vendas da rede',
  data_rule: 'rls',
  allow_export: true,
  grants: [{ to: 'unit', rls_roles: ['Tudo'] }],
} satisfies Publication;
const byRegion = 'Faturamento por região';
const barsPx = 48 + 40 + 34;

test.describe('at 1440 × 900', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the report has 92 % of the width and the height that the bars leave, and nothing jumps while it is opened', async ({
    page,
    reader,
    shelf,
  }) => {
    const report = await shelf.publish(sales);
    await signIn(page, reader, signinTo(report));
    // First without, then with what was remembered of it.
    for (const visit of ['first', 'second']) {
      if (visit === 'second') await page.reload();
      await expect(rowHeads(page, byRegion)).not.toHaveCount(0);
      const { sum, moved } = await shiftsOf(page);
      expect(sum, moved.join('\n')).toBeLessThanOrEqual(shiftLimit);
    }
    const stage = await page.locator('#report-stage').boundingBox();
    expect((stage?.width ?? 0) / 1440).toBeGreaterThanOrEqual(0.92);
    expect(stage?.height ?? 0).toBeGreaterThanOrEqual(900 - barsPx);
    // The page of the report is drawn at least as large as its author made it: 1280 × 720.
    const drawn = await reportFrame(page).locator('#canvas').boundingBox();
    expect(drawn?.width ?? 0).toBeGreaterThanOrEqual(1280);
    expect(drawn?.height ?? 0).toBeGreaterThanOrEqual(720);
  });
});

/** Tabs until this has the focus. */
async function tabTo(page: Page, role: 'button' | 'tab', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  const isFocused = () => wanted.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let presses = 0; presses < 30 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(wanted).toBeFocused();
}

test('each action is reached by the keyboard, Escape closes what it opened, and the focus returns', async ({ page, reader, shelf }) => {
  const report = await shelf.publish(sales);
  await signIn(page, reader, { at: '/catalogs' });
  await page.goto(reportPath(report));
  await expect(rowHeads(page, byRegion)).not.toHaveCount(0);
  await page.getByRole('link', { name: 'Ir para o conteúdo' }).press('Enter');
  for (const name of ['Filtros', 'Marcadores', 'Exportar', 'Mais ações']) {
    await tabTo(page, 'button', name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Exportar', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Exportar relatório' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Exportar relatório' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Exportar', exact: true })).toBeFocused();

  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Visão geral').focus();
  await page.keyboard.press('End');
  await expect(tab('Metas')).toHaveAttribute('aria-selected', 'true');
  await expect(tab('Metas')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Visão geral')).toHaveAttribute('aria-selected', 'true');
});

test('in a narrow bar actions are signs with names, and a phone names the report', async ({ page, reader, shelf }) => {
  const report = await shelf.publish({ ...sales, title: 'Loja a loja' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, reader, signinTo(report));
  await expect(rowHeads(page, byRegion)).not.toHaveCount(0);
  const filters = page.getByRole('button', { name: 'Filtros', exact: true });
  await expect(filters).toHaveAttribute('title', 'Filtros');
  await expect(filters.getByText('Filtros')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { name: 'Loja a loja', level: 1 })).toBeInViewport();
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await expect(page.getByRole('menuitem', { name: 'Recarregar o relatório' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Exportar relatório' })).toBeVisible();
});
