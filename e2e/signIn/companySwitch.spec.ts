import { demoPeople, demoUnits } from '@vitrine/api/demo/people.ts';
import type { Page } from '@playwright/test';
import { origin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { readKey } from '../harness/localKeys.ts';
import { fields, signIn } from '../harness/signIn.ts';
import { password } from '../harness/unit.ts';

const { carla } = demoPeople;
const { aurora, serra } = demoUnits;

const buttonColour = (page: Page): Promise<string> =>
  page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--v-button').trim()`);

// Carla works where she worked last.
test.beforeEach(async ({ database }) => void (await database.rows('delete from unit_use where person_id = $1', [carla.id])));

test('somebody of two units changes from one to the other, and takes the language along', async ({ page }) => {
  await page.clock.install();
  await page.goto('/signin');
  await page.getByLabel('Idioma').selectOption({ label: 'English' });
  await fields(page).email.fill(carla.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(new RegExp(aurora.title));
  const colourBefore = await buttonColour(page);
  await page.goto('/all/reports');
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: new RegExp(aurora.name) }).click();
  await page.getByRole('textbox', { name: /Search/ }).fill('logistica');
  await expect(page.getByRole('menuitemradio')).toHaveCount(1);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('menuitemradio', { name: serra.name }).click();
  await expect.poll(() => readKey(page, 'bi:cache')).toMatchObject({ tenant_id: serra.id, email: carla.email });
  await expect(page.getByText(`Opening ${serra.name}…`)).toBeVisible();
  // What the other unit left is gone before the new unit comes.
  expect(await readKey(page, 'bi:config')).toBeNull();
  await page.clock.runFor(1990);
  await expect(page).toHaveURL(`${origin}/all/reports`);
  await page.clock.runFor(10);
  await expect(page).toHaveURL(`${origin}/`);
  // The page of the other unit: time that goes on while it is on its way would stand still there.
  await expect(page).toHaveTitle(new RegExp(serra.title));
  await page.clock.resume();
  await expect(page.getByRole('button', { name: new RegExp(serra.name) })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  expect(await buttonColour(page)).not.toBe(colourBefore);
});

test('the old session ends with the change, and the unit is where the next sign-in begins', async ({ page, context, database }) => {
  await signIn(page, carla);
  const before = await readKey(page, 'bi:cache');
  await page.getByRole('button', { name: new RegExp(aurora.name) }).click();
  await page.getByRole('menuitemradio', { name: serra.name }).click();
  await expect(page.getByRole('button', { name: new RegExp(serra.name) })).toBeVisible();
  const [ended] = await database.rows(
    `select end_reason from session where person_id = $1 and tenant_id = $2 order by created_at desc limit 1`,
    [carla.id, aurora.id],
  );
  expect(ended).toEqual({ end_reason: 'company_change' });
  expect((await readKey(page, 'bi:cache'))?.token).not.toBe(before?.token);

  await context.clearCookies();
  await page.evaluate('localStorage.clear()');
  await signIn(page, carla);
  await expect(page.getByRole('button', { name: new RegExp(serra.name) })).toBeVisible();
});
