/** A query is chosen with the keyboard instead of typed, and the form draws when a rule would have told. */
import { panel } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an administrator chooses what to ask with the keyboard, and sees the past of a rule before saving it', async ({
  page,
  admin,
  shelf,
}) => {
  await shelf.publish({ name: 'Automóveis de 1970 a 1982', title: 'Frota antiga' });
  await signIn(page, admin, { at: '/auto_actions?task=new' });
  const form = panel(page, 'Nova tarefa');
  await form.getByRole('textbox', { name: 'Nome' }).fill('Fim do mês');
  await form.getByRole('combobox', { name: 'Relatório' }).pressSequentially('Frota');
  await expect(form.getByRole('option', { name: /Frota antiga/ })).toBeVisible();
  await page.keyboard.press('Enter');

  await form.getByRole('button', { name: 'Montar a consulta sem DAX' }).press('Enter');
  await form.getByRole('combobox', { name: 'O que perguntar' }).pressSequentially('Quantidade');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.getByText(/\[Quantidade de modelos\]\)/)).toBeVisible();
  await form.getByRole('button', { name: 'Usar esta consulta' }).press('Enter');
  await form.getByRole('button', { name: 'Testar a consulta' }).press('Enter');
  await expect(form.getByText(/^Valor comparado: \d+\. Uma linha\.$/)).toBeVisible();

  // What looks at the clock has a value on each day.
  await form.getByRole('textbox', { name: 'Consulta DAX' }).fill('EVALUATE ROW("value", DAY(TODAY()))');
  await form.getByRole('textbox', { name: 'Valor', exact: true }).fill('20');
  await form.getByRole('combobox', { name: 'Período' }).click();
  await page.getByRole('option', { name: 'Últimos 90 dias' }).click();
  await form.getByRole('button', { name: 'Mostrar quando teria avisado' }).click();
  await expect(form.getByText(/^Teria avisado [34] vezes\./)).toBeVisible();
  await expect(form.getByRole('img', { name: 'Valores e avisos por dia' })).toBeVisible();
  await form.getByRole('button', { name: 'Ver como tabela' }).click();
  await expect(form.getByRole('columnheader', { name: 'Condição' })).toBeVisible();
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(page.getByText('Fim do mês foi adicionada.')).toBeVisible();
});
