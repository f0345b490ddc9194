import type { Page } from '@playwright/test';
import { origin } from './support/addresses.ts';
import { expect, test } from './support/journey.ts';
import { signIn } from './support/signIn.ts';

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
  await page.route('**/*', (route) => route.abort());
  await groups(page).click();
  await expect(unreachable(page)).toBeVisible();
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
