/** What the client offers beyond the everyday: each call and event of docs/reference/powerbi.md B5 to B9 that no other journey shows. */
import { cloud, everything, expect, test } from './fixture.ts';
import { cinemaReport, retailDashboard, retailReport } from './service.ts';

test.afterEach(({ service }) => service.emulator.clock.reset());

test('a session has one correlation id, the next another', async ({ host, page }) => {
  await host.open();
  const idOf = () => page.evaluate(async () => globalThis.report.getCorrelationId());
  const first = await idOf();
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(await idOf()).toBe(first);
  await host.open();
  expect(await idOf()).not.toBe(first);
});

test('a page is found by its name, and one that is not there is refused by the client', async ({ host, page }) => {
  await host.open();
  const found = await page.evaluate(async () => {
    const { displayName } = await globalThis.report.getPageByName('metas');
    return [displayName, await globalThis.report.getPageByName('nowhere').catch((error: unknown) => error)];
  });
  expect(found).toEqual(['Metas', 'PowerBIEntityNotFound']);
});

test('an author renames the page itself', async ({ host, page }) => {
  await host.open({ token: { ...everything, allow_edit: true }, config: { permissions: 7, viewMode: 1 } });
  await page.evaluate(async () => (await globalThis.report.getPageByName('metas')).setDisplayName('Objetivos'));
  await expect(host.view.getByRole('tab', { name: 'Objetivos' })).toBeVisible();
});

test('the host gives the page and a visual another size', async ({ host, page }) => {
  await host.open();
  await host.forget();
  await page.evaluate(async () => (await globalThis.report.getActivePage()).resizeVisual('barras_regiao', 640, 200));
  await host.wait('rendered');
  await expect(host.visual('barras_regiao')).toHaveCSS('width', '640px');
  await page.evaluate(async () => (await globalThis.report.getActivePage()).resizePage(4, 900, 1600));
  await host.wait('rendered', 2);
  await expect(host.view.locator('#canvas')).toHaveCSS('width', '900px');
  // Earlier settings still hold.
  await expect(host.visual('barras_regiao')).toHaveCSS('width', '640px');
});

