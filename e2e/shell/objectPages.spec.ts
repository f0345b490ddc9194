/** The page of an object by keyboard: out of its list, through its tabs, to its neighbours, and back to the row. */
import * as groups from '@vitrine/contract/people/userGroups.ts';
import type { Page } from '@playwright/test';
import type { Call } from '../harness/caller.ts';
import { backToList, objectPage, row } from '../harness/grid.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

test.use({ viewport: { width: 1280, height: 600 } });

const nameOf = (number: number) => `Grupo ${String(number).padStart(2, '0')}`;

/** More than the window is high. */
async function addGroups(call: Call): Promise<void> {
  for (let number = 1; number <= 18; number += 1) await call(groups.add, { body: { name: nameOf(number) } });
}

/** Walks down the list; the first step enters it. */
async function walkTo(page: Page, name: string): Promise<void> {
  await expect(row(page, nameOf(1))).toBeVisible();
  for (let step = 0; step < 18; step += 1) {
    await page.keyboard.press('j');
    if (await row(page, name).evaluate((element) => element === document.activeElement)) return;
  }
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

async function expectBackAt(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL(/\/group_users(\?.*)?$/);
  await expect(row(page, name)).toBeFocused();
  await expect(row(page, name)).toBeInViewport({ ratio: 1 });
}

test('an object is opened, read and left by keyboard, and the focus is on its row again', async ({ page, admin, callAs }) => {
  await addGroups((await callAs(admin)).call);
  await signIn(page, admin, { at: '/group_users?q=grupo' });
  await walkTo(page, nameOf(14));
  await page.keyboard.press('Enter');
  const opened = objectPage(page, nameOf(14));
  await expect(opened.getByRole('heading', { level: 1, name: nameOf(14) })).toBeVisible();

  // The tabs are one stop of the Tab key, and arrows walk over them.
  const tab = (name: string) => opened.getByRole('tab', { name });
  for (let step = 0; step < 20 && !(await tab('Membros').evaluate((element) => element === document.activeElement)); step += 1)
    await page.keyboard.press('Tab');
  await expect(tab('Membros')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Acesso')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/\?tab=access$/);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/\/group_users\/[\da-f-]+$/);

  await page.keyboard.press('j');
  await expect(objectPage(page, nameOf(15))).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  const previous = objectPage(page, nameOf(13));
  await expect(previous).toBeVisible();

  // The menu "…" opens, is walked over and closed; Escape closes it alone.
  await previous.getByRole('button', { name: 'Ações', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Excluir' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(previous.getByRole('button', { name: 'Ações', exact: true })).toBeFocused();
  await expect(previous).toBeVisible();

  await page.keyboard.press('Escape');
  await expectBackAt(page, nameOf(13));
  await expect(page).toHaveURL(/\?q=grupo$/);
  // From there it goes on.
  await page.keyboard.press('j');
  await expect(row(page, nameOf(14))).toBeFocused();
});

test('back from an object the list stands where it stood, by the browser’s key and by the way above the title', async ({
  page,
  admin,
  callAs,
}) => {
  await addGroups((await callAs(admin)).call);
  await signIn(page, admin, { at: '/group_users' });
  await walkTo(page, nameOf(16));
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(0);
  for (const back of [() => page.goBack(), () => backToList(page), () => page.keyboard.press('Escape')]) {
    await page.keyboard.press('Enter');
    await expect(objectPage(page, nameOf(16))).toBeVisible();
    await back();
    await expectBackAt(page, nameOf(16));
    await expect.poll(() => scrolled(page)).toBe(before);
  }
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  // Whoever goes elsewhere and comes to the list again later is not taken anywhere.
  await page.keyboard.press('Enter');
  await expect(objectPage(page, nameOf(16))).toBeVisible();
  await menu.getByRole('link', { name: 'Usuários', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
  await menu.getByRole('link', { name: 'Grupos de usuários' }).click();
  await expect(row(page, nameOf(16))).toBeVisible();
  await expect(row(page, nameOf(16))).not.toBeFocused();
});

test('Escape in a field of an object is no way out', async ({ page, admin, callAs }) => {
  await addGroups((await callAs(admin)).call);
  await signIn(page, admin, { at: '/group_users' });
  await walkTo(page, nameOf(2));
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Configuração' }).click();
  const name = page.getByRole('textbox', { name: /^Nome/ });
  await name.fill('Outro nome');
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Outro nome');
  await expect(page).toHaveURL(/tab=settings/);
});
