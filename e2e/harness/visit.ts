/** Goes to a station, and knows those that a menu names. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Station } from './everyScreen.ts';
import { readKey } from './localKeys.ts';
import { pendingOf, settled } from './settled.ts';

/** Where nothing was done on the screen before, it is left as the menu leaves it. False where the page has to be loaded. */
async function goWithin(page: Page, path: string): Promise<boolean> {
  const isLeft = await page.evaluate((path) => {
    // Behind it stands the container of menus and dialogs.
    const screen = document.querySelector('#content > :nth-last-child(2)');
    const area = (address: string) => new URL(address, location.href).pathname.split('/')[1];
    if (!screen || !path.startsWith('/') || area(path) === area(location.href)) return false;
    screen.setAttribute('data-left', '');
    history.pushState(null, '', path);
    return true;
  }, path);
  if (isLeft) await expect(page.locator('[data-left]'), path).toHaveCount(0);
  return isLeft;
}

/** Goes there, does what is to be done, and makes sure that what was named is there. Answers a name for messages. */
export async function visit(page: Page, { path, act, shows }: Station, before?: Station): Promise<string> {
  if ((act || path.includes('?')) && !shows) throw new Error(`${path}: say what it shows`);
  const where = `${path}${act ? ' (after an action)' : ''}`;
  pendingOf(page);
  if (!before || before.act || !(await goWithin(page, path))) await page.goto(path);
  await settled(page);
  if (act) {
    await act(page);
    await settled(page);
  }
  if (shows) await expect(shows(page), where).toBeVisible();
  else await expect(page.locator('[data-page]'), where).toHaveCount(0);
  return where;
}

/** The screens that a person's menu names must be among those that are looked at. */
export async function expectMenuCovered(page: Page, stations: readonly Station[]): Promise<void> {
  const links = page.locator('nav [role="group"] > div > a[href]');
  await expect(links.first()).toBeVisible();
  // At a first sign-in the menu stands before the unit's configuration takes something out of it.
  await expect.poll(() => readKey(page, 'bi:config')).not.toBeNull();
  await settled(page);
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(stations.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
}
