import { alive } from '@vitrine/contract/system/health.ts';
import type { SecondStep, SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import type { CachedUser } from '@vitrine/web/platform/storage.ts';
import { encrypt } from '@vitrine/web/platform/storage.ts';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { origin } from './addresses.ts';
import { password } from './unit.ts';

/** The fields by what password managers know them by: the labels are in the person's language. */
export const fields = (page: Page) => ({
  email: page.locator('input[name="email"]'),
  password: page.locator('input[name="current-password"]'),
});

/** Signs in through the form, where that is what the journey is about, and waits for the portal. */
export async function signInByForm(page: Page, { email }: { email: string }, { at = '/signin' } = {}): Promise<void> {
  await page.goto(at);
  await fields(page).email.fill(email);
  await fields(page).password.fill(password);
  await fields(page).password.press('Enter');
  await expect(page.locator('main#content')).toBeVisible();
}

/** Of the portal's origin, and nothing runs on it. */
const blank = `${origin}${alive.path}`;

/** Leaves the page signed in as the form would have: the cookie is the browser's, the user stands in the page's store. */
async function openSession(page: Page, { email }: { email: string }): Promise<void> {
  await page.goto(blank);
  const answer = await page.evaluate(
    async ([path, body]) => {
      const answered = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return { ok: answered.ok, text: await answered.text() };
    },
    [login.path, JSON.stringify({ email, password })] as const,
  );
  const granted = JSON.parse(answer.text) as SignedIn | SecondStep;
  if (!answer.ok || 'status' in granted) throw new Error(`${email} was not let in: ${answer.text}`);
  const { user, token, tenant_id } = granted;
  const cached: CachedUser = { ...user, token, tenant_id };
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), ['bi:cache', encrypt(JSON.stringify(cached), origin)] as const);
}

/** Opens the portal at a path as somebody who signed in before. */
export async function signIn(page: Page, person: { email: string }, { at = '/' } = {}): Promise<void> {
  await openSession(page, person);
  await page.goto(at);
  await expect(page.locator('main#content')).toBeVisible();
}
