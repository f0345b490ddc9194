import { demoPeople, demoUnits } from '@vitrine/api/demo/people.ts';
import { siteOrigin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { readKey } from '../harness/localKeys.ts';
import { fields, signInByForm } from '../harness/signIn.ts';
import { password } from '../harness/unit.ts';

const { carla } = demoPeople;
const { aurora, serra } = demoUnits;
const auroraSite = siteOrigin('aurora.localhost');
const serraSite = siteOrigin('serra.localhost');

// Carla works where she worked last, and has no other session.
test.beforeEach(async ({ database }) => {
  for (const table of ['unit_use', 'session']) await database.rows(`delete from ${table} where person_id = $1`, [carla.id]);
});

test('somebody goes from the domain of one unit to the domain of another, in the same language', async ({ page, database }) => {
  await page.goto(`${auroraSite}/signin`);
  await page.getByLabel('Idioma').selectOption({ label: 'English' });
  await fields(page).email.fill(carla.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(aurora.name) }).click();
  await page.getByRole('menuitemradio', { name: serra.name }).click();
  await expect(page.getByText(`Opening ${serra.name}…`)).toBeVisible();
  await page.waitForURL(`${serraSite}/`);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(serra.name) })).toBeVisible();
  expect(await readKey(page, 'bi:cache')).toMatchObject({ tenant_id: serra.id, email: carla.email });

  const [old] = await database.rows('select end_reason from session where person_id = $1 and host = $2 order by created_at desc limit 1', [
    carla.id,
    'aurora.localhost',
  ]);
  expect(old).toEqual({ end_reason: 'company_change' });

  // The page before is that of the other domain: the token stands nowhere in the history.
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`^${auroraSite}/`));
});

test('the way over works once, and in no other browser', async ({ page, browser, database }) => {
  await page.goto(`${auroraSite}/signin`);
  await signInByForm(page, carla, { at: `${auroraSite}/signin` });
  // The browser is kept from following, so that somebody else may try first.
  const link = new Promise<string>((resolve) => {
    void page.route(`${serraSite}/change/company/**`, async (route) => {
      resolve(route.request().url());
      await route.abort();
    });
  });
  await page.getByRole('button', { name: new RegExp(aurora.name) }).click();
  await page.getByRole('menuitemradio', { name: serra.name }).click();
  const address = await link;

  const stranger = await (await browser.newContext({ userAgent: 'Mozilla/5.0 (another browser)' })).newPage();
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { name: 'A unidade não foi aberta' })).toBeVisible();
  await expect(stranger).toHaveURL(`${serraSite}/change/company`);
  await stranger.context().close();

  await page.unroute(`${serraSite}/change/company/**`);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'A unidade não foi aberta' })).toBeVisible();
  const sessions = await database.rows('select id from session where person_id = $1 and host = $2 and ended_at is null', [
    carla.id,
    'serra.localhost',
  ]);
  expect(sessions).toEqual([]);
});
