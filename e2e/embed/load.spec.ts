import { cloud, expect, test } from './fixture.ts';
import { cinemaReport, retailReport } from './service.ts';

test('loads a report: first loaded, then rendered, with one question for the whole page', async ({ host, page }) => {
  const questions: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/embed-api/') && questions.push(`${request.method()} ${new URL(request.url()).pathname}`),
  );
  await host.open();
  expect(await host.order()).toEqual(['loaded', 'renderingStarted', 'rendered']);
  // The document asks for the answers when it hears of the load; a bundle that was quicker asks for them itself. Nobody asks twice.
  const [definition, ...answers] = questions;
  expect(definition).toBe(`GET /embed-api/reports/${retailReport}`);
  expect(answers).toEqual([
    expect.stringMatching(new RegExp(`^(GET /embed-api/reports/${retailReport}/answers|POST /embed-api/reports/${retailReport}/query)$`)),
  ]);
  await expect(host.visual('cartao_faturamento').locator('.figure')).toHaveText(/^R\$\s[\d,.]+\s(mi|mil|bi)$/);
});

test('in two phases nothing is asked for visuals before the host renders', async ({ host, page }) => {
  const questions: string[] = [];
  page.on('request', (request) => request.url().includes('/query') && questions.push(request.url()));
  await host.open({ how: 'load' });
  const pages = await page.evaluate(async () => (await globalThis.report.getPages()).map((one) => one.name));
  expect(pages).toContain('visao_geral');
  await page.evaluate(async () => {
    const filter = {
      $schema: 'http://powerbi.com/product/schema#basic',
      filterType: 1,
      target: { table: 'Loja', column: 'Região' },
      operator: 'In',
      values: ['Sul'],
    };
    await globalThis.report.setFilters([filter]);
  });
  expect(questions).toEqual([]);
  expect(await host.order()).not.toContain('rendered');
  await page.evaluate(async () => globalThis.report.render());
  await host.wait('rendered');
  const csv = await page.evaluate(async () => {
    const active = await globalThis.report.getActivePage();
    return (await (await active.getVisualByName('barras_regiao')).exportData()).data;
  });
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain('Sul');
});

test('render may bring the configuration that load did not have', async ({ host, page }) => {
  await host.open({ how: 'load' });
  await page.evaluate(
    async (url) => globalThis.report.render({ type: 'report', embedUrl: url, pageName: 'produtos' }),
    `${cloud}/reportEmbed`,
  );
  await host.wait('rendered');
  await expect(host.view.getByRole('tab', { name: 'Produtos' })).toHaveAttribute('aria-selected', 'true');
});

test('opens page, filters, slicers and bookmark of the configuration', async ({ host, page }) => {
  const basic = (table: string, column: string, values: unknown[]) => ({
    $schema: 'http://powerbi.com/product/schema#basic',
    filterType: 1,
    target: { table, column },
    operator: 'In',
    values,
  });
  await host.open({
    config: {
      pageName: 'regioes_e_lojas',
      filters: [basic('Produto', 'Categoria', ['Moda'])] as never,
      slicers: [
        {
          selector: { $schema: 'http://powerbi.com/product/schema#slicerTargetSelector', target: { table: 'Loja', column: 'Região' } },
          state: { filters: [basic('Loja', 'Região', ['Sul'])] },
        },
      ] as never,
    },
  });
  await expect(host.view.getByRole('tab', { name: 'Regiões e lojas' })).toHaveAttribute('aria-selected', 'true');
  await expect(host.visual('seg_regiao').locator('.dropdown-text')).toHaveText('Sul');
  expect(await page.evaluate(async () => (await globalThis.report.getFilters()).length)).toBe(1);
});

test('a second report in the same place is a new load under a new uid', async ({ host, page }) => {
  await host.open();
  const first = await page.evaluate(() => globalThis.report.config.uniqueId);
  await host.open({ report: cinemaReport, token: { report: cinemaReport } });
  const second = await page.evaluate(() => globalThis.report.config.uniqueId);
  expect(second).not.toBe(first);
  await expect(host.view.getByRole('heading', { name: 'Bilheteria', exact: true })).toBeVisible();
});

test('shows a single visual for an embed of that kind', async ({ host }) => {
  await host.open({ config: { type: 'visual', pageName: 'visao_geral', visualName: 'barras_regiao' } });
  await expect(host.view.locator('.visual')).toHaveCount(1);
  await expect(host.view.getByRole('tab')).toHaveCount(0);
});

test('answers what it does not know with 404, and never stays silent', async ({ host }) => {
  await host.open();
  const reply = await host.send('GET', '/report/nonsense');
  expect(reply).toMatchObject({ statusCode: 404, body: { message: 'PowerBIEntityNotFound' } });
});

test('listens to its host only', async ({ host, page }) => {
  await host.open();
  // A neighbour on the same page knows the frame, but is not its parent.
  await page.evaluate(() => globalThis.sendAsNeighbour('PUT', '/report/pages/active', { name: 'metas' }));
  // A question of the host is answered after the neighbour's, so its effect would be visible now.
  const active = await page.evaluate(async () => (await globalThis.report.getActivePage()).name);
  expect(active).toBe('visao_geral');
});

test('a configuration that comes before the bundle is not lost', async ({ host, page }) => {
  // Only a load makes the document ask for answers, before any bundle is there.
  const asked = page.waitForRequest(/\/embed-api\/reports\/[^/]+\/answers/);
  await page.route('**/embed-assets/index-*.js', async (route) => {
    await asked;
    await route.fallback();
  });
  await host.open();
  expect(await host.order()).toEqual(['loaded', 'renderingStarted', 'rendered']);
});

test('a load without a token is an error, not silence', async ({ host }) => {
  await host.open();
  await host.forget();
  expect(await host.send('POST', '/report/load', { id: retailReport })).toMatchObject({ statusCode: 202 });
  await host.wait('error');
  expect(await host.bodies('error')).toMatchObject([
    { message: 'Invalid parameters', detailedMessage: 'powerbiToken parameter not specified' },
  ]);
});

test('a report that loads out of sight is complete when it comes into sight', async ({ host, page }) => {
  await page.goto(host.service.hostOrigin);
  await page.evaluate(() => globalThis.hide(true));
  await host.open();
  await page.evaluate(() => globalThis.hide(false));
  await expect(host.visual('barras_regiao').locator('.chart svg path[fill="#2f6bda"]').first()).toBeVisible();
  await expect(host.visual('tabela_lojas').locator('tbody tr').first()).toBeVisible();
});
