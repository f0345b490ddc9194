import type { Page } from '@playwright/test';
import { origin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn, signInByForm } from '../harness/signIn.ts';

const at = { at: '/setting' };
const save = (page: Page) => page.getByRole('button', { name: 'Salvar alterações' });
const done = (page: Page) => page.getByRole('status').filter({ hasText: 'Realizado com sucesso!' });

test('an administrator sets where people begin, and they begin there', async ({ page, browser, admin, reader }) => {
  await signIn(page, admin, at);
  await expect(page.getByRole('heading', { name: 'Configuração da unidade' })).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByRole('combobox', { name: 'Página inicial' }).click();
  await page.getByRole('option', { name: 'Todos os relatórios' }).click();
  await expect(page.getByText('Há alterações não salvas')).toBeVisible();
  await save(page).click();
  await expect(done(page)).toBeVisible();

  const second = await browser.newPage();
  await signInByForm(second, reader);
  await expect(second).toHaveURL(`${origin}/all/reports`);
  await second.close();
});
