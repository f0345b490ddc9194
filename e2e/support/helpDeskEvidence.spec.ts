/** "Report a problem" of the viewer where the unit has a help desk: a ticket with what was on the screen. */
import { expect, test } from '../harness/journey.ts';
import { signinTo, visual } from '../harness/report.ts';
import { signIn } from '../harness/signIn.ts';

const cars = 'Automóveis de 1970 a 1982';

test('a problem with a report becomes a ticket with page, times, a picture and the decision of that time', async ({
  page,
  browser,
  database,
  unit,
  admin,
  reader,
  shelf,
}) => {
  await database.rows(`update tenant_setting set value = value || '{"enable_helpdesk":true}' where tenant_id = $1`, [unit.id]);
  const agent = await unit.person('Davi Rosa', 'user');
  await database.rows('update membership set support_agent = true where id = $1', [agent.membership_id]);
  const report = await shelf.publish({ name: cars });
  await signIn(page, reader, signinTo(report));
  await expect(visual(page, 'Modelos')).toContainText(/\d/);
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Relatar um problema' }).click();
  const dialog = page.getByRole('dialog', { name: `Relatar um problema: ${report.title}` });
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText(/obrigatório/)).toBeVisible();
  await dialog.getByLabel('O que há de errado?').fill('Os modelos de 1975 faltam.');
  const screenshot = { name: 'tela.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await dialog.locator('input[type=file]').setInputFiles(screenshot);
  await expect(dialog.getByText('tela.png')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Chamado #1001 aberto. Acompanhe em Suporte.')).toBeVisible();

  const second = await browser.newPage();
  await signIn(second, agent, { at: '/help_desk?tab=all' });
  await second.getByRole('link', { name: `#1001 Problema em ${report.title}` }).click();
  const seen = second.getByRole('region', { name: 'O que estava na tela' });
  await expect(seen.getByRole('link', { name: report.title })).toBeVisible();
  await expect(seen.getByText('Acesso naquele momento')).toBeVisible();
  await expect(second.getByRole('link', { name: 'tela.png' })).toBeVisible();
  await seen.getByRole('link', { name: 'Ver a mesma página com os mesmos filtros' }).click();
  await expect(second.getByText(`Você está vendo a visão que ${reader.name} compartilhou.`)).toBeVisible();
  await second.close();

  // The administrator finds it beside the report, and the ticket from there.
  const third = await browser.newPage();
  await signIn(third, admin, { at: `/management/report/${report.id}?tab=use` });
  await third.getByRole('link', { name: 'Chamado #1001' }).click();
  await expect(third.getByRole('article', { name: `#1001 Problema em ${report.title}` })).toBeVisible();
  await third.close();
});
