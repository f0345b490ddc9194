/** Lists and the panels beside them. */
import type { Locator, Page } from '@playwright/test';

/** A row by the text of one of its cells. */
export const row = (page: Page, text: string): Locator =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: text, exact: true }) });

/** Opens the menu of a row and chooses. */
export async function chooseAction(page: Page, text: string, action: string): Promise<void> {
  await row(page, text).getByRole('button', { name: 'Ações' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The page of an object, by its name. */
export const objectPage = (page: Page, name: string): Locator => page.getByRole('article', { name });

/** From the page of an object to its list, as it was left. */
export const backToList = async (page: Page): Promise<void> => page.locator('article header nav a').click();

export const panel = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });
