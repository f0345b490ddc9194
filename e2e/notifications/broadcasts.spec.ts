import { get, list } from '@vitrine/contract/notifications/broadcasts.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test('an announcement is written with its form, sent, read by somebody, and its reach is told', async ({
  page,
  admin,
  reader,
  callAs,
  browser,
}) => {
  await signIn(page, admin);
  await page.goto('/notifications/announcements?announcement=new');
  const panel = page.getByRole('dialog', { name: 'Novo comunicado' });
  await panel.getByLabel('Assunto').fill('Inventário');
  await panel.getByRole('radio', { name: 'Todos da unidade' }).check();
  await panel.getByRole('button', { name: 'Novo comunicado' }).click();

  const text = page.getByRole('textbox', { name: 'Texto' });
  await text.click();
  await page.getByRole('button', { name: 'Negrito' }).click();
  await page.keyboard.type('Às 7h');
  await page.getByRole('button', { name: 'Negrito' }).click();
  await page.keyboard.type(', ');
  await page.getByRole('button', { name: 'Variáveis' }).click();
  await page.getByRole('menuitem', { name: /Primeiro nome/ }).click();
  await expect(text).toContainText('{{first_name}}');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Comunicado salvo.')).toBeVisible();

  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByRole('button', { name: 'Enviar agora' }).click();
  const { call } = await callAs(admin);
  const [sent] = (await call(list, {})).data;
  await expect.poll(async () => (await call(get, { params: { id: sent?.id ?? '' } })).state).toBe('sent');

  const others = await browser.newPage();
  await signIn(others, reader);
  await others.goto('/notifications');
  await others.getByRole('button', { name: /Inventário/ }).click();
  const notice = others.getByRole('dialog', { name: 'Inventário' });
  await expect(notice.locator('strong')).toHaveText('Às 7h');
  await expect(notice).toContainText(reader.name.split(' ')[0] ?? '');
  await others.close();

  await page.getByRole('tab', { name: 'Alcance' }).click();
  await expect(page.getByRole('row', { name: new RegExp(reader.name) })).toBeVisible();
});
