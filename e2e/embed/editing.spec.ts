import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixture.ts';
import type { Host } from './fixture.ts';
import { retailReport } from './service.ts';

const author = { report: retailReport, roles: ['Tudo'], allow_edit: true, allow_copies: true };
const all = { permissions: 7 };

/** Where a visual stands, in whole pixels. */
async function boxOf(visual: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const { x, y, width, height } = (await visual.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

/** A copy of the retail report, so that other tests find theirs as it was. */
async function openCopy(host: Host): Promise<string> {
  await host.open({ token: author, config: all });
  await host.page.evaluate(async () => globalThis.report.saveAs({ name: 'Cópia' }));
  await host.wait('saved');
  const [saved] = await host.bodies<{ reportObjectId: string }>('saved');
  const report = saved?.reportObjectId ?? '';
  await host.open({ report, token: { ...author, report }, config: { ...all, viewMode: 1 } });
  return report;
}

test('an author moves, resizes, retitles and retypes a visual, and the report is kept', async ({ host, page }) => {
  const report = await openCopy(host);
  const bar = host.view.getByRole('toolbar', { name: 'Editando' });
  await expect(bar.getByRole('status')).toHaveText('Tudo salvo');
  const card = host.visual('cartao_faturamento');
  const before = await boxOf(card);
  const cover = card.locator('.edit-cover');
  await cover.dragTo(cover, { sourcePosition: { x: 60, y: 60 }, targetPosition: { x: 92, y: 76 }, force: true });
  await expect(bar.getByRole('status')).toHaveText('Alterações não salvas');
  const moved = await boxOf(card);
  expect([moved.x > before.x, moved.y > before.y, moved.width]).toEqual([true, true, before.width]);

  await cover.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(cover).toBeFocused();
  expect((await boxOf(card)).width).toBeGreaterThan(before.width);

  const bars = host.visual('barras_regiao');
  await bars.getByRole('button', { name: /Mais opções/ }).click();
  await host.view.getByRole('menuitemradio', { name: 'Gráfico de pizza' }).click();
  await expect(host.view.locator('.visual-pieChart[data-visual="barras_regiao"] .chart svg')).toBeVisible();
  await bars.getByRole('button', { name: /Mais opções/ }).click();
  await host.view.getByRole('menuitem', { name: 'Alterar título' }).click();
  await host.view.getByLabel('Título', { exact: true }).fill('Onde vendemos');
  await host.view.getByRole('button', { name: 'Aplicar' }).click();
  await expect(bars.getByRole('heading')).toHaveText('Onde vendemos');

  expect(await page.evaluate(async () => globalThis.report.isSaved())).toBe(false);
  await bar.getByRole('button', { name: 'Salvar', exact: true }).click();
  await host.wait('saved');
  expect(await host.bodies('saved')).toEqual([{ reportObjectId: report, reportName: 'Cópia', saveAs: false }]);
  expect(await page.evaluate(async () => globalThis.report.isSaved())).toBe(true);

  await host.open({ report });
  await expect(host.visual('barras_regiao').getByRole('heading')).toHaveText('Onde vendemos');
  expect((await boxOf(host.visual('cartao_faturamento'))).width).toBeGreaterThan(before.width);
});

test('everything about a visual is changed and kept by keyboard alone', async ({ host, page }) => {
  const report = await openCopy(host);
  const region = host.visual('barras_regiao');
  await region.locator('.edit-cover').focus();
  await page.keyboard.press('ArrowUp');
  await expect(region.locator('.edit-cover')).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  // The menu stands before the handle.
  await page.keyboard.press('Shift+Tab');
  await expect(region.getByRole('button', { name: /^Mais opções/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(host.view.getByRole('menuitem', { name: 'Alterar título' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(host.visual('barras_regiao').getByRole('heading')).toHaveText('Faturamento por região');
  await expect(host.view.locator('.visual-clusteredColumnChart[data-visual="barras_regiao"]')).toBeVisible();
  const bar = host.view.getByRole('toolbar', { name: 'Editando' });
  await bar.getByRole('button', { name: 'Salvar', exact: true }).focus();
  await page.keyboard.press('Enter');
  await host.wait('saved');
  await expect(bar.getByRole('status')).toHaveText('Tudo salvo');

  await host.open({ report, token: { ...author, report }, config: all });
  await expect(host.view.locator('.visual-clusteredColumnChart[data-visual="barras_regiao"]')).toBeVisible();
  const after = await host.visual('barras_regiao').evaluate((frame: HTMLElement) => [frame.style.top, frame.style.width]);
  expect(after).toEqual(['456px', '392px']);
});

test('what was done can be undone, and the reading view has no tools', async ({ host, page }) => {
  await host.open({ token: author, config: { ...all, viewMode: 1 } });
  const cover = host.visual('rosca_canal').locator('.edit-cover');
  const before = await boxOf(host.visual('rosca_canal'));
  await cover.press('ArrowDown');
  const bar = host.view.getByRole('toolbar', { name: 'Editando' });
  await expect(bar.getByRole('status')).toHaveText('Alterações não salvas');
  expect((await boxOf(host.visual('rosca_canal'))).y).toBeGreaterThan(before.y);
  await bar.getByRole('button', { name: 'Desfazer' }).click();
  await expect(bar.getByRole('status')).toHaveText('Tudo salvo');
  expect(await boxOf(host.visual('rosca_canal'))).toEqual(before);
  await page.evaluate(async () => globalThis.report.switchMode('view'));
  await expect(bar).toHaveCount(0);
  await expect(host.view.locator('.edit-cover')).toHaveCount(0);
});

test('a copy has a name of its own and leaves the report as it was', async ({ host, page, service }) => {
  await host.open({ token: author, config: { ...all, viewMode: 1 } });
  await host.view.getByRole('button', { name: 'Salvar como' }).click();
  await host.view.getByLabel('Nome do relatório').fill('Minha visão');
  await host.view.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await host.wait('saved');
  const [saved] = await host.bodies<{ reportObjectId: string; reportName: string; saveAs: boolean }>('saved');
  expect(saved).toMatchObject({ reportName: 'Minha visão', saveAs: true });
  expect(saved?.reportObjectId).not.toBe(retailReport);

  const group = await service.groupOf(retailReport);
  await host.forget();
  await page.evaluate(async (target) => globalThis.report.saveAs({ name: 'Outra', targetWorkspaceId: target }), group);
  await host.wait('saved');
  const refusal = await page.evaluate(async () =>
    globalThis.report.saveAs({ name: 'Longe', targetWorkspaceId: '00000000-0000-4000-8000-000000000000' }).catch((error: unknown) => error),
  );
  expect(refusal).toMatchObject({ message: 'PowerBINotAuthorizedException' });
});

test('what is moved onto something else lies above it and can be taken hold of again', async ({ host, page }) => {
  await host.open({ token: author, config: { ...all, viewMode: 1 } });
  const card = host.visual('cartao_ticket');
  const drag = async (dx: number, dy: number) => {
    const { x, y, width, height } = await boxOf(card);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 4 });
    await page.mouse.up();
  };
  const before = await boxOf(card);
  await drag(-60, 230);
  await expect.poll(async () => (await boxOf(card)).y).toBeGreaterThan(before.y + 200);
  // Somebody else has the focus: the layer alone decides now.
  await host.view.getByRole('button', { name: 'Salvar como' }).focus();
  await drag(0, -230);
  await expect.poll(async () => (await boxOf(card)).y).toBeLessThan(before.y + 40);
});

test('the bar says in which copy the changes were kept, until there are others', async ({ host, page }) => {
  await host.open({ token: author, config: { ...all, viewMode: 1 } });
  const status = host.view.getByRole('toolbar', { name: 'Editando' }).getByRole('status');
  await host.visual('rosca_canal').locator('.edit-cover').focus();
  await page.keyboard.press('ArrowDown');
  await expect(status).toHaveText('Alterações não salvas');
  await host.view.getByRole('button', { name: 'Salvar como' }).click();
  await host.view.getByLabel('Nome do relatório').fill('Rosca abaixo');
  await host.view.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(status).toHaveText('Cópia salva: Rosca abaixo');
  await host.visual('rosca_canal').locator('.edit-cover').focus();
  await page.keyboard.press('ArrowDown');
  await expect(status).toHaveText('Alterações não salvas');
});

test('the host may ask for the name of a copy itself', async ({ host }) => {
  await host.open({ token: author, config: { ...all, viewMode: 1, settings: { useCustomSaveAsDialog: true } } });
  await host.view.getByRole('button', { name: 'Salvar como' }).click();
  await host.wait('saveAsTriggered');
  await expect(host.view.getByRole('dialog')).toHaveCount(0);
});

test('pages are added, renamed and deleted, visuals cloned, by the host', async ({ host, page }) => {
  await host.open({ token: author, config: { ...all, viewMode: 1 } });
  const names = await page.evaluate(async () => {
    const added = await globalThis.report.addPage('Nova');
    await globalThis.report.renamePage(added.name, 'Mais nova');
    const renamed = (await globalThis.report.getPages()).map((one) => one.displayName);
    await globalThis.report.deletePage(added.name);
    return [renamed, (await globalThis.report.getPages()).map((one) => one.displayName)];
  });
  expect(names[0]?.at(-1)).toBe('Mais nova');
  expect(names[1]).toHaveLength((names[0]?.length ?? 0) - 1);
  const cloned = await page.evaluate(async () => {
    await globalThis.report.setPage('visao_geral').catch(() => undefined);
    const active = await globalThis.report.getActivePage();
    const visual = await active.getVisualByName('cartao_faturamento');
    return visual.clone({ layout: { x: 8, y: 8 } });
  });
  await expect(host.visual(cloned.visualName)).toBeVisible();
});

test('who may only read cannot save, whatever the host says', async ({ host, page }) => {
  await host.open({ config: { ...all, viewMode: 1 } });
  await expect(host.view.locator('.edit-cover')).toHaveCount(0);
  for (const call of ['save', 'saveAs', 'addPage'] as const) {
    const refusal = await page.evaluate(
      async (name) =>
        (name === 'saveAs' ? globalThis.report.saveAs({ name: 'x' }) : globalThis.report[name]('x')).catch((error: unknown) => error),
      call,
    );
    expect(refusal).toMatchObject({ message: 'PowerBINotAuthorizedException', errorCode: '403' });
  }
});

test('nobody is kept out of editing', async ({ host, page }) => {
  await host.open({ token: author, config: { ...all, viewMode: 1 } });
  await page.evaluate(() => globalThis.report.setComponentTitle('Vendas da rede'));
  const { violations } = await new AxeBuilder({ page }).include('iframe').analyze();
  expect(violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
});
