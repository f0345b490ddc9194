import type { Page } from '@playwright/test';
import { origin } from '../harness/addresses.ts';
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { reportFrame, rowHeads, visual } from '../harness/report.ts';
import { fields, signIn } from '../harness/signIn.ts';
import { password } from '../harness/unit.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const greeting = (page: Page) => page.getByRole('heading', { name: /(Bom dia|Boa tarde|Boa noite), Alice/ });
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

test('? lists the keys, and g with a letter goes to a screen', async ({ page, admin }) => {
  await signIn(page, admin);
  await expect(greeting(page)).toBeVisible();
  await page.keyboard.press('?');
  const list = panel(page, 'Atalhos do teclado');
  await expect(list.getByText('Buscar ou executar')).toBeVisible();
  await expect(list.getByText('Ir para uma tela')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(page.getByRole('heading', { name: 'Grupos de relatórios' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(greeting(page)).toBeVisible();

  // While somebody types, letters are letters.
  await page.goto('/reports');
  await page.getByRole('searchbox', { name: 'Buscar nesta lista' }).fill('');
  await page.keyboard.type('gi?');
  await expect(page.getByRole('searchbox', { name: 'Buscar nesta lista' })).toHaveValue('gi?');
  await expect(list).toHaveCount(0);
});

test('the first Tab offers to skip to the content', async ({ page, admin }) => {
  await signIn(page, admin);
  await page.goto('/reports');
  await expect(page.getByRole('heading', { name: 'Grupos de relatórios' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Ir para o conteúdo' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inContent = () => page.evaluate<boolean>(`document.querySelector('#content').contains(document.activeElement)`);
  expect(await inContent()).toBe(true);
});

test('the menu folds to a rail and stays folded', async ({ page, admin }) => {
  await signIn(page, admin);
  const link = menu(page).getByRole('link', { name: 'Grupos de relatórios' });
  await expect(link).toBeVisible();
  const width = async () => (await menu(page).boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Recolher menu' }).click();
  await expect.poll(width).toBeLessThan(60);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expandir menu' })).toBeVisible();
  expect(await width()).toBeLessThan(60);
  await link.click();
  await expect(page).toHaveURL(`${origin}/reports`);
  await page.getByRole('button', { name: 'Expandir menu' }).click();
  await expect.poll(width).toBeGreaterThan(200);
});

test('report groups open in the menu down to their reports', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Cinema' });
  await signIn(page, admin);
  await menu(page).getByRole('button', { name: 'Abrir Mercado' }).click();
  await menu(page).getByRole('link', { name: 'Cinema' }).click();
  await expect(page).toHaveURL(/\/reports\/view$/);

  // A report has the room of the menu, until somebody opens it there; everywhere else it stays as it was.
  const width = async () => (await menu(page).boundingBox())?.width ?? 0;
  await expect.poll(width).toBeLessThan(60);
  await page.getByRole('button', { name: 'Expandir menu' }).click();
  await expect(menu(page).getByRole('link', { name: 'Cinema' })).toHaveAttribute('aria-current', 'page');
  await menu(page).getByRole('link', { name: 'Início' }).click();
  await expect.poll(width).toBeGreaterThan(200);
  await page.goBack();
  await expect.poll(width).toBeLessThan(60);
});

test('the dark scheme is chosen once and stays, also on the sign-in page', async ({ page, admin }) => {
  await signIn(page, admin);
  const colour = () =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('main')).backgroundColor + getComputedStyle(document.body).backgroundColor`,
    );
  expect(await scheme(page)).toBe('light');
  const light = await colour();
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');
  await expect(greeting(otherTab)).toBeVisible();
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitemradio', { name: 'Escuro' }).click();
  await expect.poll(() => scheme(page)).toBe('dark');
  await expect.poll(() => scheme(otherTab)).toBe('dark');
  expect(await colour()).not.toBe(light);
  await page.reload();
  await expect(greeting(page)).toBeVisible();
  expect(await scheme(page)).toBe('dark');
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(fields(page).email).toBeVisible();
  expect(await scheme(page)).toBe('dark');
});

test('without a choice the scheme is the system’s', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/signin');
  await expect(fields(page).email).toBeVisible();
  expect(await scheme(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => scheme(page)).toBe('light');
});

test('a band says that there is no network, and goes when it is back', async ({ page, context, admin }) => {
  await signIn(page, admin);
  await expect(greeting(page)).toBeVisible();
  const band = page.getByText('Você está sem conexão. O que aparece pode estar desatualizado.');
  await context.setOffline(true);
  await expect(band).toBeVisible();
  await expect(greeting(page), 'what was there stays').toBeVisible();
  await context.setOffline(false);
  await expect(band).toHaveCount(0);
});

test('from the sign-in to the rows of a report by the keyboard alone', async ({ page, reader, shelf }) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
  await page.goto('/signin');
  await expect(fields(page).email).toBeFocused();
  await page.keyboard.type(reader.email);
  await page.keyboard.press('Tab');
  await expect(fields(page).password).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const card = page.getByRole('main').getByRole('link', { name: 'Automóveis' }).first();
  await expect(card).toBeVisible();
  const isFocused = () => card.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let presses = 0; presses < 25 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(card).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visual(page, 'Modelos')).toContainText(/\d/);

  // The report's own pages are reached and walked by the keyboard too.
  await page.getByRole('tablist', { name: 'Páginas do relatório' }).getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(rowHeads(page, 'Modelos em detalhe')).not.toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const fits = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

  test('a bar at the bottom and a drawer stand for the menu', async ({ page, admin, shelf }) => {
    await shelf.publish({ name: 'Cinema' });
    await page.goto('/signin');
    await expect(fields(page).email).toBeVisible();
    expect(await fits(page), 'the sign-in page').toBe(true);
    await signIn(page, admin);
    const bar = page.getByRole('navigation', { name: 'Menu', exact: true });
    await expect(bar.getByRole('link', { name: 'Início' })).toHaveAttribute('aria-current', 'page');
    await expect(menu(page)).toHaveCount(0);
    for (const target of await bar.getByRole('link').all()) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);

    await bar.getByRole('link', { name: 'Relatórios', exact: true }).tap();
    await expect(page.getByRole('heading', { name: 'Relatórios', level: 1 })).toBeVisible();
    expect(await fits(page), 'a list').toBe(true);
    await bar.getByRole('button', { name: 'Menu' }).tap();
    const drawer = panel(page, 'Menu');
    await drawer.getByRole('button', { name: 'Abrir Mercado' }).tap();
    await drawer.getByRole('link', { name: 'Cinema' }).tap();
    await expect(drawer).toHaveCount(0);
    await expect(page).toHaveURL(/\/reports\/view$/);
    await expect(reportFrame(page).getByRole('group').first()).toBeVisible();
    expect(await fits(page), 'a report').toBe(true);
  });

  test('the report uses its phone layout, and its pages are in the bar', async ({ page, unit, admin, shelf, database }) => {
    const report = await shelf.publish({ name: 'Vendas da rede', data_rule: 'rls', grants: [{ to: 'unit', rls_roles: ['Tudo'] }] });
    await signIn(page, admin, { at: `/${report.id}/reports/view` });
    const first = reportFrame(page).getByRole('group', { name: /Faturamento no último mês/ });
    await expect(first).toContainText('R$');
    const box = await first.boundingBox();
    expect(box?.width, 'a visual as wide as the phone').toBeGreaterThan(300);
    await page.getByRole('button', { name: 'Próxima página' }).tap();
    await expect(page.getByRole('button', { name: 'Regiões e lojas' })).toBeVisible();
    const devices = () => database.rows(`select distinct device from report_page_view where tenant_id = $1`, [unit.id]);
    await expect.poll(devices).toEqual([{ device: 'phone' }]);
  });

  test('somebody signs out from the account menu', async ({ page, admin }) => {
    await signIn(page, admin);
    await page.getByRole('button', { name: /^Sua conta/ }).tap();
    await page.getByRole('menuitem', { name: 'Sair' }).tap();
    await expect(page).toHaveURL(`${origin}/signin`);
  });
});
