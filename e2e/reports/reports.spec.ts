import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import { backToList, chooseAction, objectPage, panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const at = { at: '/management/report' };
const html = (text: string) => `<!doctype html>\n<html><body>\n<h1 style="color: #b8324f">${text}</h1>\n</body></html>`;
const file = (name: string, content: string) => ({ name, mimeType: 'text/html', buffer: Buffer.from(content) });

test('a page of HTML is refused with its lines, mended, published and read in a frame that may do nothing', async ({
  page,
  browser,
  admin,
  reader,
  shelf,
}) => {
  expect(shelf.group_id).not.toBe('');
  await signIn(page, admin, at);
  await page.getByRole('main').getByRole('button', { name: 'Adicionar outro tipo' }).first().click();
  await page.getByRole('menuitem', { name: 'Página HTML' }).click();
  const add = panel(page, 'Página HTML');
  const input = add.getByLabel('Arquivo HTML');
  await input.setInputFiles(file('Metas.html', `${html('Metas')}\n<script>document.title = 'x'</script>\n<p onclick="x()">a</p>`));
  await expect(add.getByText('A página não pode ser publicada: corrija 2 trechos.')).toBeVisible();
  await expect(add.getByText('Linha 5')).toBeVisible();
  await expect(add.getByText('Script: a página não executa código.')).toBeVisible();
  await input.setInputFiles(file('Metas.html', html('Metas de 2026')));
  await expect(add.getByText(/^Metas\.html · /)).toBeVisible();
  await expect(add.getByLabel('Título')).toHaveValue('Metas');
  await add.getByRole('combobox', { name: 'Grupo', exact: true }).click();
  await page.getByRole('option', { name: 'Mercado' }).click();
  await add.getByRole('button', { name: 'Adicionar', exact: true }).click();
  const report = objectPage(page, 'Metas');
  await report.getByRole('combobox', { name: 'Usuários, grupos ou toda a unidade' }).click();
  await report.getByRole('option', { name: /Toda a unidade/ }).click();
  await report.getByRole('button', { name: 'Dar acesso' }).click();
  await expect(report.getByRole('button', { name: 'Editar o acesso de Toda a unidade' })).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, reader);
  await second.getByRole('main').getByRole('link', { name: 'Metas' }).first().click();
  await expect(second.frameLocator('iframe[title="Metas"]').getByRole('heading', { name: 'Metas de 2026' })).toBeVisible();
  await expect(second.locator('iframe[title="Metas"]')).toHaveAttribute('sandbox', '');
  await second.close();
});

test('a report in maintenance shows its message and its end to readers, and opens again when the window is ended', async ({
  page,
  browser,
  admin,
  reader,
  shelf,
  database,
}) => {
  const report = await shelf.publish({ name: 'Cinema' });
  await signIn(page, admin, at);
  await chooseAction(page, 'Cinema', 'Manutenção');
  const settings = objectPage(page, 'Cinema');
  await settings.getByRole('button', { name: 'Planejar manutenção' }).click();
  await settings.getByLabel('Mensagem').fill('Conferindo os números de outubro.');
  await settings.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(settings.getByText('Planejada')).toBeVisible();
  // The window begins now instead of at the full hour.
  await database.rows(`update report_maintenance set starts_at = now() - interval '1 minute' where report_id = $1`, [report.id]);

  const second = await browser.newPage();
  await signIn(second, reader, signinTo(report));
  await expect(second.getByText('Conferindo os números de outubro.')).toBeVisible();

  await page.reload();
  await objectPage(page, 'Cinema').getByRole('button', { name: 'Encerrar agora' }).click();
  await expect(objectPage(page, 'Cinema').getByText('Encerrada')).toBeVisible();
  await second.reload();
  await expect(second.getByRole('toolbar', { name: 'Ações do relatório' })).toBeVisible();
  await second.close();
});

