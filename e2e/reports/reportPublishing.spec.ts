import type { Page } from '@playwright/test';
import { backToList, chooseAction, objectPage, panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { rowHeads, signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const at = { at: '/management/report' };
const sales = 'Vendas da rede';

/** Registers a report in the unit's group, from the list to the assignments. */
async function register(page: Page, workspace: string, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Registrar relatórios' }).first().click();
  const steps = panel(page, 'Registrar relatórios');
  await expect(steps.getByText('Passo 1 de 3: Origem')).toBeVisible();
  await steps.getByRole('button', { name: workspace }).click();
  await expect(steps.getByText('Passo 2 de 3: Relatórios')).toBeVisible();
  await steps.getByRole('checkbox', { name, exact: true }).check();
  await steps.getByRole('button', { name: 'Continuar' }).click();
  await expect(steps.getByText('Passo 3 de 3: Lugar')).toBeVisible();
  await steps.getByRole('combobox', { name: 'Grupo', exact: true }).click();
  await page.getByRole('option', { name: 'Mercado' }).click();
  await steps.getByRole('button', { name: 'Registrar 1 relatório' }).click();
}

test('a report is registered from a workspace and assigned with a role; the reader sees those rows alone', async ({
  page,
  browser,
  admin,
  unit,
  shelf,
}) => {
  const north = await unit.person('Norberto Dias', 'user');
  expect(shelf.group_id).not.toBe('');
  await signIn(page, admin, at);
  await expect(page.getByRole('heading', { name: 'Nenhum relatório registrado' })).toBeVisible();
  await register(page, 'Varejo Horizonte', sales);
  await expect(page.getByText('1 relatório registrado. Agora diga quem pode vê-lo.')).toBeVisible();
  await expect(page.getByText(/tem segurança em nível de linha no Power BI/)).toBeVisible();

  // The model demands row-level security, so the report has it as its rule.
  const report = objectPage(page, sales);
  await report.getByRole('tab', { name: 'Configuração' }).click();
  await expect(report.getByRole('radio', { name: /^Segurança em nível de linha/ })).toBeChecked();
  await report.getByRole('tab', { name: 'Acesso' }).click();
  await expect(report.getByText('Cada usuário recebe do Power BI só as linhas que a função permite.')).toBeVisible();

  await report.getByRole('combobox', { name: 'Usuários, grupos ou toda a unidade' }).fill('norb');
  await expect(report.getByRole('option', { name: /Norberto Dias/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await report.getByRole('checkbox', { name: /^Região Norte/ }).check();
  await report.getByRole('button', { name: 'Dar acesso' }).click();
  const given = report.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Editar o acesso de Norberto Dias' }) });
  await expect(given).toContainText('Região Norte');

  const second = await browser.newPage();
  await signIn(second, north);
  await second.getByRole('main').getByRole('link', { name: sales }).first().click();
  await expect(rowHeads(second, 'Faturamento por região')).toHaveText(['Norte']);

  // Taking it back closes it.
  await report.getByRole('button', { name: 'Remover o acesso de Norberto Dias' }).click();
  await page.getByRole('dialog', { name: 'Remover acesso' }).getByRole('button', { name: 'Remover' }).click();
  await expect(report.getByText(/^Ninguém tem acesso a este relatório ainda/)).toBeVisible();
  await second.reload();
  await expect(second.getByRole('heading', { name: 'Este relatório não está disponível para você', level: 2 })).toBeVisible();
  await second.close();
});

test('several reports are registered at once, and those that are there already are marked', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Cinema' });
  await signIn(page, admin, at);
  await expect(row(page, 'Cinema')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Registrar relatórios' }).click();
  const steps = panel(page, 'Registrar relatórios');
  await steps.getByRole('button', { name: 'Dados públicos' }).click();
  await expect(steps.getByRole('checkbox', { name: 'Cinema' })).toBeDisabled();
  await expect(steps.getByText('Já registrado')).toBeVisible();
  await steps.getByRole('checkbox', { name: 'Clima de Seattle' }).check();
  await steps.getByRole('checkbox', { name: 'Voos nos Estados Unidos' }).check();
  await expect(steps.getByText('2 escolhidos')).toBeVisible();
  await steps.getByRole('button', { name: 'Continuar' }).click();
  await steps.getByRole('combobox', { name: 'Grupo', exact: true }).click();
  await page.getByRole('option', { name: 'Mercado' }).click();
  await steps.getByLabel('Título de Clima de Seattle').fill('Cinema');
  await steps.getByRole('button', { name: 'Registrar 2 relatórios' }).click();

  // One title is taken: the other one is registered, this one may be corrected.
  await expect(page.getByText('1 relatório registrado.')).toBeVisible();
  await expect(steps.getByLabel('Título de Clima de Seattle')).toHaveAttribute('aria-invalid', 'true');
  await steps.getByLabel('Título de Clima de Seattle').fill('Clima');
  await steps.getByRole('button', { name: 'Registrar 1 relatório' }).click();
  await expect(objectPage(page, 'Clima')).toBeVisible();
  await backToList(page);
  await expect(row(page, 'Clima')).toBeVisible();
  await expect(row(page, 'Voos nos Estados Unidos')).toBeVisible();
});

test('a hidden report opens for nobody and comes back with its assignments', async ({ page, browser, admin, reader, shelf }) => {
  const report = await shelf.publish({ name: 'Cinema' });
  await signIn(page, admin, at);
  await chooseAction(page, 'Cinema', 'Configuração');
  const settings = objectPage(page, 'Cinema');
  await settings.getByLabel('Publicado').press('Space');
  await settings.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(settings.locator('header').getByText('Oculto')).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, reader, signinTo(report));
  await expect(second.getByRole('heading', { name: 'Este relatório não está disponível para você', level: 2 })).toBeVisible();
  await settings.getByLabel('Publicado').press('Space');
  await settings.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(settings.locator('header').getByText('Publicado')).toBeVisible();
  await second.reload();
  await expect(second.getByRole('toolbar', { name: 'Ações do relatório' })).toBeVisible();
  await second.close();
});

test('a report is removed from the portal by its name', async ({ page, admin, shelf, database }) => {
  const report = await shelf.publish({ name: 'Cinema' });
  await signIn(page, admin, at);
  await chooseAction(page, 'Cinema', 'Excluir');
  const confirm = panel(page, 'Excluir “Cinema”?');
  await expect(confirm.getByText('O relatório continua no Power BI.')).toBeVisible();
  await confirm.getByLabel('Para confirmar, digite o nome abaixo:').fill('CINEMA');
  await confirm.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('heading', { name: 'Nenhum relatório registrado' })).toBeVisible();
  expect(await database.rows('select 1 from report_grant where report_id = $1', [report.id])).toEqual([]);
});
