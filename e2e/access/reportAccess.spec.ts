import * as customFields from '@vitrine/contract/people/customFields.ts';
import { bulkAdd } from '@vitrine/contract/access/reportAccess.ts';
import { readFile } from 'node:fs/promises';
import { objectPage, panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { reportPath, signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const sales = 'Vendas da rede';
const at = { at: '/management/report' };

test('the access screen says why somebody sees a report, shows it as they see it, and takes them off', async ({
  page,
  browser,
  admin,
  reader,
  shelf,
  database,
}) => {
  const report = await shelf.publish({ name: sales, data_rule: 'rls', grants: [{ to: 'unit', rls_roles: ['Região Norte'] }] });
  await signIn(page, admin, at);
  await row(page, sales).click();
  const access = objectPage(page, sales);
  await access.getByRole('combobox', { name: 'Verificar uma pessoa' }).fill('celia');
  await expect(access.getByRole('option', { name: /Célia Prates/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const why = access.getByRole('region', { name: /Por que esta pessoa/ });
  await expect(why.getByText('Vê este relatório agora')).toBeVisible();
  await expect(why.getByText('As linhas vêm da atribuição à unidade.')).toBeVisible();
  await expect(why).toContainText(`Região Norte como ${reader.email}`);

  await why.getByRole('button', { name: 'Abrir como esta pessoa vê' }).click();
  const simulation = page.getByRole('dialog', { name: /Você vê este relatório como Célia Prates/ });
  await expect(simulation.getByRole('status')).toContainText('registrado com os dois nomes');
  const heads = simulation
    .frameLocator('iframe')
    .getByRole('group', { name: /Faturamento por região/ })
    .locator('tbody tr > :first-child');
  await expect(heads.or(simulation.frameLocator('iframe').locator('tbody tr > :first-child')).first()).toBeAttached();
  const lines = await database.rows<{ person_id: string; actor_id: string }>(
    `select person_id, actor_id from audit_log where action = 'report.open_as' and object_id = $1`,
    [report.id],
  );
  expect(lines).toEqual([{ person_id: reader.id, actor_id: admin.id }]);
  await page.keyboard.press('Escape');
  await expect(simulation).toBeHidden();

  await why.getByRole('button', { name: 'Retirar do relatório' }).click();
  await page
    .getByRole('dialog', { name: /Retirar Célia Prates/ })
    .getByRole('button', { name: 'Retirar do relatório' })
    .click();
  await expect(why.getByText('Não vê este relatório')).toBeVisible();
  await expect(why.getByText(/foi retirada deste relatório/)).toBeVisible();
  await expect(access.getByRole('heading', { name: 'Retiradas do relatório' })).toBeVisible();
  const second = await browser.newPage();
  await signIn(second, reader, signinTo(report));
  await expect(second.getByRole('heading', { name: 'Este relatório não está disponível para você', level: 2 })).toBeVisible();

  await access.getByRole('button', { name: 'Devolver o acesso Célia Prates' }).click();
  await expect(access.getByRole('heading', { name: 'Retiradas do relatório' })).toBeHidden();
  await second.goto(reportPath(report));
  await expect(second.getByRole('toolbar', { name: 'Ações do relatório' })).toBeVisible();
  await second.close();
});

test('many reports are assigned at once, and the audit tells what came of it', async ({ page, admin, unit, shelf }) => {
  await unit.person('Norberto Dias', 'user');
  for (const name of ['Cinema', 'Clima de Seattle']) await shelf.publish({ name, grants: [] });
  await signIn(page, admin, at);
  await page.getByRole('checkbox', { name: 'Selecionar esta página' }).check();
  await page.getByRole('button', { name: 'Atribuir em massa' }).click();
  const bulk = panel(page, 'Atribuir em massa');
  await expect(bulk.getByText('2 relatórios')).toBeVisible();
  await bulk.getByRole('button', { name: 'Atribuir em massa' }).click();
  await expect(bulk.getByText('Escolha pelo menos uma pessoa')).toBeVisible();
  await bulk.getByRole('combobox', { name: 'Para quem' }).fill('norb');
  await expect(bulk.getByRole('option', { name: /Norberto Dias/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await bulk.getByRole('button', { name: 'Atribuir em massa' }).click();
  await expect(page.getByText('2 atribuições feitas, 0 já existiam.')).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Auditoria de permissões' }).click();
  await page.getByRole('searchbox').or(page.getByLabel('Buscar nesta lista')).first().fill('norberto');
  await expect(page.getByRole('row').filter({ hasText: 'Norberto Dias' })).toHaveCount(2);
  await page.getByRole('row').filter({ hasText: 'Norberto Dias' }).filter({ hasText: 'Cinema' }).click();
  await expect(panel(page, 'Cinema').getByText('Atribuído à própria pessoa.')).toBeVisible();

  // One report alone, from its row; what is taken away is what is seen.
  await page.keyboard.press('Escape');
  await page.getByLabel('Buscar nesta lista').fill('');
  // A row is asked only when the list that was searched has made way for the whole one.
  await expect(page.getByRole('row').filter({ hasText: 'Alice Prado' })).not.toHaveCount(0);
  await page
    .getByRole('row')
    .filter({ hasText: 'Norberto Dias' })
    .filter({ hasText: 'Cinema' })
    .getByRole('button', { name: 'Ações' })
    .click();
  await page.getByRole('menuitem', { name: 'Só este relatório' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Clima de Seattle' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Alice Prado' })).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Norberto Dias;Cinema;Pessoa;Vê;Todas as linhas');
  expect(file).not.toContain('Clima de Seattle');
});

test('an assignment offers roles and variables, and says at once what would open for nobody', async ({
  page,
  admin,
  reader,
  shelf,
  callAs,
}) => {
  const { call } = await callAs(admin);
  await call(customFields.add, { body: { name: 'Região de venda', type: 'text' } });
  await shelf.publish({ name: sales, data_rule: 'rls', grants: [{ to: 'unit', rls_roles: ['Região Norte'] }] });
  await signIn(page, admin, at);
  await row(page, sales).click();
  const access = objectPage(page, sales);
  await access.getByRole('combobox', { name: 'Atribuir a' }).fill('celia');
  await expect(access.getByRole('option', { name: /Célia Prates/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await access.getByLabel('Funções do modelo').click();
  await page.getByRole('option', { name: 'Região Norte' }).click();
  await access.getByLabel('Nome que o modelo vê').fill('{{field.regiao}}');
  await access.getByLabel('Último dia').fill('2020-01-31');
  const assign = access.getByRole('button', { name: 'Atribuir', exact: true });
  await assign.click();
  await expect(access.getByText('O campo Último dia está no passado.')).toBeVisible();
  await access.getByLabel('Último dia').fill('');
  await assign.click();
  await expect(access.getByText(/cita {{field.regiao}}, que não é um campo personalizado/)).toBeVisible();
  await access.getByLabel('Nome que o modelo vê').fill('{{field');
  await page.getByRole('option', { name: '{{field.regiao_de_venda}}' }).click();
  await assign.click();
  await expect(access.getByRole('listitem').filter({ hasText: reader.name })).toContainText('como {{field.regiao_de_venda}}');
});

test('a reader asks for no assignments', async ({ reader, callAs, shelf }) => {
  const report = await shelf.publish({ name: 'Cinema' });
  const { call } = await callAs(reader);
  await expect(call(bulkAdd, { body: { report_ids: [report.id], receivers: [{ to: 'unit', to_id: null }] } })).rejects.toThrow(/403/);
});
