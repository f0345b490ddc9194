import type { Page } from '@playwright/test';
import { origin } from '../harness/addresses.ts';
import { settled } from '../harness/settled.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

const groups = (page: Page) => page.getByRole('link', { name: 'Grupos de relatórios' });
// An empty list says it a second time, in its middle.
const newGroup = (page: Page) => page.getByRole('button', { name: 'Novo grupo' }).first();
const unreachable = (page: Page) => page.getByRole('heading', { name: 'Não foi possível falar com o servidor.' });

test.beforeEach(async ({ page, admin }) => {
  await signIn(page, admin);
  await expect(page.getByRole('heading', { name: /Alice/ })).toBeVisible();
});

test('a screen that cannot be fetched leaves the shell standing, and comes by itself when the line is back', async ({ page, context }) => {
  await context.setOffline(true);
  await groups(page).click();
  await expect(unreachable(page)).toBeVisible();
  await expect(page.getByText('Você está sem conexão.')).toBeVisible();
  await context.setOffline(false);
  await expect(newGroup(page)).toBeVisible();
  await expect(page).toHaveURL(`${origin}/reports`);
});

test('what a server that was away did not send is asked for again, and never shown as keys', async ({ page }) => {
  await settled(page);
  await page.route('**/*', (route) => route.abort());
  await groups(page).click();
  await expect(unreachable(page)).toBeVisible();
  // A call that still waits for its turn would bring the screen before anybody asks.
  await settled(page);
  await page.unroute('**/*');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(newGroup(page)).toBeVisible();
});

test('a language that cannot be fetched changes nothing', async ({ page, context }) => {
  await page.getByRole('button', { name: /^Sua conta/ }).click();
  const spanish = page.getByRole('menuitemradio', { name: /Español/ });
  await expect(spanish).toBeVisible();
  await context.setOffline(true);
  await spanish.click();
  await expect(page.getByText('Não foi possível falar com o servidor.').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(groups(page)).toBeVisible();
});

test('a menu that cannot be fetched does everything without its comforts, and comes at the next try', async ({ page }) => {
  await settled(page);
  await page.route(/\/assets\/menuPopup-.*\.js$/, (route) => route.abort());
  const account = page.getByRole('button', { name: /^Sua conta/ });
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(groups(page)).toBeVisible();

  await page.unroute(/\/assets\/menuPopup-.*\.js$/);
  await account.click();
  // The whole menu marks what is chosen.
  await expect(page.getByRole('menuitemradio', { name: /Português \(Brasil\)/ }).locator('svg')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page).toHaveURL(`${origin}/signin`);
});

test('after a deployment the new version is offered, and the page stays until somebody takes it', async ({ page }) => {
  await settled(page);
  await page.evaluate(() => (document.body.dataset['open'] = 'since before'));
  const before = page.locator('body[data-open]');
  await page.route(/\/assets\/shortcutsDialog-.*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.route(`${origin}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-next.js') });
  });
  await page.keyboard.press('?');
  await expect(page.getByText('Há uma nova versão do portal.')).toBeVisible();
  await expect(before).toBeAttached();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(before).not.toBeAttached();
  await expect(groups(page)).toBeVisible();
  await expect(page.getByText('Há uma nova versão do portal.')).toHaveCount(0);
});
