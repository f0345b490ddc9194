import { forgotPassword, login } from '@vitrine/contract/features/session.ts';
import type { Page } from '@playwright/test';
import { origin } from './support/addresses.ts';
import { expect, test } from './support/journey.ts';
import { mailsTo, nextMailTo } from './support/outbox.ts';
import { fields, signIn } from './support/signIn.ts';
import { password } from './support/unit.ts';

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

test('sessions that were open end with the new password', async ({ page, browser, reader }) => {
  const elsewhere = await browser.newPage();
  await signIn(elsewhere, reader);
  await askForLink(page, reader.email);
  await page.goto(linkIn(await nextMailTo(reader.email)));
  await newPassword(page).fill(chosen);
  await repeated(page).fill(chosen);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/signin`);

  // The page may have noticed by itself already.
  await elsewhere.goto(`${origin}/all/reports`);
  await expect(elsewhere).toHaveURL(/\/signin/);
  await elsewhere.close();
});

test('what the server refuses of a password is said at the field', async ({ page, reader }) => {
  await askForLink(page, reader.email);
  await page.goto(linkIn(await nextMailTo(reader.email)));
  // The password of now.
  await newPassword(page).fill(password);
  await repeated(page).fill(password);
  await page.keyboard.press('Enter');
  await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(newPassword(page)).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Criar nova senha' })).toBeVisible();
});

test('an unknown address is answered the same, and gets no mail', async ({ page, request, reader }) => {
  const unknown = `x${reader.email}`;
  await askForLink(page, unknown);
  expect((await request.post(forgotPassword.path, { data: { email: reader.email } })).status()).toBe(204);
  await nextMailTo(reader.email);
  expect(await mailsTo(unknown)).toEqual([]);
});

test('a blocked person gets no link either', async ({ unit, request, reader }) => {
  const blocked = await unit.person('Breno Lessa', 'user', { state: 'B' });
  for (const { email } of [blocked, reader]) {
    expect((await request.post(forgotPassword.path, { data: { email } })).status()).toBe(204);
  }
  await nextMailTo(reader.email);
  expect(await mailsTo(blocked.email)).toEqual([]);
});

test('who has to change the password is led there at the sign-in', async ({ page, database, reader }) => {
  await database.rows('update person set must_change_password = true where id = $1', [reader.id]);
  await page.goto('/signin');
  await fields(page).email.fill(reader.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'É preciso trocar a senha' })).toBeVisible();
  await newPassword(page).fill(chosen);
  await repeated(page).fill(chosen);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/signin`);
  await fields(page).email.fill(reader.email);
  await fields(page).password.fill(chosen);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Célia/ })).toBeVisible();
});

test('a link that somebody made up is dead', async ({ page }) => {
  await page.goto('/new/password/inventado');
  await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});
