import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import type { Page } from '@playwright/test';
import type { Call } from '../harness/caller.ts';
import { chooseAction, panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

const at = { at: '/reports' };
const done = (page: Page) => page.getByRole('status').filter({ hasText: 'Grupo Vendas criado.' });

async function addGroups(call: Call, ...names: string[]): Promise<void> {
  for (const name of names) await call(reportGroups.add, { body: { name } });
}

test('the first group is added where the empty list says so, and renamed', async ({ page, admin, database, unit }) => {
  await signIn(page, admin, at);
  await expect(page.getByRole('heading', { name: 'Nenhum grupo ainda' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Novo grupo' }).last().click();
  const add = panel(page, 'Novo grupo');
  await expect(add.getByLabel('Nome')).toBeFocused();
  await add.getByRole('button', { name: 'Adicionar' }).click();
  await expect(add.getByText('Nome é obrigatório!')).toBeVisible();
  await add.getByLabel('Nome').fill('Vendas');
  await add.getByLabel('Descrição').fill('O que a rede vende');
  await add.getByRole('radio', { name: 'Loja' }).check();
  await add.getByRole('button', { name: 'Adicionar' }).click();
  await expect(row(page, 'Vendas')).toBeVisible();
  await expect(done(page)).toBeVisible();

  await chooseAction(page, 'Vendas', 'Editar');
  const edit = panel(page, 'Editar grupo');
  await edit.getByLabel('Nome').fill('Vendas e metas');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Vendas e metas')).toBeVisible();
  await expect(row(page, 'Vendas')).toHaveCount(0);
  const stored = await database.rows('select name, description, icon from report_group where tenant_id = $1', [unit.id]);
  expect(stored).toEqual([{ name: 'Vendas e metas', description: 'O que a rede vende', icon: 'store' }]);
});

test('groups are put in order by the keyboard alone', async ({ page, admin, callAs, database, unit }) => {
  await addGroups((await callAs(admin)).call, 'Alfa', 'Beta', 'Gama');
  await signIn(page, admin, at);
  await expect(row(page, 'Gama')).toBeVisible();
  await page.getByRole('button', { name: 'Organizar', exact: true }).focus();
  await page.keyboard.press('Enter');
  const order = panel(page, 'Organizar o menu');
  const items = order.getByRole('listitem');
  await expect(items).toHaveText([/Alfa/, /Beta/, /Gama/]);
  await order.getByRole('button', { name: 'Mover Gama' }).focus();
  // As fast as keys can follow: none is lost.
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Gama está na posição 1 de 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(items).toHaveText([/Gama/, /Alfa/, /Beta/]);
  await page.keyboard.press('Escape');
  await expect(order).toHaveCount(0);
  const names = page.getByRole('table', { name: 'Grupos de relatórios' }).locator('tbody tr td:first-child');
  await expect(names).toHaveText(['Gama', 'Alfa', 'Beta']);
  const stored = async () =>
    (await database.rows<{ name: string }>('select name from report_group where tenant_id = $1 order by position', [unit.id])).map(
      ({ name }) => name,
    );
  await expect.poll(stored).toEqual(['Gama', 'Alfa', 'Beta']);
});

test('rows are walked and opened by single keys', async ({ page, admin, callAs }) => {
  await addGroups((await callAs(admin)).call, 'Alfa', 'Beta');
  await signIn(page, admin, at);
  await expect(row(page, 'Beta')).toBeVisible();
  await page.keyboard.press('j');
  await expect(row(page, 'Alfa')).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(page, 'Beta')).toBeFocused();
  await page.keyboard.press('e');
  await expect(panel(page, 'Editar grupo').getByLabel('Nome')).toHaveValue('Beta');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Beta'), 'the focus comes back').toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Subgrupos de Alfa')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Buscar nesta lista' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(panel(page, 'Novo grupo')).toBeVisible();
});

test('subgroups are added, renamed and deleted beside the list', async ({ page, admin, callAs }) => {
  await addGroups((await callAs(admin)).call, 'Vendas');
  await signIn(page, admin, at);
  await row(page, 'Vendas').getByRole('button', { name: 'Vendas' }).click();
  const subgroups = panel(page, 'Subgrupos de Vendas');
  for (const name of ['Rede', 'Lojas']) {
    await subgroups.getByLabel('Novo subgrupo').fill(name);
    await page.keyboard.press('Enter');
    await expect(subgroups.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  }
  await subgroups.getByRole('button', { name: 'Renomear Lojas' }).click();
  await subgroups.getByLabel('Nome do subgrupo').fill('Lojas próprias');
  await page.keyboard.press('Enter');
  await expect(subgroups.getByRole('listitem').filter({ hasText: 'Lojas próprias' })).toBeVisible();

  await subgroups.getByRole('button', { name: 'Excluir Rede' }).click();
  const confirm = panel(page, 'Excluir “Rede”?');
  await confirm.getByLabel('Para confirmar, digite o nome abaixo:').fill('REDE');
  await confirm.getByRole('button', { name: 'Excluir' }).click();
  await expect(subgroups.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(row(page, 'Vendas').getByRole('cell', { name: '1', exact: true })).toBeVisible();
});

test('reports of a deleted group go where somebody says', async ({ page, admin, callAs, shelf, database }) => {
  const report = await shelf.publish({ name: 'Cinema' });
  await addGroups((await callAs(admin)).call, 'Arquivo');
  await signIn(page, admin, at);
  await chooseAction(page, 'Mercado', 'Excluir');
  const confirm = panel(page, 'Excluir “Mercado”?');
  await confirm.getByLabel('Para confirmar, digite o nome abaixo:').fill('MERCADO');
  await expect(confirm.getByRole('button', { name: 'Excluir' }), 'it is not said where the report goes').toBeDisabled();
  await confirm.getByLabel('Mover os relatórios para').click();
  await page.getByRole('option', { name: 'Arquivo' }).click();
  await confirm.getByRole('button', { name: 'Excluir' }).click();
  await expect(row(page, 'Mercado')).toHaveCount(0);
  const [place] = await database.rows(
    'select g.name from report r join report_group g on g.tenant_id = r.tenant_id and g.id = r.group_id where r.id = $1',
    [report.id],
  );
  expect(place).toEqual({ name: 'Arquivo' });
});
