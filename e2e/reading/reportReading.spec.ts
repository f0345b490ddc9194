import { demoPeople } from '@vitrine/api/demo/people.ts';
import { pageView } from '@vitrine/contract/reading/reportReading.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import type { Publication } from '../harness/publishing.ts';
import { reportFrame, reportPath, rowHeads, signinTo, visual } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const byRegion = 'Faturamento por região';
const stores = 'As dez lojas que mais vendem';
const cars = 'Automóveis de 1970 a 1982';

/** Opens the sales report of the demo from the first page; answers its id. */
async function openSales(page: Page, person: { email: string }): Promise<string> {
  await signIn(page, person);
  await page.getByRole('main').getByRole('link', { name: 'Vendas da rede' }).first().click();
  await expect(rowHeads(page, byRegion)).not.toHaveCount(0);
  return page.url().split('/')[3] ?? '';
}

test('Ana reads the south and Bruno the north of the same report', async ({ page, browser }) => {
  const second = await browser.newPage();
  const [id, sameId] = await Promise.all([openSales(page, demoPeople.ana), openSales(second, demoPeople.bruno)]);
  expect(sameId).toBe(id);
  await expect(rowHeads(page, byRegion)).toHaveText(['Sul']);
  await expect(rowHeads(second, byRegion)).toHaveText(['Norte']);

  const [south, north] = await Promise.all([rowHeads(page, stores).allTextContents(), rowHeads(second, stores).allTextContents()]);
  expect(south.length).toBeGreaterThan(0);
  expect(north.length).toBeGreaterThan(0);
  expect(south.filter((store) => north.includes(store))).toEqual([]);
  const total = (reader: Page) => visual(reader, stores).locator('tfoot td').nth(1).textContent();
  expect(await total(page)).not.toBe(await total(second));

  // The list to choose a region from holds no other one either.
  await reportFrame(page).getByRole('button', { name: 'Região: Todos' }).click();
  await expect(reportFrame(page).getByRole('dialog', { name: 'Região' }).locator('label')).toHaveText(['Sul']);
  await second.close();
});

test('pages are tabs below the report, for the mouse and the arrow keys, and each one that is shown is logged', async ({
  page,
  database,
}) => {
  // Ana reads the same report in other journeys at the same time: the log of this reading is the one that its page names.
  const first = page.waitForRequest((request) => request.url().endsWith(pageView.path));
  await openSales(page, demoPeople.ana);
  const { view_id: view } = (await first).postDataJSON() as { view_id: string };
  // A page that nobody waits for is not logged: each is waited for in the log itself.
  const shown = { device: 'desktop', origin: 'viewer', rendered: true };
  const logged: object[] = [{ page: 'Visão geral', loaded: true, ...shown }];
  const isLogged = (...pages: object[]) => {
    logged.push(...pages);
    const stored = () =>
      database.rows(
        `select page, device, origin, load_ms is not null as loaded, render_ms is not null as rendered from report_page_view
         where view_id = $1 order by shown_at`,
        [view],
      );
    return expect.poll(stored).toEqual(logged);
  };
  await isLogged();

  const list = page.getByRole('tablist', { name: 'Páginas do relatório' });
  const tab = (name: string) => list.getByRole('tab', { name });
  await expect(list.getByRole('tab')).toHaveText(['Visão geral', 'Regiões e lojas', 'Produtos', 'Metas']);
  await tab('Regiões e lojas').click();
  await isLogged({ page: 'Regiões e lojas', loaded: false, ...shown });
  await expect(reportFrame(page).getByRole('tab'), 'one list of pages is enough').toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(tab('Produtos')).toBeFocused();
  await expect(tab('Produtos')).toHaveAttribute('aria-selected', 'true');
  await isLogged({ page: 'Produtos', loaded: false, ...shown });

  // Where the tabs do not fit, a list has them all.
  await expect(page.getByRole('button', { name: 'Todas as páginas' })).toHaveCount(0);
  await page.setViewportSize({ width: 800, height: 600 });
  await list.evaluate((element) => element.style.setProperty('max-width', '200px'));
  await page.getByRole('button', { name: 'Todas as páginas' }).click();
  await page.getByRole('menuitemradio', { name: 'Metas' }).click();
  await expect(tab('Metas')).toHaveAttribute('aria-selected', 'true');
  await expect(tab('Metas')).toBeInViewport();
  await isLogged({ page: 'Metas', loaded: false, ...shown });
});

test('without the portal’s list the report has its own, and the bar follows it', async ({ page, unit, admin, shelf, database }) => {
  await database.rows(`update tenant_setting set value = value || '{"show_menu_report": false}' where tenant_id = $1`, [unit.id]);
  const report = await shelf.publish({ name: cars });
  await signIn(page, admin, signinTo(report));
  await reportFrame(page).getByRole('tab', { name: 'Modelos' }).click();
  await expect(rowHeads(page, 'Modelos em detalhe')).not.toHaveCount(0);
  await expect(page.getByRole('toolbar').getByRole('button', { name: 'Modelos' })).toBeVisible();
  await expect(page.getByRole('tablist', { name: 'Páginas do relatório' })).toHaveCount(0);
});

