/** What is done on a screen before it is looked at, and what is seen then. Independent of the language: no texts are used. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

export const dialog = (page: Page) => page.getByRole('dialog');
export const menu = (page: Page) => page.getByRole('menu');
/** A card of the section that the address names. */
export const ownSection = (page: Page) => page.locator('main section').first();
export const form = (page: Page) => dialog(page).locator('form').first();
export const complaint = (page: Page) => page.locator('[aria-invalid="true"]').first();
export const chosenTab = (index: number) => (page: Page) =>
  page.locator(`[role="tab"]:nth-child(${index + 1})[aria-selected="true"]`).last();
/** A tab of the page of an object. */
export const objectTab = (index: number) => (page: Page) =>
  page.locator(`article [role="tab"]:nth-child(${index + 1})[aria-selected="true"]`);

export const submit = (page: Page) => page.locator('button[type="submit"]').last().click();
export const openFirstRow = (page: Page) => page.locator('tbody tr td[data-title] :is(button, a)').first().click();
/** What happened to the first object of a list is its last tab. */
export const openFirstHistory = async (page: Page) => {
  await openFirstRow(page);
  await page.locator('article [role="tab"]').last().click();
};
/** A tab of the page of the first object of a list. */
export const openFirstTab = (index: number) => async (page: Page) => {
  await openFirstRow(page);
  await page.locator('article [role="tab"]').nth(index).click();
};
/** The analysis of the unit that was used most. */
export const openFirstUnit = (page: Page) => page.locator('main table tbody a').first().click();
/** The mails of the first theme. */
export const openFirstMails = openFirstTab(1);
export const openRowMenu = async (page: Page) => {
  await page.locator('tbody [aria-haspopup="menu"]').first().click();
  await expect(menu(page)).toBeVisible();
};
/** With the pages beside its form, which a phone has folded. */
export const openFirstTheme = async (page: Page) => {
  await openFirstRow(page);
  await expect(page.locator('article form')).toBeVisible();
  const folded = page.locator('article form').locator('..').locator('summary').first();
  if ((page.viewportSize()?.width ?? 0) < 768) await folded.click();
};
export const themeFrame = (page: Page) => page.locator('article iframe');
/** The row's menu ends with what takes the row away. */
export const askToDelete = async (page: Page) => {
  await openRowMenu(page);
  await page.getByRole('menuitem').last().click();
};
/** A phone has a box in each row and none above them. */
export const selectAll = (page: Page) => page.locator('table input[type="checkbox"]').filter({ visible: true }).first().check();
/** Own data comes in parts, which are closed. */
/** What changes how much the servers write into their logs. */
export const openLogPanel = (page: Page) => page.locator('main section header').first().getByRole('button').last().click();

export const openParts = async (page: Page) => {
  const all = dialog(page).locator('details');
  await expect(all.first()).toBeVisible();
  await all.evaluateAll((parts) => parts.forEach((part) => part.setAttribute('open', '')));
};
export const shownPart = (page: Page) => dialog(page).locator('details[open] dd').first();
/** The third entry of a group's menu. */
export const openMigration = async (page: Page) => {
  await openRowMenu(page);
  await page.getByRole('menuitem').nth(2).click();
};
/** The first of the two ways to look at reports. */
export const showCovers = (page: Page) => page.locator('main header [aria-pressed]').first().click();
export const cards = (page: Page) => page.locator('main ul[data-layout="covers"] li').first();
export const openButton = (index: number) => (page: Page) => page.locator('main header button').nth(index).click();
