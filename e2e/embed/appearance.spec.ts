import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixture.ts';

const canvasColor = 'getComputedStyle(document.querySelector("#report")).backgroundColor';
const canvasWidth = 'document.querySelector(".sizer").getBoundingClientRect().width';

test('follows a theme, gives it back and resets it', async ({ host, page }) => {
  await host.open();
  const before = await host.frame().evaluate(canvasColor);
  await host.forget();
  await page.evaluate(async () =>
    globalThis.report.applyTheme({ themeJson: { name: 'Night', background: '#101820', foreground: '#f0f0f0', dataColors: ['#ff8800'] } }),
  );
  await host.wait('rendered');
  expect(await host.frame().evaluate(canvasColor)).not.toBe(before);
  await expect(host.view.locator('#report')).toHaveAttribute('data-scheme', 'dark');
  await expect(host.visual('barras_regiao').locator('.chart svg path[fill="#ff8800"]').first()).toBeVisible();
  expect(await page.evaluate(async () => globalThis.report.getTheme())).toMatchObject({ themeJson: { name: 'Night' } });
  await page.evaluate(async () => globalThis.report.resetTheme());
  await host.wait('rendered', 2);
  expect(await host.frame().evaluate(canvasColor)).toBe(before);
});

test('high contrast is for those who ask for it', async ({ host }) => {
  await host.open({ config: { contrastMode: 3 } });
  expect(await host.frame().evaluate(canvasColor)).toBe('rgb(0, 0, 0)');
});

test('the colours of a high-contrast system hold in pictures too, as soon as they come', async ({ host, page }) => {
  await host.open();
  const bar = host.visual('barras_regiao').locator('.chart svg path[fill="#2f6bda"]');
  await expect(bar.first()).toBeVisible();
  await host.forget();
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await host.wait('rendered');
  await expect(host.view.locator('#report')).toHaveAttribute('data-strong', 'true');
  await expect(bar).toHaveCount(0);
  expect(await host.frame().evaluate(canvasColor)).toBe('rgb(0, 0, 0)');
});

test('a page that is lower than its frame begins at the top', async ({ host, page }) => {
  await page.setViewportSize({ width: 1280, height: 1100 });
  await host.open({ config: { settings: { layoutType: 1, customLayout: { displayOption: 1 } } } });
  const room = await host.view.locator('.room').boundingBox();
  const sizer = await host.view.locator('.sizer').boundingBox();
  expect(sizer?.height ?? 0).toBeLessThan(room?.height ?? 0);
  expect(sizer?.y).toBe(room?.y);
});

test('panes and bars come and go without a new load', async ({ host, page }) => {
  await host.open();
  await expect(host.view.getByRole('tablist')).toBeVisible();
  await host.forget();
  await page.evaluate(async () =>
    globalThis.report.updateSettings({
      panes: { filters: { visible: false }, pageNavigation: { visible: false } },
      bars: { actionBar: { visible: true }, statusBar: { visible: true } },
    }),
  );
  await host.wait('rendered');
  await expect(host.view.getByRole('tablist')).toBeHidden();
  await expect(host.view.getByRole('complementary')).toBeHidden();
  await expect(host.view.getByRole('toolbar', { name: 'Relatório' })).toBeVisible();
  await page.evaluate(async () => globalThis.report.updateSettings({ panes: { pageNavigation: { visible: true, position: 1 } } }));
  await host.wait('rendered', 2);
  // What the second patch does not name is as the first one left it.
  await expect(host.view.getByRole('complementary')).toBeHidden();
  const tabs = await host.view.getByRole('tablist').boundingBox();
  expect(tabs?.x).toBe(0);
  expect(await host.order()).not.toContain('loaded');
});

test('zooms, and says how far', async ({ host, page }) => {
  await host.open();
  await host.forget();
  await page.evaluate(async () => globalThis.report.setZoom(1.5));
  await host.wait('rendered');
  expect(await page.evaluate(async () => globalThis.report.getZoom())).toBe(1.5);
  const size = await host.frame().evaluate(canvasWidth);
  expect(size).toBeGreaterThan(1700);
});

test('a custom layout hides and moves visuals', async ({ host, page }) => {
  await host.open();
  await host.forget();
  await page.evaluate(async () => (await globalThis.report.getActivePage()).setVisualDisplayState('rosca_canal', 1));
  await host.wait('rendered');
  await expect(host.visual('rosca_canal')).toHaveCount(0);
  await page.evaluate(async () => (await globalThis.report.getActivePage()).moveVisual('barras_regiao', 500, 300));
  await host.wait('rendered', 2);
  await expect(host.visual('rosca_canal')).toHaveCount(0);
  await expect(host.visual('barras_regiao')).toHaveCSS('left', '500px');
});

