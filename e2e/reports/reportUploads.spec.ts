import { randomUUID } from 'node:crypto';
import { objectPage, panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signinTo } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const at = { at: '/management/report?register=file' };
const csv = ['loja;região;valor', 'Centro;Sul;10', 'Praia;Norte;20', 'Serra;Sul;30', ''].join('\n');
const sales = { name: 'vendas.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };

test('a spreadsheet becomes a report that a reader opens', async ({ page, browser, admin, reader, shelf }) => {
  // The workspace keeps what is published there, whatever becomes of the unit.
  const title = `Planilha ${randomUUID()}`;
  expect(shelf.group_id).not.toBe('');
  await signIn(page, admin, at);
  const form = panel(page, 'Registrar relatórios');
  await form.getByLabel('Arquivo', { exact: true }).setInputFiles(sales);
  await expect(form.getByLabel('Título')).toHaveValue('vendas');
  await form.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: 'Dados públicos' }).click();
  await form.getByLabel('Título').fill(title);
  await form.getByRole('combobox', { name: 'Grupo', exact: true }).click();
  await page.getByRole('option', { name: 'Mercado' }).click();
  await form.getByRole('button', { name: 'Publicar arquivo' }).click();
  await expect(form.getByText('O serviço está publicando o relatório').last()).toBeVisible();
  await expect(form.getByText('Publicado. Agora diga quem pode vê-lo.')).toBeVisible();
  await expect(form.getByText('3 linhas de dados.')).toBeVisible();
  await expect(form.getByRole('list', { name: `Colunas de ${title}` })).toContainText('valornúmero inteiro');
  await form.getByRole('button', { name: 'Escolher quem vê' }).click();

  const report = objectPage(page, title);
  await report.getByRole('combobox', { name: 'Usuários, grupos ou toda a unidade' }).fill(reader.name.slice(0, 5));
  await expect(report.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await report.getByRole('button', { name: 'Dar acesso' }).click();
  await expect(report.getByRole('button', { name: `Editar o acesso de ${reader.name}` })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const second = await browser.newPage();
  await signIn(second, reader, signinTo({ id }));
  const frame = second.frameLocator('iframe').first();
  await expect(frame.getByText('Visão geral').or(frame.getByText('região')).first()).toBeVisible();
  await second.close();
});

test('what cannot be published is refused in words, and the form keeps what was typed', async ({ page, admin, shelf }) => {
  expect(shelf.group_id).not.toBe('');
  await signIn(page, admin, at);
  const form = panel(page, 'Registrar relatórios');
  await form.getByRole('button', { name: 'Publicar arquivo' }).click();
  await expect(form.getByText('Arquivo é obrigatório!')).toBeVisible();

  // A picture under the name of a table.
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
  await form.getByLabel('Arquivo', { exact: true }).setInputFiles({ ...sales, buffer: picture });
  await form.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: 'Dados públicos' }).click();
  await form.getByRole('combobox', { name: 'Grupo', exact: true }).click();
  await page.getByRole('option', { name: 'Mercado' }).click();
  await form.getByRole('button', { name: 'Publicar arquivo' }).click();
  await expect(form.getByText(/O conteúdo não é um PBIX/)).toBeVisible();
  await expect(form.getByLabel('Título')).toHaveValue('vendas');

  // The name is taken in the workspace.
  await form.getByLabel('Arquivo', { exact: true }).setInputFiles(sales);
  await form.getByLabel('Título').fill('Cinema');
  await form.getByRole('button', { name: 'Publicar arquivo' }).click();
  await expect(form.getByText(/Já existe algo com este nome no workspace/)).toBeVisible();

  // A table that only begins and ends like one: the service says why.
  const broken = Buffer.from('PAR1 no table at all PAR1');
  await form.getByLabel('Arquivo', { exact: true }).setInputFiles({ ...sales, name: 'vendas.parquet', buffer: broken });
  await form.getByLabel('Título').fill('Arquivo quebrado');
  await form.getByRole('button', { name: 'Publicar arquivo' }).click();
  await expect(form.getByText(/O arquivo não foi publicado\. O /)).toBeVisible();
  await form.getByRole('button', { name: 'Corrigir e enviar de novo' }).click();
  await expect(form.getByLabel('Título')).toHaveValue('Arquivo quebrado');
});