test('a phone is turned without a new load', async ({ host, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await host.open({ config: { settings: { layoutType: 2 } } });
  await host.forget();
  await page.setViewportSize({ width: 844, height: 390 });
  await page.evaluate(async () => globalThis.report.switchLayout(3));
  await host.wait('rendered');
  expect(await host.order()).not.toContain('loaded');
  // Only the page for a desk has this visual.
  await expect(host.visual('cartao_ticket')).toBeVisible();
  await page.evaluate(async () => globalThis.report.switchLayout(2));
  await host.wait('rendered', 2);
  await expect(host.visual('cartao_ticket')).toHaveCount(0);
});

test('commands come into the menu of visuals and go again', async ({ host, page }) => {
  await host.open();
  const opener = host.visual('barras_regiao').getByRole('button', { name: /^Mais opções/ });
  const entries = async (): Promise<string[]> => {
    await opener.press('Enter');
    const names = await host.visual('barras_regiao').getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return names;
  };
  await page.evaluate(async () => {
    await globalThis.report.addOptionsMenuCommand('tell', 'Contar', 'Contar à equipe', 1, 'barras_regiao');
    await globalThis.report.addContextMenuCommand('ask', 'Perguntar', 'Perguntar', 0, 'barras_regiao', '');
  });
  await expect.poll(entries).toEqual(expect.arrayContaining(['Contar à equipe', 'Perguntar']));
  await opener.press('Enter');
  await host.visual('barras_regiao').getByRole('menuitem', { name: 'Contar à equipe' }).press('Enter');
  await host.wait('commandTriggered');
  expect(await host.bodies('commandTriggered')).toMatchObject([{ command: 'tell', visual: { name: 'barras_regiao' } }]);
  await page.evaluate(async () => {
    await globalThis.report.removeOptionsMenuCommand('tell', 'Contar à equipe');
    await globalThis.report.removeContextMenuCommand('ask', 'Perguntar');
  });
  await expect.poll(entries).not.toEqual(expect.arrayContaining(['Contar à equipe']));
  expect(await entries()).not.toContain('Perguntar');
});

test('the two older switches of panes hold as long as the newer ones say nothing', async ({ host }) => {
  await host.open({ config: { settings: { filterPaneEnabled: false, navContentPaneEnabled: false } } });
  await expect(host.view.getByRole('complementary')).toBeHidden();
  await expect(host.view.getByRole('tablist')).toBeHidden();
  const settings = { filterPaneEnabled: false, navContentPaneEnabled: false, panes: { pageNavigation: { visible: true } } };
  await host.open({ config: { settings } });
  await expect(host.view.getByRole('complementary')).toBeHidden();
  await expect(host.view.getByRole('tablist')).toBeVisible();
});

test('a report is transparent, and its headers and commands are as the host wants them', async ({ host }) => {
  await host.open({
    config: { settings: { background: 1, commands: [{ seeData: { displayOption: 1 }, focusMode: { displayOption: 2 } }] } },
  });
  await expect(host.view.locator('#report')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await host
    .visual('barras_regiao')
    .getByRole('button', { name: /^Mais opções/ })
    .press('Enter');
  await expect(host.visual('barras_regiao').getByRole('menuitem', { name: 'Mostrar como tabela' })).toBeDisabled();
  await expect(host.visual('barras_regiao').getByRole('menuitem', { name: 'Modo de foco' })).toHaveCount(0);
});

test('a click is told three times: as the click, as the data, as the selection', async ({ host, page }) => {
  await host.open();
  await host.forget();
  await host.clickBar('barras_regiao', 0);
  await host.wait('selectionChanged');
  for (const name of ['visualClicked', 'dataSelected', 'selectionChanged'])
    expect(await host.bodies(name)).toMatchObject([{ visual: { name: 'barras_regiao' }, dataPoints: [{}] }]);
  await page.evaluate(() => globalThis.report.on('blur', () => document.body.setAttribute('data-blurred', '')));
  await page.evaluate(() => window.focus());
  await expect(page.locator('body[data-blurred]')).toHaveCount(1);
});

test('an address in the data is a link; the host hears of it, follows it, or both', async ({ host, service, context }) => {
  await context.route('https://lojas.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Loja</title>' }));
  const rows = 'Loja,Página,Valor\nNorte,https://lojas.example/norte,10\nSul,https://lojas.example/sul,20\n';
  const { report, dataset } = await service.publish('Páginas.csv', rows);
  const token = await service.tokenFor(report, [dataset]);
  const link = host.view.getByRole('link', { name: 'https://lojas.example/sul' });
  const pages = (): number => context.pages().length;
  const open = async (hyperlinkClickBehavior: number) => {
    await host.open({ report, token, config: { pageName: undefined, settings: { hyperlinkClickBehavior } } });
    await host.view.getByRole('tab', { name: 'Dados' }).click();
    await expect(link).toBeVisible();
    await host.forget();
  };
  await open(2);
  await link.click();
  await host.wait('dataHyperlinkClicked');
  expect(await host.bodies('dataHyperlinkClicked')).toMatchObject([
    { url: 'https://lojas.example/sul', report: { id: report }, visual: { type: 'tableEx' } },
  ]);
  expect(pages()).toBe(1);

  await open(1);
  const [followed] = await Promise.all([context.waitForEvent('page'), link.click()]);
  expect(followed.url()).toBe('https://lojas.example/sul');
  expect(await host.bodies('dataHyperlinkClicked')).toHaveLength(1);
  await followed.close();

  await open(0);
  const [alone] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await alone.close();
  expect(await host.bodies('dataHyperlinkClicked')).toEqual([]);
  // A link is no selection of its row.
  expect(await host.bodies('dataSelected')).toEqual([]);
});

