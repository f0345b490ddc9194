/** A ticket from its first word to the last, with a file and a pasted screenshot, while both look at it. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

/** What a browser puts on the clipboard when somebody takes a picture of the screen. */
const pasteScreenshot = async (field: Locator) => {
  await field.evaluate(async (element) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 });
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(picture ? [picture] : [], 'image.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
};

test('a reader opens a ticket with a file and a screenshot, the agent answers, and each hears the other without reloading', async ({
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
  await expect(page.getByText('Você não abriu nenhum chamado')).toBeVisible();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Novo chamado' });
  await form.getByLabel('Título').fill('O total de março está zerado');
  await form.getByLabel('O que aconteceu').fill('Abri o painel de vendas e o total é zero.');
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: 'vendas.csv', mimeType: 'text/csv', buffer: Buffer.from('loja;total\nA;0') });
  await expect(form.getByText('vendas.csv')).toBeVisible();
  await pasteScreenshot(form.getByLabel('O que aconteceu'));
  await expect(form.getByText('image.png')).toBeVisible();
  await form.getByRole('button', { name: 'Enviar' }).click();
  const mine = page.getByRole('article', { name: '#1001 O total de março está zerado' });
  await expect(mine.getByRole('link', { name: 'image.png' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await mine.getByRole('link', { name: 'vendas.csv' }).click();
  expect((await downloading).suggestedFilename()).toBe('vendas.csv');

  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, agent, { at: '/help_desk?tab=all' });
  await theirs.getByRole('link', { name: '#1001 O total de março está zerado' }).click();
  const ticket = theirs.getByRole('article', { name: '#1001 O total de março está zerado' });
  await ticket.getByRole('button', { name: 'Assumir' }).click();
  await expect(mine.getByText('Davi Rosa começou a atender.')).toBeVisible();
  await ticket.getByLabel('Resposta').fill('O modelo estava parado. Atualizei os dados: veja de novo.');
  await ticket.getByRole('button', { name: 'Enviar' }).click();
  await expect(mine.getByText('O modelo estava parado.')).toBeVisible();
  await mine.getByRole('button', { name: 'Marcar como resolvido' }).click();
  await expect(ticket.getByText('Célia Prates marcou como resolvido.')).toBeVisible();
  await mine.getByLabel('Resposta').fill('Voltou a zerar.');
  await mine.getByRole('button', { name: 'Enviar' }).click();
  await expect(ticket.getByText('Voltou a zerar.')).toBeVisible();
  await expect(ticket.getByText('Em atendimento')).toBeVisible();
  await theirs.context().close();
});
