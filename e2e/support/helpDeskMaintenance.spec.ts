/** A ticket that waits for a maintenance, which whoever opens another about it is told of. */
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an agent ties a ticket to a maintenance, the opener sees it at once, and a second ticket is hardly needed', async ({
  page,
  browser,
  database,
  unit,
  admin,
  reader,
  shelf,
}) => {
  await database.rows(`update tenant_setting set value = value || '{"enable_helpdesk":true}' where tenant_id = $1`, [unit.id]);
  await database.rows('update membership set support_agent = true where id = $1', [admin.membership_id]);
  const report = await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
  await database.rows(
    `insert into report_maintenance (tenant_id, id, report_id, starts_at, ends_at, message)
     values ($1, gen_random_uuid(), $2, now() + interval '1 hour', now() + interval '2 hours', 'Os anos que faltam entram hoje.')`,
    [unit.id, report.id],
  );
  await signIn(page, reader, { at: '/help_desk?ticket=new' });
  const form = page.getByRole('dialog', { name: 'Novo chamado' });
  await form.getByLabel('Título').fill('Os modelos de 1975 faltam');
  await form.getByLabel('O que aconteceu').fill('Em Modelos não vejo nenhum.');
  await form.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('heading', { name: /Os modelos de 1975 faltam/ })).toBeVisible();

  const agent = await browser.newPage();
  await signIn(agent, admin, { at: new URL(page.url()).pathname });
  await agent.getByRole('button', { name: 'Ações', exact: true }).click();
  await agent.getByRole('menuitem', { name: 'Aguardar uma manutenção' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Aguardar uma manutenção' });
  await dialog.getByRole('combobox', { name: 'Manutenção que resolve o problema' }).press('ArrowDown');
  await agent.keyboard.press('ArrowDown');
  await agent.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Aguardar uma manutenção' }).click();
  await expect(page.getByText(/ligou este chamado a uma manutenção que termina em/)).toBeVisible();
  await expect(page.getByText(new RegExp(`${report.title}, até`))).toBeVisible();
  await agent.close();

  await page.goto('/help_desk?ticket=new');
  await form.getByLabel('Título').fill(`Faltam modelos de 1975 em ${report.title}`);
  const known = form.getByRole('region', { name: 'Talvez isto já responda' });
  await expect(known).toContainText('Os anos que faltam entram hoje.');
  await expect(known.getByRole('link', { name: /Os modelos de 1975 faltam/ })).toBeVisible();
});
