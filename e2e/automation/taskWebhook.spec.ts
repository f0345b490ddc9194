/** Another system that is called: the form asks for its address, and the page makes the secret and tells what a test found. */
import { panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an administrator adds a call, makes its secret and learns that nobody answers there', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982', title: 'Automóveis da semana' });
  await signIn(page, admin, { at: '/auto_actions' });
  await page.getByRole('button', { name: 'Nova tarefa' }).first().click();
  const form = panel(page, 'Nova tarefa');
  await form.getByRole('textbox', { name: 'Nome' }).fill('Automóveis para o estoque');
  await form.getByRole('combobox', { name: 'Relatório' }).pressSequentially('Automóveis da');
  await expect(form.getByRole('option', { name: /Automóveis da semana/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Chamada a outro sistema (webhook)' }).click();
  await form.getByRole('textbox', { name: 'Endereço' }).fill('http://127.0.0.1:9/estoque');
  await expect(form.getByRole('switch', { name: 'Avisar também o responsável' })).not.toBeChecked();
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await row(page, 'Automóveis para o estoque').getByRole('link').first().click();
  await expect(page.getByText('Ainda não há segredo: nenhuma chamada é enviada.')).toBeVisible();
  await page.getByRole('button', { name: 'Criar segredo' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole('button', { name: 'Enviar um teste' }).click();
  await expect(page.getByText('O teste não foi aceito: não foi possível conectar ao outro sistema.')).toBeVisible();
});