test('every visual says when it is drawn, if the host wants to hear it', async ({ host }) => {
  await host.open({ config: { settings: { visualRenderedEvents: true } } });
  const drawn = await host.bodies<{ name: string }>('visualRendered');
  expect(drawn.map((one) => one.name)).toContain('barras_regiao');
});

test('visual headers can be taken away', async ({ host }) => {
  await host.open({ config: { settings: { visualSettings: { visualHeaders: [{ settings: { visible: false } }] } } } });
  await host.visual('barras_regiao').hover();
  await expect(host.visual('barras_regiao').getByRole('button', { name: /^Mais opções/ })).toBeHidden();
});

for (const [language, words, number] of [
  ['pt-PT', 'Marcadores', /^R\$\s[\d,]+\s/],
  ['es', 'Marcadores', /^R\$\s[\d,]+\s/],
  ['en-US', 'Bookmarks', /^R\$\s[\d.]+M$/],
] as const) {
  test(`speaks ${language} when the host does`, async ({ host }) => {
    await host.open({
      config: { settings: { localeSettings: { language, formatLocale: language }, bars: { actionBar: { visible: true } } } },
    });
    await expect(host.view.getByRole('combobox', { name: words })).toBeVisible();
    expect(await host.figure('cartao_faturamento')).toMatch(number);
    await expect(host.view.locator('html')).toHaveAttribute('lang', language);
  });
}

test('prints when the host says so', async ({ host, page }) => {
  await host.open();
  await host.frame().evaluate('void (window.print = () => document.body.setAttribute("data-printed", ""))');
  await page.evaluate(async () => globalThis.report.print());
  await expect(host.view.locator('body[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(host.view.getByRole('tablist')).toBeHidden();
  await expect(host.visual('barras_regiao')).toBeVisible();
});

test('the phone layout stands in one column, as wide as the phone', async ({ host, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await host.open({ config: { settings: { layoutType: 2 } } });
  expect(host.frame().url()).toContain('isMobile=true');
  const width = Number(await host.frame().evaluate(canvasWidth));
  expect(Math.round(width)).toBeGreaterThan(370);
  await expect(host.view.getByRole('complementary')).toBeHidden();
  await expect(host.visual('kpi_faturamento')).toBeVisible();
});

test('every name above a chart is there in full', async ({ host, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await host.open({ config: { pageName: 'produtos', settings: { layoutType: 2 } } });
  const chart = host.visual('colunas_trimestre').locator('.chart');
  const room = await chart.boundingBox();
  for (const name of ['Beleza e saúde', 'Brinquedos', 'Casa e cozinha', 'Eletrônicos', 'Esporte e lazer', 'Moda']) {
    const shown = await chart.locator('svg text', { hasText: new RegExp(`^${name}$`) }).boundingBox();
    expect((shown?.x ?? Infinity) + (shown?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0));
  }
  await expect(chart.locator('svg text', { hasText: /^\d+\/\d+$/ })).toHaveCount(0);
});

test('another page begins at its top', async ({ host, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await host.open({ config: { settings: { layoutType: 2 } } });
  await host.view.locator('.room').evaluate((room) => room.scrollTo(0, 600));
  await expect.poll(() => host.view.locator('.room').evaluate((room) => room.scrollTop)).toBe(600);
  await host.view.getByRole('tab', { name: 'Metas' }).click();
  await expect(host.visual('cartao_meta')).toBeVisible();
  expect(await host.view.locator('.room').evaluate((room) => room.scrollTop)).toBe(0);
});

test('edit mode needs the right token and the right permission', async ({ host, page, service }) => {
  await host.open();
  const refusal = await page.evaluate(async () => globalThis.report.switchMode('edit').catch((error: unknown) => error));
  expect(refusal).toMatchObject({ message: 'PowerBINotAuthorizedException', errorCode: '403' });
  const token = await service.mint({ report: '2e9f4b18-6c7d-4d21-8f5a-90b3c1e7d411', roles: ['Tudo'], allow_edit: true });
  await host.open({ token, config: { permissions: 7 } });
  await page.evaluate(async () => globalThis.report.switchMode('edit'));
  expect(await page.evaluate(async () => globalThis.report.isSaved())).toBe(true);
});

for (const scheme of ['light', 'dark']) {
  test(`nobody is kept out: no accessibility violations in the ${scheme} scheme`, async ({ host, page }) => {
    await host.open({
      query: `&theme=${scheme}`,
      config: {
        settings: {
          panes: { filters: { visible: true, expanded: true } },
          bars: { actionBar: { visible: true }, statusBar: { visible: true } },
        },
      },
    });
    await expect(host.visual('barras_regiao').locator('.sr-only table')).toHaveCount(1);
    await page.evaluate(() => globalThis.report.setComponentTitle('Vendas da rede'));
    const { violations } = await new AxeBuilder({ page }).include('iframe').analyze();
    expect(violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
  });
}