test('a choice in the report narrows it, and the bar takes it back', async ({ page, admin, shelf }) => {
  const report = await shelf.publish({ name: cars });
  await signIn(page, admin, signinTo(report));
  const models = visual(page, 'Modelos');
  await expect(models).toContainText(/\d/);
  const all = await models.textContent();

  await reportFrame(page).getByRole('button', { name: 'Origem: Todos' }).click();
  await reportFrame(page).getByRole('checkbox', { name: 'Japão' }).check();
  await expect(reportFrame(page).getByRole('button', { name: 'Origem: Japão' })).toBeVisible();
  await expect(models).not.toHaveText(all ?? '');
  await page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await expect(page.getByRole('menu').getByText(/Japão/), 'says what is filtered').toBeVisible();
  await page.getByRole('menuitem', { name: 'Limpar meus filtros' }).click();
  await expect(models).toHaveText(all ?? '');
});

test('the filter pane is there where the report says so', async ({ page, admin, shelf }) => {
  const sales = { name: 'Vendas da rede', data_rule: 'rls', grants: [{ to: 'unit', rls_roles: ['Tudo'] }] } satisfies Publication;
  const open = await shelf.publish({ ...sales, title: 'Com filtros', side_filter: true });
  const closed = await shelf.publish({ ...sales, title: 'Sem filtros' });
  await signIn(page, admin, signinTo(open));
  const pane = reportFrame(page).getByRole('complementary', { name: 'Filtros' });
  await expect(rowHeads(page, byRegion)).toHaveCount(5);
  await pane.getByRole('button', { name: 'Mostrar filtros' }).click();
  await expect(pane.getByText('Nesta página')).toBeVisible();
  await expect(pane.getByText('Ano', { exact: true })).toBeVisible();

  await page.goto(reportPath(closed));
  await expect(rowHeads(page, byRegion)).toHaveCount(5);
  await expect(pane).toHaveCount(0);
});

test('a report fills the screen by its button and by the key F', async ({ page, admin, shelf }) => {
  const report = await shelf.publish({ name: cars });
  await signIn(page, admin, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  const isFull = () => page.evaluate<boolean>('document.fullscreenElement !== null');
  await page.getByRole('button', { name: 'Tela cheia (F)' }).click();
  await expect.poll(isFull).toBe(true);
  await expect(page.getByRole('toolbar', { name: 'Ações do relatório' })).toBeHidden();
  await expect(visual(page, 'Modelos')).toBeVisible();
  // What lies over a report is seen and pressed there as well.
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').click();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect.poll(isFull).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(false);
  await expect(page.getByRole('toolbar', { name: 'Ações do relatório' })).toBeVisible();
});

test('a star brings a report to the first page, for its owner alone', async ({ page, database, reader, shelf }) => {
  const report = await shelf.publish({ name: cars });
  await shelf.publish({ name: 'Cinema' });
  await signIn(page, reader, signinTo(report));
  await page.getByRole('button', { name: `Adicionar ${cars} aos favoritos` }).click();
  const starred = () => database.rows('select person_id from favourite where report_id = $1', [report.id]);
  await expect.poll(starred).toEqual([{ person_id: reader.id }]);

  await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Início' }).click();
  const favourites = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Favoritos' }) });
  await expect(favourites.getByRole('link')).toHaveText([/Automóveis/]);
  await favourites.getByRole('button', { name: `Remover ${cars} dos favoritos` }).click();
  await expect(favourites.getByText('Marque um relatório com a estrela para encontrá-lo aqui.')).toBeVisible();
  await expect.poll(starred).toEqual([]);
});

test('a star that the server refuses is taken back', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: cars });
  await signIn(page, admin);
  await page.route('**/api/my_reports/*/favourite', (route) => route.abort());
  await page
    .getByRole('button', { name: `Adicionar ${cars} aos favoritos` })
    .first()
    .click();
  await expect(page.getByText('Não foi possível falar com o servidor.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Adicionar ${cars} aos favoritos` }).first()).toHaveAttribute('aria-pressed', 'false');
});

test('the list of all reports is searched, filtered and opened', async ({ page, admin, shelf }) => {
  for (const name of [cars, 'Cinema', 'Saúde e renda no mundo']) await shelf.publish({ name });
  await signIn(page, admin, { at: '/all/reports' });
  const list = page.getByRole('table', { name: 'Relatórios' });
  await expect(list.locator('tbody tr')).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Buscar nesta lista' }).fill('saude');
  await expect(list.locator('tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/q=saude/);
  await list.getByText('Saúde e renda no mundo').click();
  await expect(page.getByRole('heading', { name: 'Saúde e renda no mundo', level: 1 })).toBeAttached();
  await expect(page).toHaveURL(/\/reports\/view$/);
});

test('all reports are seen by their covers as well, and so they stay', async ({ page, reader, shelf }) => {
  for (const name of [cars, 'Cinema']) await shelf.publish({ name });
  await signIn(page, reader, { at: '/all/reports' });
  await expect(page.getByRole('table', { name: 'Relatórios' })).toBeVisible();
  await page.getByRole('button', { name: 'Capas' }).click();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveText([new RegExp(cars), /Cinema/]);
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.reload();
  await expect(cards).toHaveCount(2);
  await cards.filter({ hasText: 'Cinema' }).getByRole('button', { name: 'Adicionar Cinema aos favoritos' }).click();
  await page.getByRole('button', { name: 'Favorito', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Só favoritos' }).click();
  await expect(cards).toHaveText([/Cinema/]);
  // Its own choice: the first page has its own.
  await page.getByRole('searchbox', { name: 'Buscar nesta lista' }).fill('xyzw');
  await expect(page.getByRole('heading', { name: 'Nenhum resultado para estes filtros' })).toBeVisible();
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
  await cards.filter({ hasText: 'Cinema' }).getByRole('link').click();
  await expect(page).toHaveURL(/\/reports\/view$/);
});
