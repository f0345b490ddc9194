/** Own data: seen, downloaded, corrected, and erased by an administrator. */
import { row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { mailsTo } from '../harness/outbox.ts';
import { signIn } from '../harness/signIn.ts';

test('somebody sees their data, takes it away, corrects it, and asks for its erasure, which the desk does', async ({
  page,
  browser,
  admin,
  reader,
  database,
}) => {
  await signIn(page, reader, { at: '/account?section=data' });
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  const data = page.getByRole('dialog', { name: 'Meus dados' });
  await data.getByText('Conta', { exact: true }).click();
  await expect(data.getByText(reader.email)).toBeVisible();
  await page.keyboard.press('Escape');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar', exact: true }).click();
  expect((await saved).suggestedFilename()).toBe('Meus dados.zip');

  await page.getByRole('button', { name: 'Corrigir', exact: true }).click();
  const form = page.getByRole('region', { name: 'Perfil' });
  await form.getByRole('textbox', { name: /^Nome/ }).fill('');
  await form.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(form.getByText('Nome é obrigatório!')).toBeVisible();
  await form.getByRole('textbox', { name: /^Nome/ }).fill('Célia Nova');
  await form.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(form.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();

  await page.getByRole('link', { name: 'Meus dados' }).click();
  await page.getByRole('button', { name: 'Fazer pedido' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pedir à unidade' });
  await dialog.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(dialog.getByText('é obrigatório!')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Eliminação dos dados' }).check();
  await dialog.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(page.getByText('Aberto desde')).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, admin, { at: '/privacy' });
  await row(desk, 'Célia Nova').getByRole('button', { name: 'Célia Nova' }).click();
  const panel = desk.getByRole('dialog', { name: 'Eliminação dos dados: Célia Nova' });
  await expect(panel.getByRole('button', { name: 'Atender' })).toBeDisabled();
  await panel.getByRole('textbox', { name: 'Digite o nome para confirmar' }).fill('CÉLIA_NOVA');
  await panel.getByRole('button', { name: 'Atender' }).click();
  await expect(desk.getByText('Pedido respondido.')).toBeVisible();
  await expect(desk.getByRole('main').getByText('Célia Nova')).toHaveCount(0);
  await desk.context().close();

  await expect.poll(async () => (await mailsTo(reader.email)).join()).toContain('foram apagados');
  expect(await database.rows('select phone, email like $2 as gone from person where id = $1', [reader.id, 'deleted-%'])).toEqual([
    { phone: null, gone: true },
  ]);
  await page.reload();
  await expect(page).toHaveURL(/signin/);
});

test('in English the keyboard is enough to see, and a request is taken back', async ({ page, reader }) => {
  await page.goto('/signin');
  await page.locator('select').selectOption('en-US');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await signIn(page, reader, { at: '/account?section=data' });
  await page.getByRole('button', { name: 'See', exact: true }).focus();
  await page.keyboard.press('Enter');
  const data = page.getByRole('dialog', { name: 'My data' });
  await expect(data.getByText('Sessions', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'See', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Make a request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask the unit' });
  await dialog.getByRole('textbox').fill('My department is Purchasing.');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await page.getByRole('button', { name: 'Cancel request' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
});
