import { demoPeople } from '@vitrine/api/demo/people.ts';
import { readFile } from 'node:fs/promises';
import { setState } from '@vitrine/contract/features/users.ts';
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

test('who was blocked is read in the list, and found there by name', async ({ page, admin, reader, callAs }) => {
  const { call } = await callAs(admin);
  await call(setState, { params: { id: reader.membership_id }, body: { state: 'B' } });
  await signIn(page, admin, { at: '/signin?redirect=/audit' });
  await page.getByRole('searchbox').fill(reader.name);
  const line = page.getByRole('row').filter({ hasText: 'Mudou a situação' });
  await expect(line).toContainText(reader.name);
  await line.getByText('Mudou a situação').click();
  await expect(page.getByRole('dialog').getByText(`Usuário: ${reader.name}`)).toBeVisible();
});

test('a partner sees what its people do above the units', async ({ page }) => {
  await signIn(page, demoPeople.parceiro, { at: '/signin?redirect=/audit' });
  await page.getByRole('tab', { name: 'Do parceiro' }).click();
  await expect(page).toHaveURL(/level=partner/);
  const own = page.getByRole('row').filter({ hasText: demoPeople.parceiro.name });
  await expect(own.filter({ hasText: 'Entrou' }).first()).toBeVisible();
  await page.getByRole('searchbox').fill('padrões');
  await expect(page.getByRole('tab', { name: 'Do parceiro', selected: true })).toBeVisible();
});

test('a reader has no audit log', async ({ page, reader }) => {
  await signIn(page, reader, { at: '/signin?redirect=/audit' });
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
});
