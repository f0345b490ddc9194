import { readFile } from 'node:fs/promises';
import { expect, test } from './support/journey.ts';
import { signIn } from './support/signIn.ts';

test('an administrator finds a change, sees what was and what is, and takes the list away', async ({ page, admin }) => {
  await signIn(page, admin, { at: '/signin?redirect=/setting' });
  await page.getByLabel('Duração da sessão', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Realizado com sucesso!' })).toBeVisible();

  await page.goto('/audit?object_type=tenant_setting');
  const change = page.getByRole('row').filter({ hasText: 'Configuração da unidade' }).first();
  await expect(change).toContainText('Alterou');
  await change.getByText('Alterou').click();
  const panel = page.getByRole('dialog', { name: 'Alterou · Configuração da unidade' });
  const hours = panel.getByRole('row', { name: /login_timeout/ });
  await expect(hours.getByRole('cell')).toHaveText(['vazio', '5']);
  await expect(panel.getByText('configuration.update')).toBeVisible();
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Alterou;Configuração da unidade');
  expect(file).toContain('login_timeout');
});

test('a reader has no audit log', async ({ page, reader }) => {
  await signIn(page, reader, { at: '/signin?redirect=/audit' });
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
});
