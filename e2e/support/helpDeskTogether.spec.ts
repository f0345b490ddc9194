/** Two people at one ticket: each sees the other write, one mentions the other, and what says the same is merged. */
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an agent sees the reader write, mentions them with the keyboard, and merges a second ticket into the first', async ({
  page,
  browser,
  database,
  unit,
  reader,
}) => {
  const agent = await unit.person('Davi Rosa', 'user');
  await database.rows(`update tenant_setting set value = value || '{"enable_helpdesk":true}' where tenant_id = $1`, [unit.id]);
  await database.rows('update membership set support_agent = true where id = $1', [agent.membership_id]);

  await signIn(page, reader, { at: '/help_desk' });
  for (const title of ['O total de março está zerado', 'Março veio vazio']) {
    await page.goto('/help_desk?ticket=new');
    const form = page.getByRole('dialog', { name: 'Novo chamado' });
    await form.getByLabel('Título').fill(title);
    await form.getByLabel('O que aconteceu').fill(`${title}: vi agora.`);
    await form.getByRole('button', { name: 'Enviar' }).click();
    await expect(page.getByRole('article', { name: title })).toBeVisible();
  }
  await page.goto('/help_desk');
  await page.getByRole('link', { name: '#1001 O total de março está zerado' }).click();
  const mine = page.getByRole('article', { name: '#1001 O total de março está zerado' });

  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, agent, { at: '/help_desk?tab=all' });
  await theirs.getByRole('link', { name: '#1001 O total de março está zerado' }).click();
  const ticket = theirs.getByRole('article', { name: '#1001 O total de março está zerado' });
  await expect(ticket.getByLabel('Resposta')).toBeVisible();
  await mine.getByLabel('Resposta').pressSequentially('Ainda');
  await expect(ticket.getByText('Escrevendo agora: Célia Prates.')).toBeVisible();

  await ticket.getByLabel('Resposta').pressSequentially('Veja de novo, @Cé');
  await expect(mine.getByText('Escrevendo agora: Davi Rosa.')).toBeVisible();
  await expect(ticket.getByRole('option', { name: /Célia Prates/ })).toBeVisible();
  await theirs.keyboard.press('Enter');
  await expect(ticket.getByLabel('Resposta')).toHaveValue('Veja de novo, @Célia Prates ');
  await ticket.getByRole('button', { name: 'Enviar' }).click();
  await expect(mine.locator('strong', { hasText: '@Célia Prates' })).toBeVisible();

  await theirs.goto('/help_desk?tab=all');
  await theirs.getByRole('link', { name: '#1002 Março veio vazio' }).click();
  await theirs.getByRole('button', { name: 'Ações', exact: true }).click();
  await theirs.getByRole('menuitem', { name: 'Juntar a outro chamado' }).click();
  const dialog = theirs.getByRole('dialog', { name: 'Juntar a outro chamado' });
  await dialog.getByRole('combobox', { name: 'Chamado que já trata disto' }).fill('total');
  await dialog.getByRole('option', { name: /#1001/ }).click();
  await dialog.getByRole('button', { name: 'Juntar a outro chamado' }).click();
  await expect(mine.getByText('Davi Rosa juntou o chamado #1002 a este.')).toBeVisible();
  await expect(mine.getByText('Março veio vazio: vi agora.')).toBeVisible();
  await theirs.context().close();
});
