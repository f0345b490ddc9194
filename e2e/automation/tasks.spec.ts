/** A task is found in the menu, made with the keyboard, and tells on its page when it runs next. */
import { panel, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an administrator makes a notice for the end of the month and pauses it', async ({ page, admin, database }) => {
  const group = await database.rows<{ id: string }>(
    `insert into report_group (tenant_id, id, name) select tenant_id, uuidv7(), 'Fechamento' from membership where id = $1 returning id`,
    [admin.membership_id],
  );
  await database.rows(
    `insert into report (tenant_id, id, kind, title, group_id, link_url)
     select tenant_id, uuidv7(), 'link', 'Fechamento do mês', $2, 'https://example.com/' from membership where id = $1 returning id`,
    [admin.membership_id, group[0]?.id ?? ''],
  );
  await signIn(page, admin, { at: '/' });
  await page.getByRole('link', { name: 'Ações automáticas' }).click();
  await page.getByRole('button', { name: 'Nova tarefa' }).first().click();
  const form = panel(page, 'Nova tarefa');
  await form.getByLabel('Nome', { exact: true }).fill('Lembrar do fechamento');
  await form.getByRole('combobox', { name: 'Relatório' }).pressSequentially('Fechamento');
  await expect(form.getByRole('option', { name: /Fechamento do mês/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Só aviso' }).click();
  await form.getByLabel('Mensagem').fill('O mês fecha hoje.');
  await form.getByRole('combobox', { name: 'Frequência' }).click();
  await page.getByRole('option', { name: 'Uma vez por mês' }).click();
  await form.getByLabel('Dia do mês').fill('31');
  await expect(form.getByText(/^Próximas: .* 08:00/)).toBeVisible();
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await row(page, 'Lembrar do fechamento').getByRole('link').first().click();
  await expect(page.getByText('A tarefa ainda não foi executada.')).toBeVisible();
  await page.getByRole('button', { name: 'Ações', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Pausar/ }).click();
  await expect(page.getByRole('button', { name: 'Retomar' })).toBeVisible();
});
