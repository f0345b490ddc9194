/** Litoral's people come in with the account of the company: to the directory in a window of its own, and back. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Page } from '@playwright/test';
import { siteOrigin } from '../harness/addresses.ts';
import { signInAtDirectory } from '../harness/directory.ts';
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { readKey } from '../harness/localKeys.ts';
import { signIn } from '../harness/signIn.ts';

const site = siteOrigin('litoral.localhost');
const portal = (page: Page) => page.locator('main#content');

/** Presses a button that opens the directory, and says there who it is. */
async function comeAs(page: Page, button: string, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button, exact: true }).click();
  const popup = await opened;
  await signInAtDirectory(popup, name);
  return popup;
}

test('somebody of the company comes in, and whoever is of another one does not', async ({ page, context }) => {
  await page.goto(`${site}/signin`);
  await comeAs(page, 'Entrar com a conta da empresa', 'Noemi Barreto');
  await expect(portal(page)).toBeVisible();
  expect(await readKey(page, 'bi:cache')).toMatchObject({ email: 'noemi@litoral.example', auth_type: 'saml' });

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site}/signin`);
  const popup = await comeAs(page, 'Entrar com a conta da empresa', 'Helena Prates');
  await expect(popup.getByRole('heading', { name: 'Não foi possível entrar' })).toBeVisible();
  await expect(popup).toHaveURL(/\/redirect$/);
  await expect(portal(page)).toBeHidden();
});

test('an administrator tests the app: what arrived, each check with its verdict, and nobody came in', async ({ page }) => {
  await signIn(page, demoPeople.litoral_admin, { at: '/azure/saml' });
  await page.getByRole('button', { name: 'Testar: Diretório da empresa' }).click();
  const shown = panel(page, 'Diretório da empresa');
  await comeAs(page, 'Iniciar o teste', 'Noemi Barreto');
  await expect(shown.getByRole('heading', { name: 'O que chegou' })).toBeVisible();
  await expect(shown.locator('[data-check]')).not.toHaveCount(0);
  await expect(shown.locator('[data-check]', { hasText: 'Errado' })).toHaveCount(0);
  await expect(shown.getByText('noemi@litoral.example').first()).toBeVisible();
  expect(await readKey(page, 'bi:cache')).toMatchObject({ email: demoPeople.litoral_admin.email });
});
