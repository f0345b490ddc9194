/** Signing in in two steps, as a person does it on the page. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { Database } from './database.ts';
import { fields } from './signIn.ts';
import { password } from './unit.ts';

export const require2fa = (database: Database, tenant_id: string) =>
  database.rows(`update tenant_setting set value = value || '{"require_second_factor":true}' where tenant_id = $1`, [tenant_id]);

export const enter = async (page: Page, email: string, at = '/signin') => {
  await page.goto(at);
  await fields(page).email.fill(email);
  await fields(page).password.fill(password);
  await fields(page).password.press('Enter');
};

export const inside = (page: Page) => expect(page.locator('main#content')).toBeVisible();
/** Codes work once: the next one is of the step after. */
export const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
export const code = (page: Page) => page.locator('input[name="code"]');

/** Sets the app up on the page that a sign-in led to; answers its secret and the recovery codes. */
export async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: /Aplicativo autenticador/ }).click();
  await expect(page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeVisible();
  await page.getByText('Não consigo ler o código').click();
  const secret = ((await page.locator('details code').textContent()) ?? '').replaceAll(' ', '');
  await code(page).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('heading', { name: 'Tudo certo' })).toBeVisible();
  return { secret, codes: await page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem').allTextContents() };
}
