import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { password } from './unit.ts';

/** The fields by what password managers know them by: the labels are in the person's language. */
export const fields = (page: Page) => ({
  email: page.locator('input[name="email"]'),
  password: page.locator('input[name="current-password"]'),
});

/** Signs in through the page and waits for the portal. */
export async function signIn(page: Page, { email }: { email: string }, { at = '/signin' } = {}): Promise<void> {
  await page.goto(at);
  await fields(page).email.fill(email);
  await fields(page).password.fill(password);
  await fields(page).password.press('Enter');
  await expect(page.locator('main#content')).toBeVisible();
}
