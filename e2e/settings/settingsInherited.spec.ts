import type { Page } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { signIn, signInByForm } from '../harness/signIn.ts';

const at = { at: '/setting?section=welcome' };
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Configurações salvas' })).toBeVisible();
};

test('the welcome of a unit is looked at beforehand, and greets everybody once', async ({ page, browser, admin, reader }) => {
  const text = 'Os números do mês já estão no portal.';
  await signIn(page, admin, at);
  await page.getByLabel('Português (Brasil)').fill(text);
  await page.getByRole('button', { name: 'Ver em Português (Brasil)' }).click();
  const welcome = page.getByRole('dialog', { name: 'Bem-vindo' });
  await expect(welcome.getByText(text)).toBeVisible();
  await welcome.getByRole('button', { name: 'Continuar' }).click();
  await save(page);

  const second = await browser.newPage();
  await signInByForm(second, reader);
  const greeting = second.getByRole('dialog', { name: 'Bem-vindo' });
  await expect(greeting.getByText(text)).toBeVisible();
  await greeting.getByRole('button', { name: 'Continuar' }).click();
  await expect(greeting).toHaveCount(0);
  await second.close();
});