test('data are refreshed now, and by schedule on the clock of the unit', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Clima de Seattle' });
  await signIn(page, admin, at);
  await chooseAction(page, 'Clima de Seattle', 'Atualização');
  const settings = objectPage(page, 'Clima de Seattle');
  await settings.getByRole('button', { name: 'Salvar agendamento' }).isDisabled();
  await settings.getByRole('combobox', { name: 'Horários' }).click();
  await page.getByRole('option', { name: '06:30' }).click();
  await page.keyboard.press('Escape');
  await settings.getByRole('button', { name: 'Salvar agendamento' }).click();
  await expect(settings.getByText(/^Próximas: /)).toBeVisible();
  await expect(settings.getByText(`Mantido por ${admin.name}`)).toBeVisible();
  await settings.getByRole('button', { name: 'Atualizar agora' }).click();
  await expect(settings.getByText(/Em andamento|Concluída|Impedida/).first()).toBeVisible();
});

test('a link and a duplicate stand in the list, and usage counts who opened them', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Cinema' });
  await signIn(page, admin, at);
  await page.getByRole('main').getByRole('button', { name: 'Adicionar outro tipo' }).click();
  await page.getByRole('menuitem', { name: 'Link externo' }).click();
  const add = panel(page, 'Link externo');
  await add.getByLabel('Título').fill('Painel do IBGE');
  await add.getByLabel('Endereço').fill('javascript:alert(1)');
  await add.getByRole('combobox', { name: 'Grupo', exact: true }).click();
  await page.getByRole('option', { name: 'Mercado' }).click();
  await add.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(add.getByText('Endereço é inválido!')).toBeVisible();
  await add.getByLabel('Endereço').fill('https://www.ibge.gov.br/painel');
  await add.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(objectPage(page, 'Painel do IBGE')).toBeVisible();
  await backToList(page);
  await expect(row(page, 'Painel do IBGE')).toBeVisible();

  await chooseAction(page, 'Cinema', 'Duplicar');
  const clone = panel(page, 'Duplicar “Cinema”');
  await expect(clone.getByLabel('Título')).toHaveValue('Cinema (cópia)');
  await clone.getByRole('button', { name: 'Duplicar' }).click();
  await expect(objectPage(page, 'Cinema (cópia)')).toBeVisible();
  await backToList(page);
  await expect(row(page, 'Cinema (cópia)')).toBeVisible();

  await chooseAction(page, 'Painel do IBGE', 'Abrir relatório');
  await expect(page.getByRole('link', { name: 'Abrir em outra guia' })).toHaveAttribute('href', 'https://www.ibge.gov.br/painel');
  await page.goto('/management/report?view=usage&period=7');
  await expect(row(page, 'Painel do IBGE')).toContainText('1');
  await expect(page.getByRole('img', { name: 'Por dia', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Ver como tabela' }).first().click();
  await expect(page.getByRole('region', { name: 'Por dia' }).getByRole('row').nth(1)).toContainText('1');
});

test('reports are put in order and moved with the keyboard alone', async ({ page, admin, shelf, callAs }) => {
  await (await callAs(admin)).call(reportGroups.add, { body: { name: 'Arquivo' } });
  await shelf.publish({ name: 'Cinema' });
  await shelf.publish({ name: 'Clima de Seattle' });
  await signIn(page, admin, { at: '/reports?order=1' });
  const order = panel(page, 'Organizar o menu');
  await order.getByTitle('Organizar o que há em Mercado').press('Enter');
  const items = order.getByRole('list', { name: 'Relatórios de Mercado' }).getByRole('listitem');
  await expect(items).toHaveText(['Cinema', 'Clima de Seattle']);
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/reports/order') && response.ok());
  await items.first().getByRole('button').first().focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Cinema está na posição 1 de 2.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Cinema está na posição 2 de 2.')).toBeAttached();
  await page.keyboard.press('Space');
  await saved;
  await expect(items).toHaveText(['Clima de Seattle', 'Cinema']);

  await order.getByRole('button', { name: 'Levar Cinema a outro lugar' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Mover para Arquivo' }).press('Enter');
  await expect(page.getByText('Cinema agora está em Arquivo.')).toBeVisible();
  await expect(items).toHaveText(['Clima de Seattle']);
});
