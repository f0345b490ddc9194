import { login } from '@vitrine/contract/signIn/signIn.ts';
import type { Page } from '@playwright/test';
import { origin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { mailsTo, nextMailTo } from '../harness/outbox.ts';
import { fields } from '../harness/signIn.ts';
import { password } from '../harness/unit.ts';

const chosen = 'Girassol-amarelo-7';

const askForLink = async (page: Page, email: string) => {
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(page).toHaveURL(`${origin}/forgot`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByRole('heading', { name: 'Link de recuperação de senha enviado para o seu e-mail!' })).toBeVisible();
};

const linkIn = (mail: string): string => {
  const link = /http:\/\/localhost:\d+\/new\/password\/[\w-]+/.exec(mail)?.[0];
  if (!link) throw new Error(`There is no link in the mail: ${mail}`);
  return link;
};

const newPassword = (page: Page) => page.getByLabel('Nova senha', { exact: true });
const repeated = (page: Page) => page.getByLabel('Repita a nova senha', { exact: true });
const rule = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('a forgotten password is replaced by a link that works once', async ({ page, request, reader }) => {
  await askForLink(page, reader.email);
  const link = linkIn(await nextMailTo(reader.email));

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Criar nova senha' })).toBeVisible();
  await expect(page.getByText(`Para ${reader.email}`)).toBeVisible();
  await expect(page, 'the token leaves the address').toHaveURL(`${origin}/new/password`);

  // The rules answer while somebody types.
  const length = rule(page, 'Pelo menos');
  const same = rule(page, 'As duas senhas são iguais');
  await expect(length).toContainText('falta');
  await newPassword(page).fill('Girass');
  await expect(length).toContainText('falta');
  await newPassword(page).fill(chosen);
  await expect(length).toContainText('atendida');
  await expect(same).toContainText('falta');
  await repeated(page).fill(`${chosen}x`);
  await expect(same).toContainText('falta');
  await page.keyboard.press('Enter');
  await expect(newPassword(page)).toBeFocused();
  await repeated(page).fill(chosen);
  await expect(same).toContainText('atendida');
  await page.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(page.getByText('Senha salva. Entre com ela.')).toBeVisible();
  await expect(page).toHaveURL(`${origin}/signin`);

  expect((await request.post(login.path, { data: { email: reader.email, password } })).status(), 'the old password').toBe(401);
  await fields(page).email.fill(reader.email);
  await fields(page).password.fill(chosen);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Célia/ })).toBeVisible();
  await expect.poll(async () => (await mailsTo(reader.email)).length, 'a mail tells of the change').toBe(2);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pedir novo link' })).toHaveAttribute('href', '/forgot');
});
