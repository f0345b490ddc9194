/** A task is found in the menu, made with the keyboard, and tells on its page when it runs next. */
import { panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an administrator makes a notice for the end of the month and pauses it', async ({ page, admin, shelf }) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982', title: 'Fechamento do mês' });
  await signIn(page, admin, { at: '/' });
  await page.getByRole('link', { name: 'Ações automáticas' }).click();
  await page.getByRole('button', { name: 'Nova tarefa' }).first().click();
  const form = panel(page, 'Nova tarefa');
  await form.getByRole('textbox', { name: 'Nome' }).fill('Lembrar do fechamento');
  await form.getByRole('combobox', { name: 'Relatório' }).pressSequentially('Fechamento');
  await expect(form.getByRole('option', { name: /Fechamento do mês/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Só aviso' }).click();
  await form.getByRole('textbox', { name: 'Mensagem' }).fill('O mês fecha hoje.');
  await form.getByRole('combobox', { name: 'Frequência' }).click();
  await page.getByRole('option', { name: 'Uma vez por mês' }).click();
  await form.getByRole('textbox', { name: 'Dia do mês' }).fill('31');
  await expect(form.getByText(/^Próximas: .* 08:00/)).toBeVisible();
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await row(page, 'Lembrar do fechamento').getByRole('link').first().click();
  await expect(page.getByText('A tarefa ainda não foi executada.')).toBeVisible();
  await page.getByRole('button', { name: 'Ações', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Pausar/ }).click();
  await expect(page.getByRole('button', { name: 'Retomar' })).toBeVisible();
});
