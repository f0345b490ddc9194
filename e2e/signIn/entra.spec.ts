import type { Page } from '@playwright/test';
import { siteOrigin } from '../harness/addresses.ts';
import { signInAtDirectory } from '../harness/directory.ts';
import { expect, test } from '../harness/journey.ts';
import { readKey } from '../harness/localKeys.ts';

const site = siteOrigin('serra.localhost');
const button = (page: Page) => page.getByRole('button', { name: 'Entrar com a Microsoft' });
const portal = (page: Page) => page.locator('main#content');

/** Presses the button and says at Microsoft who it is. */
async function comeAs(page: Page, name: string): Promise<void> {
  await page.goto(`${site}/signin`);
  const opened = page.waitForEvent('popup');
  await button(page).click();
  const popup = await opened;
  await signInAtDirectory(popup, name);
}

test('somebody of the directory who has no account gets one with the first sign-in', async ({ page }) => {
  await comeAs(page, 'Helena Prates');
  await expect(portal(page)).toBeVisible();
  expect(await readKey(page, 'bi:cache')).toMatchObject({ email: 'helena@serra.example', auth_type: 'azure' });
  expect(await readKey(page, 'bi:azure_sso')).toBeNull();
});

test('somebody who was invited comes in as who they are', async ({ page }) => {
  await comeAs(page, 'Tiago Duarte');
  await expect(portal(page)).toBeVisible();
  expect(await readKey(page, 'bi:cache')).toMatchObject({ email: 'tiago@serra.example', auth_type: 'azure' });
});

test('somebody for whom the directory does not vouch is refused with whom to ask', async ({ page }) => {
  await comeAs(page, 'Caio Brandão');
  await expect(page.locator('[data-refusal="error_azure_not_companies"]')).toBeVisible();
  await expect(portal(page)).toBeHidden();
});

test('where pop-ups are blocked it goes on in the same window, to the page that was wanted', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { open: () => null }));
  await page.goto(`${site}/signin?redirect=${encodeURIComponent('/faq')}`);
  await button(page).click();
  await signInAtDirectory(page, 'Helena Prates');
  await page.waitForURL(`${site}/faq`);
  await expect(portal(page)).toBeVisible();
});

test('the page for blocked windows goes on in this window', async ({ page }) => {
  await page.goto(`${site}/popup_blocked`);
  await page.getByRole('button', { name: 'Continuar nesta janela' }).click();
  await signInAtDirectory(page, 'Marta Quevedo');
  await expect(page.getByRole('heading', { name: 'Não foi possível entrar' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});
