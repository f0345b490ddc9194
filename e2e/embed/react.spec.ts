import { cloud, expect, test } from './fixture.ts';
import type { Host } from './fixture.ts';
import { cinemaReport, retailDashboard, retailReport } from './service.ts';

const reportEvents = ['loaded', 'rendered', 'error', 'pageChanged', 'dataSelected', 'visualRendered', 'saved'];

/** Shows what a React host of any project would show, and waits for one of its events. */
async function mount(host: Host, embedConfig: object, until = 'rendered', { events = reportEvents, phased = false } = {}) {
  const { page, service } = host;
  if (!page.url().endsWith('/react')) {
    await page.goto(`${service.hostOrigin}/react`);
    await page.waitForFunction(() => 'mount' in globalThis);
  }
  await page.evaluate(([config, names, phasedEmbedding]) => globalThis.mount({ embedConfig: config, phasedEmbedding }, names), [
    embedConfig,
    events,
    phased,
  ] as const);
  await host.wait(until);
}

const reportConfig = (accessToken: string | undefined, more: object = {}) => ({
  type: 'report',
  id: retailReport,
  tokenType: 1,
  embedUrl: `${cloud}/reportEmbed?reportId=${retailReport}`,
  ...(accessToken !== undefined && { accessToken }),
  ...more,
});

const retailToken = { report: retailReport, roles: ['Tudo'] };

test('the React component shows a report once, although React mounts it twice', async ({ host, page, service }) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await mount(host, reportConfig(await service.mint(retailToken)));
  expect(await host.order()).toEqual(['loaded', 'rendered']);
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(host.visual('cartao_faturamento').locator('.figure')).toHaveText(/^R\$/);
  expect(complaints).toEqual([]);
});

test('pages and selections of the reader reach the handlers of the React component', async ({ host, page, service }) => {
  await mount(host, reportConfig(await service.mint(retailToken)));
  await host.clickBar('barras_regiao', 0);
  await host.wait('dataSelected');
  expect(await host.bodies('dataSelected')).toMatchObject([{ visual: { name: 'barras_regiao' }, dataPoints: [{}] }]);
  await host.forget();
  await host.view.getByRole('tab', { name: 'Produtos' }).click();
  await host.wait('rendered');
  expect(await host.bodies('pageChanged')).toMatchObject([{ newPage: { name: 'produtos', displayName: 'Produtos' } }]);
  expect(await page.evaluate(async () => (await globalThis.report.getActivePage()).name)).toBe('produtos');
});

test('a token that is set changes nothing; a token in the configuration loads the report anew, and that works too', async ({
  host,
  page,
  service,
}) => {
  const south = { report: retailReport, roles: ['Região Sul'] };
  await mount(host, reportConfig(await service.mint(south)));
  const uid = await page.evaluate(() => globalThis.report.config.uniqueId);
  await host.forget();
  await page.evaluate((token) => globalThis.report.setAccessToken(token), await service.mint({ ...south, roles: ['Região Norte'] }));
  expect(await host.order()).toEqual([]);
  await page.evaluate(() => globalThis.report.setPage('regioes_e_lojas'));
  await host.wait('rendered');
  await expect(host.visual('matriz_regiao_ano').getByRole('row', { name: /^Norte/ })).toBeVisible();

  await host.forget();
  await mount(host, reportConfig(await service.mint(retailToken), { pageName: 'regioes_e_lojas' }));
  await expect(host.visual('matriz_regiao_ano').getByRole('row', { name: /^Sul/ })).toBeVisible();
  expect(await page.evaluate(() => globalThis.report.config.uniqueId)).not.toBe(uid);
  await expect(page.locator('iframe')).toHaveCount(1);
});

