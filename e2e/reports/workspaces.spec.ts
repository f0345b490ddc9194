/** Workspaces of Power BI: one is added, gets a member by keyboard, and is deleted by its typed name. */
import { randomBytes } from 'node:crypto';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import { openCaller } from '../harness/caller.ts';
import { objectPage, panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { localAccount } from '../harness/publishing.ts';
import { signIn } from '../harness/signIn.ts';

test('a workspace is added, opened, given a member, and deleted', async ({ page, admin }) => {
  const { call, close } = await openCaller(admin);
  await call(reportingAccounts.add, { body: { name: 'Conta principal', ...localAccount } });
  await close();
  const name = `Metas ${randomBytes(4).toString('hex')}`;
  await signIn(page, admin, { at: '/powerbi/workspace' });
  await page.getByRole('main').getByRole('button', { name: 'Novo workspace' }).first().click();
  const add = panel(page, 'Novo workspace');
  await add.getByLabel('Nome').fill(name);
  await page.keyboard.press('Enter');
  await row(page, name).getByRole('link', { name }).click();

  const opened = objectPage(page, name);
  await expect(opened.getByText('Este workspace não tem relatórios.')).toBeVisible();
  await opened.getByRole('tab', { name: 'Membros' }).click();
  await expect(opened.getByText('O acesso do próprio portal: não pode ser mudado daqui')).toBeVisible();
  await opened.getByLabel('E-mail').fill('ana@example.com');
  await page.keyboard.press('Enter');
  await expect(opened.getByRole('button', { name: 'Retirar ana@example.com' })).toBeVisible();

  await opened.getByRole('button', { name: 'Ações' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  const confirm = panel(page, `Excluir “${name}”?`);
  await expect(confirm.getByText('Nada no portal depende deste workspace.')).toBeVisible();
  await confirm.getByLabel('Para confirmar, digite o nome abaixo:').fill(name.toUpperCase().replaceAll(' ', '_'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Workspace ${name} excluído.`)).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});
