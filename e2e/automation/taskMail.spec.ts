/** A report that is mailed: the form offers what it can be sent as, and the page tells who got it. */
import { panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an administrator has a report mailed to themselves and sees in the runs that it went', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982', title: 'Automóveis da semana', allow_export: true });
  await signIn(page, admin, { at: '/auto_actions' });
  await page.getByRole('button', { name: 'Nova tarefa' }).first().click();
  const form = panel(page, 'Nova tarefa');
  await form.getByRole('textbox', { name: 'Nome' }).fill('Automóveis toda segunda');
  await form.getByRole('combobox', { name: 'Relatório' }).pressSequentially('Automóveis da');
  await expect(form.getByRole('option', { name: /Automóveis da semana/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Relatório por e-mail' }).click();
  await form.getByRole('combobox', { name: 'Página' }).click();
  await page.getByRole('option').nth(1).click();
  await expect(form.getByRole('switch', { name: 'Enviar também ao responsável' })).toBeChecked();
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await row(page, 'Automóveis toda segunda').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Executar agora' }).click();
  await expect(page.getByText(/enviado a um usuário/)).toBeVisible({ timeout: 60_000 });
});
