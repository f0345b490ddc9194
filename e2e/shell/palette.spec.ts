import type { Page } from '@playwright/test';
import { search } from '@vitrine/contract/reading/search.ts';
import { origin } from '../harness/addresses.ts';
import { objectPage, panel } from '../harness/grid.ts';
import { violations } from '../harness/inspection.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

const health = 'Saúde e renda no mundo';
const climate = 'Clima de Seattle';
const field = (page: Page) => page.getByRole('combobox', { name: 'Buscar ou executar…' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const greeting = (page: Page) => page.getByRole('heading', { name: /(Bom dia|Boa tarde|Boa noite), Alice/ });

test('Ctrl K finds a report without its accents, and remembers what was chosen', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: health });
  await signIn(page, admin);
  await expect(greeting(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('saude renda');
  await expect(page.getByRole('group', { name: 'Relatórios', exact: true }).getByRole('option', { name: health })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/reports\/view$/);
  await expect(page.getByRole('heading', { name: health, level: 1 })).toBeAttached();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first(), 'the last choice comes first').toContainText(health);
  await page.keyboard.type('xyzw');
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await field(page).fill('grupos de rel');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/reports`);
});

test('no key is lost from the first Ctrl K on, and Enter waits for what was meant', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: health });
  await signIn(page, admin);
  await expect(greeting(page)).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${search.path}?*`, async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('saude');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('saude');
  release();
  await expect(page).toHaveURL(/\/reports\/view$/);
});

test('Escape leaves the palette where somebody was', async ({ page, admin }) => {
  await signIn(page, admin);
  const link = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Relatórios', exact: true });
  await link.focus();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('it finds people and does what screens begin with, by the keyboard alone', async ({ page, admin }) => {
  await signIn(page, admin);
  await expect(greeting(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('alice');
  await expect(option(page, new RegExp(admin.email))).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}$/);
  await expect(objectPage(page, admin.name)).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('novo grupo de usuarios');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/group_users?group=new`);
  await expect(panel(page, 'Novo grupo')).toBeVisible();
});

test('it opens a report at one of its pages, goes to another one, and offers what the report can do', async ({ page, admin, shelf }) => {
  const report = await shelf.publish({ name: climate });
  await signIn(page, admin);
  await expect(greeting(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('chuva');
  const rain = page
    .getByRole('group', { name: 'Páginas de relatórios' })
    .getByRole('option', { name: new RegExp(`Chuva e vento.*${report.title}`) });
  await expect(async () => {
    // The pages are listed by a job.
    await field(page).fill('chuva e');
    await field(page).fill('chuva');
    await expect(rain).toBeVisible({ timeout: 2000 });
  }).toPass();
  await rain.click();
  await expect(page).toHaveURL(/\/reports\/view\?page=chuva_e_vento$/);
  const chosen = (title: string) => page.getByRole('tab', { name: title, selected: true });
  await expect(chosen('Chuva e vento')).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('visao geral');
  await option(page, new RegExp(`Visão geral.*${report.title}`)).click();
  await expect(chosen('Visão geral')).toBeVisible();
  await expect(page).toHaveURL(/\?page=visao_geral$/);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Nesta página' }).getByRole('option').first()).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await field(page).fill('relatar um problema');
  await expect(page.getByRole('group', { name: 'Nesta página' }).getByRole('option', { name: 'Relatar um problema' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Relatar um problema' })).toBeVisible();
});
