/** Nothing jumps while a screen is opened: skeletons have the place of what comes. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Page } from '@playwright/test';
import { visit } from '../harness/visit.ts';
import { expect, test } from '../harness/journey.ts';
import { shiftLimit, shiftsOf } from '../harness/layoutShift.ts';
import { signIn } from '../harness/signIn.ts';

test.use({ viewport: { width: 1440, height: 900 } });
test.setTimeout(240_000);

const ofReaders = ['/', '/all/reports', '/catalogs', '/playlists', '/notifications', '/account', '/setting'];
const ofAdministrators = [
  '/all/reports',
  '/catalogs',
  '/playlists',
  '/notifications',
  '/account',
  '/reports',
  '/management/report',
  '/management/report?view=usage',
  '/management/report?view=refreshes',
  '/user',
  '/group_users',
  '/registrations',
  '/privacy',
  '/privacy/incidents',
  '/terms',
  '/security',
  '/audit',
  '/powerbi',
];

/** Goes everywhere, and to the report that is first on the first page. */
async function expectStill(page: Page, paths: readonly string[]): Promise<void> {
  const link = page.getByRole('main').getByRole('link', { name: 'Vendas da rede' }).first();
  await expect(link).toBeVisible();
  const report = (await link.getAttribute('href')) ?? '';
  const jumpy: string[] = [];
  for (const path of [...paths, report]) {
    await visit(page, { path, shows: (at) => at.getByRole('main') });
    const { sum, moved } = await shiftsOf(page);
    if (sum > shiftLimit) jumpy.push(`${path}: ${sum.toFixed(3)} (${moved.join(' | ')})`);
  }
  expect(jumpy).toEqual([]);
}

test('the screens of an administrator', async ({ page }) => {
  await signIn(page, demoPeople.admin);
  await expectStill(page, ofAdministrators);
});

test('the screens of a reader', async ({ page }) => {
  await signIn(page, demoPeople.ana);
  await expectStill(page, ofReaders);
});