test('a report reads another dataset of the same shape when the host binds it, and the token must cover that one', async ({
  host,
  service,
}) => {
  const bound = (own: string, other: string) =>
    Promise.all([service.publish('Caixa.csv', own), service.publish('Caixa.csv', other, cinemaReport)]);
  const [first, second] = await bound('Loja,Valor\nNorte,10\nSul,20\n', 'Loja,Valor\nNorte,300\nSul,400\n');
  /** Of the cards that were laid out by themselves, the one with the sum of the values. */
  const total = (sum: number) => host.view.locator('.visual-card .figure').filter({ hasText: new RegExp(`^${sum}(?:,00)?$`) });
  const token = await service.tokenFor(first.report, [first.dataset, second.dataset]);
  await host.open({ report: first.report, token });
  await expect(total(30)).not.toHaveCount(0);
  await host.open({ report: first.report, token, config: { datasetBinding: { datasetId: second.dataset } } });
  await expect(total(700)).not.toHaveCount(0);
  const alone = await service.tokenFor(first.report, [first.dataset]);
  await host.open({ report: first.report, token: alone, config: { datasetBinding: { datasetId: second.dataset } }, until: 'error' });
  expect(await host.bodies('error')).toMatchObject([{ message: 'LoadReportFailed', errorCode: '403' }]);
});

test('a paused capacity is told before a load and during a session, and a report goes on when it runs again', async ({
  host,
  page,
  service,
}) => {
  const token = await service.mint(everything);
  await host.open({ token });
  await service.pause(true);
  try {
    await host.forget();
    await page.evaluate(async () => globalThis.report.setPage('metas'));
    await host.wait('error');
    expect(await host.bodies('error')).toMatchObject([
      { message: 'OpenConnectionError', detailedMessage: expect.stringMatching(/^Can't display the visual/) },
    ]);
    await host.open({ until: 'error', token });
    expect(await host.bodies('error')).toMatchObject([{ message: 'ExplorationContainer_FailedToLoadModel_DefaultDetails', level: 6 }]);
  } finally {
    await service.pause(false);
  }
  await host.open();
  await expect(host.visual('cartao_faturamento').locator('.figure')).toBeVisible();
});

test('a frame made before there is a token is filled when one comes', async ({ host, page, service }) => {
  await page.goto(service.hostOrigin);
  const address = `${cloud}/reportEmbed?reportId=${retailReport}`;
  await page.evaluate(([url]) => globalThis.start('bootstrap', { type: 'report', embedUrl: url }), [address] as const);
  await expect(page.locator('iframe')).toHaveCount(1);
  const uid = await page.evaluate(() => globalThis.report.config.uniqueId);
  await host.open();
  expect(await page.evaluate(() => globalThis.report.config.uniqueId)).toBe(uid);
  await expect(host.visual('cartao_faturamento').locator('.figure')).toBeVisible();
});

test('a dashboard and a tile take a new token, and refuse a bad one', async ({ host, page, service }) => {
  const open = async (tile?: string) => {
    const where =
      tile === undefined ? { type: 'dashboard', id: retailDashboard } : { type: 'tile', id: tile, dashboardId: retailDashboard };
    const embedUrl = tile === undefined ? `${cloud}/dashboardEmbed` : `${cloud}/embed?dashboardId=${retailDashboard}`;
    await host.open({ token: await service.mintDashboard(tile), config: { ...where, embedUrl } });
    await host.forget();
    const [good, bad] = [await service.mintDashboard(tile), 'garbage'];
    const answers = await page.evaluate(
      async (tokens) =>
        Promise.all(
          tokens.map((token) =>
            globalThis.report.setAccessToken(token).then(
              () => 'taken',
              (error: unknown) => error,
            ),
          ),
        ),
      [good, bad],
    );
    expect(answers).toMatchObject(['taken', { errorCode: '403' }]);
    expect(await host.order()).toEqual([]);
  };
  await open();
  await page.reload();
  const [tile] = await service.tiles();
  await open(tile?.id);
});

test('what the service does not imitate is refused at once', async ({ host, page }) => {
  await host.open();
  const narrative = await page.evaluate(async () =>
    (await globalThis.report.getActivePage()).getSmartNarrativeInsights().catch((error: unknown) => error),
  );
  expect(narrative).toMatchObject({ message: 'PowerBIEntityNotFound' });
  for (const [method, url] of [
    ['POST', '/quickcreate'],
    ['POST', '/qna/load'],
    ['POST', '/qna/interpret'],
  ] as const)
    expect(await host.send(method, url, {})).toMatchObject({ statusCode: 404, body: { message: 'PowerBIEntityNotFound' } });
});
