import type { Page } from '@playwright/test';
import { demoPassword } from '@vitrine/emulator/service/directory/demoDirectory.ts';

/** Chooses somebody on the page of the local directory, and gives the password. */
export async function signInAtDirectory(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByLabel('Senha').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}
