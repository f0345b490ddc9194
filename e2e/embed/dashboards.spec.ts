import AxeBuilder from '@axe-core/playwright';
import { cloud, expect, test } from './fixture.ts';
import { retailDashboard, retailReport } from './service.ts';

const address = `${cloud}/dashboardEmbed?dashboardId=${retailDashboard}`;

test('a dashboard shows its tiles, and a tile tells the host where it leads', async ({ host, service, page }) => {
  const dashboard = { type: 'dashboard', id: retailDashboard, embedUrl: address } as Record<string, unknown>;
  await host.open({ token: await service.mintDashboard(), config: dashboard });
  const tiles = await service.tiles();
  await expect(host.view.locator('.visual')).toHaveCount(tiles.length);
  expect(await host.order()).toEqual(['loaded', 'renderingStarted', 'rendered']);
  await expect(host.view.getByRole('tablist')).toBeHidden();
  const first = tiles[0]?.title ?? '';
  await expect(host.view.getByRole('heading', { name: first })).toBeVisible();
  await host.view.getByRole('button', { name: `Abrir o relatório de ${first}` }).click();
  await host.wait('tileClicked');
  const [clicked] = await host.bodies<{ reportEmbedUrl: string }>('tileClicked');
  expect(clicked).toMatchObject({ dashboardId: retailDashboard, tileId: tiles[0]?.id, pageName: 'visao_geral' });
  expect(clicked?.reportEmbedUrl).toContain(`reportId=${retailReport}`);

  await page.evaluate(() => globalThis.report.setComponentTitle('Painel'));
  const { violations } = await new AxeBuilder({ page }).include('iframe').analyze();
  expect(violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
});

test('on a phone the tiles stand in one column', async ({ host, service, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const dashboard = { type: 'dashboard', id: retailDashboard, embedUrl: address, pageView: 'oneColumn' } as Record<string, unknown>;
  await host.open({ token: await service.mintDashboard(), config: dashboard });
  const boxes = await Promise.all((await host.view.locator('.visual').all()).map((one) => one.boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size).toBe(1);
});

test('a tile alone fills its frame', async ({ host, service }) => {
  const [, , , , , tile] = await service.tiles();
  const config = {
    type: 'tile',
    id: tile?.id,
    dashboardId: retailDashboard,
    embedUrl: `${cloud}/embed?dashboardId=${retailDashboard}`,
  } as Record<string, unknown>;
  await host.open({ token: await service.mintDashboard(tile?.id), config, until: 'tileLoaded' });
  await expect(host.view.locator('.visual')).toHaveCount(1);
  expect(await host.bodies('tileLoaded')).toEqual([{ tileId: tile?.id }]);
  const frame = await host.view.locator('body').boundingBox();
  const box = await host.view.locator('.visual').boundingBox();
  expect(Math.round((box?.width ?? 0) / (frame?.width ?? 1))).toBe(1);
  await host.view.locator('.tile-cover').click();
  await host.wait('tileClicked');
});

test('a token for one tile shows neither the others nor the report behind them', async ({ host, service }) => {
  const [one, other] = await service.tiles();
  const token = await service.mintDashboard(one?.id);
  const refused = [{ message: 'LoadReportFailed', errorCode: '403' }];
  const wholeDashboard = { type: 'dashboard', id: retailDashboard, embedUrl: address } as Record<string, unknown>;
  await host.open({ token, config: wholeDashboard, until: 'error' });
  expect(await host.bodies('error')).toMatchObject(refused);
  const config = { type: 'tile', id: other?.id, dashboardId: retailDashboard, embedUrl: `${cloud}/embed` } as Record<string, unknown>;
  await host.page.reload();
  await host.open({ token, config, until: 'error' });
  expect(await host.bodies('error')).toMatchObject(refused);
  await host.page.reload();
  await host.open({ token, until: 'error' });
  expect(await host.bodies('error')).toMatchObject(refused);
});
