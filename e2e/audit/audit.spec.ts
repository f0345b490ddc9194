import { readFile } from 'node:fs/promises';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an administrator finds a change, sees what was and what is, and takes the list away', async ({ page, admin }) => {
  await signIn(page, admin, { at: '/setting' });
  await page.getByLabel('Duração da sessão', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Configurações salvas' })).toBeVisible();

  await page.goto('/audit?object_type=tenant_setting');
  const change = page.getByRole('row').filter({ hasText: 'Configuração da unidade' }).first();
  await expect(change).toContainText('Alterou');
  await change.getByText('Alterou').click();
  const panel = page.getByRole('dialog', { name: 'Alterou · Configuração da unidade' });
  const hours = panel.getByRole('row', { name: /Duração da sessão/ });
  await expect(hours.getByRole('cell')).toHaveText(['vazio', '5']);
  await expect(panel.getByText('configuration.update')).toBeHidden();
  await panel.getByText('Detalhes técnicos').click();
  await expect(panel.getByText('configuration.update')).toBeVisible();
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Alterou;Configuração da unidade');
  expect(file).toContain('Duração da sessão: vazio → 5');
});
