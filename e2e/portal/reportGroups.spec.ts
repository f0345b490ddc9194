import * as reportGroups from '@vitrine/contract/features/reportGroups.ts';
import type { Page } from '@playwright/test';
import type { Call } from './support/caller.ts';
import { chooseAction, panel, row } from './support/grid.ts';
import { expect, test } from './support/journey.ts';
import { signIn } from './support/signIn.ts';

const at = { at: '/signin?redirect=/reports' };
const done = (page: Page) => page.getByRole('status').filter({ hasText: 'Realizado com sucesso!' });

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

test('a name that is taken is refused at its field, and nothing typed is lost', async ({ page, admin, callAs }) => {
  await addGroups((await callAs(admin)).call, 'Vendas');
  await signIn(page, admin, { at: '/signin?redirect=%2Freports%3Fedit%3Dnew' });
  const add = panel(page, 'Novo grupo');
  await add.getByLabel('Nome').fill('VENDAS');
  await page.keyboard.press('Enter');
  await expect(add.getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true');
  await expect(add.getByLabel('Nome')).toHaveValue('VENDAS');

  // Leaving with changes asks first.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Não', exact: true }).click();
  await expect(add.getByLabel('Nome')).toHaveValue('VENDAS');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sim' }).click();
  await expect(add).toHaveCount(0);
});

test('what somebody else saved meanwhile is not overwritten', async ({ page, admin, callAs, database, unit }) => {
  await addGroups((await callAs(admin)).call, 'Vendas');
  await signIn(page, admin, at);
  await chooseAction(page, 'Vendas', 'Editar');
  await database.rows(`update report_group set description = 'De outra pessoa', version = version + 1 where tenant_id = $1`, [unit.id]);
  await panel(page, 'Editar grupo').getByLabel('Nome').fill('Outro nome');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Outra pessoa alterou este registro.' })).toBeVisible();
  expect(await database.rows('select name, description from report_group where tenant_id = $1', [unit.id])).toEqual([
    { name: 'Vendas', description: 'De outra pessoa' },
  ]);
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
  // Each step is said before the next one is made.
  await page.keyboard.press('Space');
  await expect(page.getByText('Gama está na posição 3 de 3.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Gama está na posição 2 de 3.')).toBeAttached();
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

test('a group is deleted only when its name is typed in capitals', async ({ page, admin, callAs, database, unit }) => {
  await addGroups((await callAs(admin)).call, 'Vendas São Paulo');
  await signIn(page, admin, at);
  await chooseAction(page, 'Vendas São Paulo', 'Excluir');
  const confirm = panel(page, 'Excluir “Vendas São Paulo”?');
  const remove = confirm.getByRole('button', { name: 'Excluir' });
  const box = confirm.getByLabel('Para confirmar, digite o nome abaixo:');
  await expect(confirm.getByText('Todos os dados vinculados serão apagados.')).toBeVisible();
  await expect(confirm.getByText('VENDAS_SÃO_PAULO')).toBeVisible();
  await expect(remove).toBeDisabled();
  await box.fill('VENDAS_SAO_PAULO');
  await expect(remove).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(confirm).toBeVisible();
  await box.fill('VENDAS_SÃO_PAULO');
  await expect(remove).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nenhum grupo ainda' })).toBeVisible();
  expect(await database.rows('select 1 from report_group where tenant_id = $1', [unit.id])).toEqual([]);
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

test('a reader has no such screen, whatever address is typed', async ({ page, reader }) => {
  await signIn(page, reader, at);
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('link', { name: 'Grupos de relatórios' })).toHaveCount(0);
});

test('an address names a group that stands on another page of the list; one that is gone is told as such', async ({
  page,
  admin,
  callAs,
}) => {
  const { call } = await callAs(admin);
  await addGroups(call, ...Array.from({ length: 12 }, (_, index) => `Grupo ${String(index + 1).padStart(2, '0')}`));
  const { data } = await call(reportGroups.list, { query: { per_page: 100 } });
  const last = data.find(({ name }) => name === 'Grupo 12')?.id ?? '';
  await signIn(page, admin, { at: `/signin?redirect=${encodeURIComponent(`/reports?per_page=10&edit=${last}`)}` });
  const edit = panel(page, 'Editar grupo');
  await expect(edit.getByLabel('Nome')).toHaveValue('Grupo 12');
  await expect(row(page, 'Grupo 12')).toHaveCount(0);
  await edit.getByLabel('Nome').fill('Zeladoria');
  await page.keyboard.press('Enter');
  await expect(done(page)).toBeVisible();
  await expect(edit).toHaveCount(0);
  expect((await call(reportGroups.get, { params: { id: last } })).name).toBe('Zeladoria');

  await call(reportGroups.remove, { params: { id: last }, query: {} });
  await page.goto(`/reports?per_page=10&edit=${last}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Este grupo não existe!' })).toBeVisible();
  await expect(edit).toHaveCount(0);
});