test('an expired token is told, and a new one brings the report back', async ({ host, page, service }) => {
  await mount(host, reportConfig(await service.mint(retailToken)));
  service.emulator.clock.advance(61 * 60_000);
  await page.evaluate(() => globalThis.report.refresh());
  await host.wait('error');
  expect(await host.bodies('error')).toMatchObject([{ message: 'TokenExpired', errorCode: '403' }]);
  await host.forget();
  await page.evaluate((token) => globalThis.report.setAccessToken(token), await service.mint(retailToken));
  await host.wait('rendered');
  await expect(host.view.getByRole('alert')).toBeHidden();
});

test('a component that is there before its token shows the report when the token comes', async ({ host, page, service }) => {
  await page.goto(`${service.hostOrigin}/react`);
  await page.waitForFunction(() => 'mount' in globalThis);
  await page.evaluate(([config, names]) => globalThis.mount({ embedConfig: config }, names), [
    reportConfig(undefined),
    reportEvents,
  ] as const);
  await expect(page.locator('iframe')).toHaveCount(1);
  await mount(host, reportConfig(await service.mint(retailToken)));
  await expect(host.visual('cartao_faturamento')).toBeVisible();
});

test('in two phases the React component waits for render', async ({ host, page, service }) => {
  await mount(host, reportConfig(await service.mint(retailToken)), 'loaded', { phased: true });
  expect(await page.evaluate(async () => (await globalThis.report.getPages()).length)).toBeGreaterThan(1);
  expect(await host.order()).not.toContain('rendered');
  await page.evaluate(() => globalThis.report.render());
  await host.wait('rendered');
});

test('another report takes the place of the first, and leaving takes everything away', async ({ host, page, service }) => {
  await mount(host, reportConfig(await service.mint(retailToken)));
  await host.forget();
  const token = await service.mint({ report: cinemaReport });
  await mount(host, reportConfig(token, { id: cinemaReport, embedUrl: `${cloud}/reportEmbed?reportId=${cinemaReport}` }));
  await expect(host.view.getByRole('heading', { name: 'Bilheteria', exact: true })).toBeVisible();
  await page.evaluate(() => globalThis.unmount());
  await expect(page.locator('iframe')).toHaveCount(0);
  await host.forget();
  await mount(host, reportConfig(await service.mint(retailToken)));
  await expect(host.visual('cartao_faturamento')).toBeVisible();
});

test('the React component shows a single visual', async ({ host, service }) => {
  const config = reportConfig(await service.mint(retailToken), { type: 'visual', pageName: 'visao_geral', visualName: 'barras_regiao' });
  await mount(host, config);
  await expect(host.view.locator('.visual')).toHaveCount(1);
});

test('the React component shows a dashboard and hears of a click on a tile', async ({ host, service }) => {
  const config = {
    type: 'dashboard',
    id: retailDashboard,
    tokenType: 1,
    embedUrl: `${cloud}/dashboardEmbed?dashboardId=${retailDashboard}`,
    accessToken: await service.mintDashboard(),
  };
  await mount(host, config, 'rendered', { events: ['loaded', 'rendered', 'error', 'tileClicked'] });
  const [tile] = await service.tiles();
  await host.view.getByRole('button', { name: `Abrir o relatório de ${tile?.title}` }).click();
  await host.wait('tileClicked');
  expect(await host.bodies('tileClicked')).toMatchObject([{ dashboardId: retailDashboard, tileId: tile?.id }]);
});

test('the React component shows a tile', async ({ host, service }) => {
  const [tile] = await service.tiles();
  const config = {
    type: 'tile',
    id: tile?.id,
    dashboardId: retailDashboard,
    tokenType: 1,
    embedUrl: `${cloud}/embed?dashboardId=${retailDashboard}`,
    accessToken: await service.mintDashboard(tile?.id),
  };
  await mount(host, config, 'tileLoaded', { events: ['tileLoaded', 'tileClicked'] });
  await expect(host.view.locator('.visual')).toHaveCount(1);
  await host.view.locator('.tile-cover').click();
  await host.wait('tileClicked');
});
