import type { Page } from '@playwright/test';
import { reportingOrigin } from './addresses.ts';
import { demoApplication } from '@vitrine/emulator/definitions/demo.ts';
import { demoPassword } from '@vitrine/emulator/service/directory/demoDirectory.ts';

/** Chooses somebody on the page of the local directory, where an administrator has agreed for everybody, and gives the password. */
export async function signInAtDirectory(page: Page, name: string): Promise<void> {
  await page.request.put(`${reportingOrigin}/admin/consents/${demoApplication.client_id}`);
  await page.getByRole('button', { name }).click();
  await page.getByLabel('Senha').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}
