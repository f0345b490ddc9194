/**
 * Brands that nobody should have, and that a database may hold all the same: from before colours were checked, or from a copy. Publishing
 * refuses them, so they are written past the portal. No screen breaks: texts read, and nothing is wider than the window.
 */
import { demoUnits } from '@vitrine/api/demo/people.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';
import { defaultColours } from '@vitrine/contract/theme.ts';
import type { Page } from '@playwright/test';
import { siteOrigin } from '../harness/addresses.ts';
import type { Database } from '../harness/database.ts';
import type { Station } from '../harness/everyScreen.ts';
import { excessWidth, violations } from '../harness/inspection.ts';
import { visit } from '../harness/visit.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

const one = (colour: string): ThemeColours =>
  Object.fromEntries(Object.keys(defaultColours).map((field) => [field, colour])) as ThemeColours;

/** As long as a title may be. */
const title = 'Portal dos indicadores do grupo, das filiais e dos parceiros';
const brands: Record<string, ThemeColours> = {
  'white on white': one('#ffffff'),
  black: one('#000000'),
  neon: {
    ...one('#39ff14'),
    background: '#ff00ff',
    card: '#ffff00',
    font: '#00ffff',
    button_font: '#ff00ff',
    active_item_font: '#ffff00',
    login_background: '#00ffff',
  },
};

/** The unit's own theme, as it stands after it was published. */
async function write(database: Database, tenant_id: string, colours: ThemeColours): Promise<void> {
  const document: ThemeDocument = { ...nothingOwn, own: ['colours', 'words'], colours, title };
  await database.rows(
    `update theme set draft = $2, published = $2, version = theme.version + 1
     from tenant_setting s where s.theme_id = theme.id and s.tenant_id = $1`,
    [tenant_id, JSON.stringify(document)],
  );
}

async function expectReadable(page: Page, stations: readonly Station[]): Promise<void> {
  const wrong: string[] = [];
  for (const station of stations) {
    const where = await visit(page, station);
    const excess = await excessWidth(page);
    wrong.push(
      ...(excess > 0 ? [`${where}: ${excess} px wider than the window`] : []),
      ...(await violations(page, 'colours')).map((violation) => `${where}: ${violation}`),
    );
  }
  expect(wrong).toEqual([]);
}

const dialog = (page: Page) => page.getByRole('dialog');
const openFirst = (page: Page) => page.locator('tbody tr td[data-title] :is(button, a)').first().click();
const object = (page: Page) => page.locator('article [role="tab"]').first();

for (const colorScheme of ['light', 'dark'] as const)
  for (const [name, colours] of Object.entries(brands))
    test.describe(`${name}, ${colorScheme}`, () => {
      test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });
      test.setTimeout(120_000);

      test('people read every text on the screens that they use', async ({ page, unit, admin, shelf, database }) => {
        const report = await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
        await write(database, unit.id, colours);
        await signIn(page, admin);
        await expect(page).toHaveTitle(new RegExp(title));
        await expectReadable(page, [
          { path: '/' },
          { path: '/', act: (at) => at.keyboard.press('Control+k'), shows: dialog },
          { path: '/user' },
          { path: '/user?user=new', shows: dialog },
          { path: '/user', act: openFirst, shows: object },
          { path: '/setting' },
          { path: '/whitelabels' },
          { path: '/whitelabels', act: openFirst, shows: object },
          { path: `/${report.id}/reports/view` },
          { path: '/nada/disso', shows: (at) => at.locator('[data-page="not-found"]') },
        ]);
      });
    });

test.describe('before anybody is known', () => {
  test.describe.configure({ mode: 'serial' });
  const host = `serra.localhost`;
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the sign-in page of a host with such a brand reads, ${colorScheme}`, async ({ browser, database }) => {
      const tenant_id = demoUnits.serra.id;
      const [before] = await database.rows<{ id: string; published: ThemeDocument }>(
        `select t.id, t.published from theme t join tenant_setting s on s.theme_id = t.id where s.tenant_id = $1`,
        [tenant_id],
      );
      try {
        for (const colours of Object.values(brands)) {
          const published = JSON.stringify({ ...before?.published, colours, title });
          await database.rows(`update theme set published = $2 where id = $1`, [before?.id, published]);
          const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 844 } });
          await expectReadable(page, [{ path: `${siteOrigin(host)}/signin` }, { path: `${siteOrigin(host)}/forgot` }]);
          await page.close();
        }
      } finally {
        await database.rows(`update theme set published = $2 where id = $1`, [before?.id, JSON.stringify(before?.published)]);
      }
    });
});
