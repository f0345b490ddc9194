import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Page } from '@playwright/test';
import { reportingOrigin, siteOrigin } from '../harness/addresses.ts';
import { signInAtDirectory } from '../harness/directory.ts';
import { expect, test } from '../harness/journey.ts';
import { readKey } from '../harness/localKeys.ts';
import { signInByForm } from '../harness/signIn.ts';

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

test('somebody of the directory who has no account gets one with the first sign-in, and what the group of the directory gives', async ({
  page,
}) => {
  await comeAs(page, 'Helena Prates');
  await expect(portal(page)).toBeVisible();
  expect(await readKey(page, 'bi:cache')).toMatchObject({ email: 'helena@serra.example', auth_type: 'azure' });
  expect(await readKey(page, 'bi:azure_sso')).toBeNull();
  await expect(page.getByText('Frota parada').first()).toBeVisible();
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

test('somebody who is invited links the account in their own, and gives it up again', async ({ page, database }) => {
  await database.rows('delete from entra_identity i using membership m where m.id = i.membership_id and m.person_id = $1', [
    demoPeople.serra_admin.id,
  ]);
  await database.rows(
    `insert into entra_identity (tenant_id, membership_id, entra_directory_id)
     select m.tenant_id, m.id, d.id from membership m join entra_directory d on d.tenant_id = m.tenant_id where m.person_id = $1`,
    [demoPeople.serra_admin.id],
  );
  await signInByForm(page, demoPeople.serra_admin, { at: `${site}/signin?redirect=${encodeURIComponent('/account?section=security')}` });
  const card = page.getByRole('region', { name: 'Contas da empresa' });
  await card.getByRole('button', { name: 'Vincular', exact: true }).click();
  // Her name stands on the portal's page too.
  await page.waitForURL((url) => url.origin === reportingOrigin);
  await signInAtDirectory(page, 'Sofia Serrano');
  await expect(page.getByText('Conta da empresa vinculada.')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?section=security');
  await card.getByRole('button', { name: 'Desvincular' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sim' }).click();
  await expect(page.getByText('Conta Serra no Microsoft Entra desvinculada.')).toBeVisible();
  await expect(card).toBeHidden();
});
