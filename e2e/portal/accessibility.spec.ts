import AxeBuilder from '@axe-core/playwright';
import { demoPartners, demoPeople, demoUnits } from '@vitrine/api/demo/people.ts';
import { devices } from '@playwright/test';
import type { Page } from '@playwright/test';
import { siteOrigin } from './support/addresses.ts';
import type { Station } from './support/everyScreen.ts';
import {
  adminStations,
  demoStations,
  expectMenuCovered,
  operatorStations,
  partnerStations,
  publicStations,
  readerStations,
  refreshingStations,
  visit,
} from './support/everyScreen.ts';
import { expect, test } from './support/journey.ts';
import { nextMailTo } from './support/outbox.ts';
import { signIn } from './support/signIn.ts';

const hosts = [...Object.keys(demoUnits).map((unit) => `${unit}.localhost`), ...Object.values(demoPartners).map(({ host }) => host)];

/** What depends on colours alone. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Each violation with where it is: of all rules, or of these. */
async function violations(page: Page, where: string, only?: string[]): Promise<string[]> {
  // A report's frame is a document of its own, whose landmarks do not compete with the page's.
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      ...(only ? { runOnly: only } : { rules: { 'landmark-unique': { enabled: (await page.locator('iframe').count()) === 0 } } }),
    })
    .analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Goes everywhere once and looks at it in the light and in the dark. */
async function expectNone(page: Page, stations: readonly Station[]): Promise<void> {
  const found: string[] = [];
  for (const station of stations) {
    const where = await visit(page, station);
    found.push(...(await violations(page, where)));
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    found.push(...(await violations(page, `${where}, dark`, colourRules)));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  expect(found).toEqual([]);
}

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: devices['Pixel 7'].userAgent },
};

test.describe.configure({ mode: 'parallel' });

for (const [device, size] of Object.entries(screens)) {
  test.describe(`axe finds nothing: ${device}`, () => {
    test.use({ ...size, colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });
    test.setTimeout(600_000);

    test('public pages', async ({ page, reader, request }) => {
      await expectNone(page, publicStations);
      await request.post('/api/forgot/password', { data: { email: reader.email } });
      const link = /\/new\/password\/[\w-]+/.exec(await nextMailTo(reader.email))?.[0] ?? '';
      await expectNone(page, [{ path: link }]);
    });

    test('the sign-in pages of all brands', async ({ page }) => {
      await expectNone(
        page,
        hosts.map((host) => ({ path: `${siteOrigin(host)}/signin` })),
      );
    });

    test('an administrator’s screens', async ({ page, admin, shelf }) => {
      const report = await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
      const stations = adminStations(shelf, report);
      await signIn(page, admin);
      if (device === 'desktop') await expectMenuCovered(page, stations);
      await expectNone(page, stations);
    });

    test('what an administrator of the demo opens', async ({ page }) => {
      await signIn(page, demoPeople.admin);
      await expectNone(page, demoStations);
    });

    test('what a reader of the demo refreshes', async ({ page }) => {
      await signIn(page, demoPeople.elisa);
      await expectNone(page, refreshingStations);
    });

    test('a partner’s screens', async ({ page }) => {
      await signIn(page, demoPeople.parceiro);
      if (device === 'desktop') await expectMenuCovered(page, partnerStations);
      await expectNone(page, partnerStations);
    });

    test('a reader’s and the operator’s screens', async ({ page, context, reader }) => {
      await signIn(page, reader);
      if (device === 'desktop') await expectMenuCovered(page, readerStations);
      await expectNone(page, readerStations);
      await context.clearCookies();
      await page.evaluate(() => localStorage.clear());
      await signIn(page, demoPeople.operador);
      if (device === 'desktop') await expectMenuCovered(page, operatorStations);
      await expectNone(page, operatorStations);
    });
  });
}

test.describe('axe finds nothing in any brand', () => {
  test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });
  for (const [name, person] of Object.entries({
    aurora: 'admin',
    serra: 'serra_admin',
    litoral: 'litoral_admin',
    delta: 'delta_admin',
  } as const)) {
    test(name, async ({ page }) => {
      await signIn(page, demoPeople[person]);
      await expectNone(page, [
        { path: '/' },
        { path: '/reports' },
        { path: '/management/report?register=1', shows: (at) => at.getByRole('dialog') },
      ]);
    });
  }
});

test('the check itself sees what is wrong', async ({ page }) => {
  await page.goto('/signin');
  await page.locator('main').waitFor();
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')));
  expect(await violations(page, 'here')).toEqual([expect.stringMatching(/^here: image-alt: /)]);
});
