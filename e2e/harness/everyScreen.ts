/** Every screen that is built, as an address or as the steps to reach it. Independent of the language: no texts are used. */
import { demoClients } from '@vitrine/api/demo/contracts.ts';
import { demoImports, demoPartners } from '@vitrine/api/demo/people.ts';
import { operatorReportsPath } from '@vitrine/contract/wire.ts';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { readKey } from './localKeys.ts';
import type { Shelf } from './publishing.ts';
import { pendingOf, settled } from './settled.ts';

export type Station = {
  path: string;
  /** What is done there before it is looked at. */
  act?: (page: Page) => Promise<void>;
  /** What must be seen then. An address that opens something beside the page names it here, and so does whoever acts. */
  shows?: (page: Page) => Locator;
};

const dialog = (page: Page) => page.getByRole('dialog');
const menu = (page: Page) => page.getByRole('menu');
/** A card of the section that the address names. */
const ownSection = (page: Page) => page.locator('main section').first();
const form = (page: Page) => dialog(page).locator('form').first();
const complaint = (page: Page) => page.locator('[aria-invalid="true"]').first();
const chosenTab = (index: number) => (page: Page) => page.locator(`[role="tab"]:nth-child(${index + 1})[aria-selected="true"]`).last();
/** A tab of the page of an object. */
const objectTab = (index: number) => (page: Page) => page.locator(`article [role="tab"]:nth-child(${index + 1})[aria-selected="true"]`);

const submit = (page: Page) => page.locator('button[type="submit"]').last().click();
const openFirstRow = (page: Page) => page.locator('tbody tr td[data-title] :is(button, a)').first().click();
/** What happened to the first object of a list is its last tab. */
const openFirstHistory = async (page: Page) => {
  await openFirstRow(page);
  await page.locator('article [role="tab"]').last().click();
};
/** A tab of the page of the first object of a list. */
const openFirstTab = (index: number) => async (page: Page) => {
  await openFirstRow(page);
  await page.locator('article [role="tab"]').nth(index).click();
};
/** The analysis of the unit that was used most. */
const openFirstUnit = (page: Page) => page.locator('main table tbody a').first().click();
/** The mails of the first theme. */
const openFirstMails = openFirstTab(1);
const openRowMenu = async (page: Page) => {
  await page.locator('tbody [aria-haspopup="menu"]').first().click();
  await expect(menu(page)).toBeVisible();
};
/** With the pages beside its form, which a phone has folded. */
const openFirstTheme = async (page: Page) => {
  await openFirstRow(page);
  await expect(page.locator('article form')).toBeVisible();
  const folded = page.locator('article form').locator('..').locator('summary').first();
  if ((page.viewportSize()?.width ?? 0) < 768) await folded.click();
};
const themeFrame = (page: Page) => page.locator('article iframe');
/** The row's menu ends with what takes the row away. */
const askToDelete = async (page: Page) => {
  await openRowMenu(page);
  await page.getByRole('menuitem').last().click();
};
/** A phone has a box in each row and none above them. */
const selectAll = (page: Page) => page.locator('table input[type="checkbox"]').filter({ visible: true }).first().check();
/** Own data comes in parts, which are closed. */
const openParts = async (page: Page) => {
  const all = dialog(page).locator('details');
  await expect(all.first()).toBeVisible();
  await all.evaluateAll((parts) => parts.forEach((part) => part.setAttribute('open', '')));
};
const shownPart = (page: Page) => dialog(page).locator('details[open] dd').first();
/** The third entry of a group's menu. */
const openMigration = async (page: Page) => {
  await openRowMenu(page);
  await page.getByRole('menuitem').nth(2).click();
};
/** The first of the two ways to look at reports. */
const showCovers = (page: Page) => page.locator('main header [aria-pressed]').first().click();
const cards = (page: Page) => page.locator('main ul[data-layout="covers"] li').first();
const openButton = (index: number) => (page: Page) => page.locator('main header button').nth(index).click();

/** What anybody sees. */
export const publicStations: Station[] = [
  { path: '/signin' },
  { path: '/signin', act: submit, shows: complaint },
  { path: '/forgot' },
  { path: '/new/password/inventado' },
  { path: '/config/2fa/inventado' },
  { path: '/auth/playlist/inventado' },
  { path: '/domain/notfound' },
  { path: '/ip/notallowed?ip=203.0.113.7', shows: (page) => page.getByText('203.0.113.7') },
  { path: '/popup_blocked' },
];

/** Where an administrator publishes and reads, in a unit with a report. */
export function publishingStations({ group_id }: Shelf, report: { id: string }): Station[] {
  const openMenu = (page: Page) => page.locator('header button[aria-haspopup="menu"]').last().click();
  return [
    { path: '/' },
    { path: '/', act: openMenu, shows: menu },
    { path: '/', act: (page) => page.keyboard.press('Control+k'), shows: dialog },
    { path: '/', act: (page) => page.keyboard.press('?'), shows: dialog },
    { path: '/all/reports' },
    { path: '/all/reports', act: showCovers, shows: cards },
    { path: '/all/reports?q=xyzw', shows: (page) => page.locator('main h2') },
    { path: `/${group_id}/reports` },
    { path: `/${report.id}/reports/view` },
    { path: `/${report.id}/reports/external` },
    { path: `/${report.id}/management/view?tab=use`, shows: chosenTab(5) },
    { path: `/${group_id}/reports/view` },
    { path: '/reports' },
    { path: '/reports', act: openRowMenu, shows: menu },
    { path: '/reports?edit=new', shows: form },
    { path: '/reports?edit=new', act: submit, shows: complaint },
    { path: `/reports?edit=${group_id}`, shows: form },
    { path: '/reports?order=1', shows: dialog },
    { path: `/reports?subgroups=${group_id}`, shows: dialog },
    { path: '/reports', act: askToDelete, shows: form },
    { path: '/management/report' },
    { path: '/management/report', act: selectAll, shows: (page) => page.getByRole('toolbar') },
    { path: '/management/report?register=1', shows: dialog },
    { path: '/management/report?register=file', shows: form },
    { path: '/management/report?add=link', shows: form },
    { path: '/management/report?add=page', shows: form },
    { path: '/management/report?unused=1', shows: dialog },
    { path: `/management/report?clone=${report.id}`, shows: form },
    { path: `/management/report/${report.id}`, shows: objectTab(0) },
    { path: `/management/report/${report.id}?tab=settings`, shows: objectTab(1) },
    { path: `/management/report/${report.id}?tab=refresh`, shows: objectTab(2) },
    { path: `/management/report/${report.id}?tab=maintenance`, shows: objectTab(3) },
    { path: `/management/report/${report.id}?tab=health`, shows: objectTab(4) },
    { path: `/management/report/${report.id}?tab=use`, shows: objectTab(5) },
    { path: `/management/report/${report.id}?tab=history`, shows: objectTab(6) },
    { path: '/management/report/018f0000-0000-7000-8000-000000000000', shows: (page) => page.locator('[data-page="object-missing"]') },
    { path: '/management/report', act: askToDelete, shows: form },
    { path: '/management/report?view=usage', shows: chosenTab(1) },
    { path: '/management/report?view=refreshes', shows: chosenTab(2) },
    { path: '/management/report?audit=1', shows: (page) => page.locator('main table') },
    { path: '/management/report?audit=1', act: openFirstRow, shows: dialog },
    { path: `/${report.id}/management/view` },
    { path: '/catalogs' },
    { path: '/catalogs?tab=mine', shows: chosenTab(1) },
    { path: '/catalogs?tab=queue', shows: chosenTab(2) },
    { path: '/catalogs?tab=history', shows: chosenTab(3) },
    { path: '/playlists' },
    { path: '/playlists?edit=new', shows: form },
    { path: '/notifications' },
    { path: '/faq' },
    { path: '/powerbi' },
    { path: '/powerbi?edit=new', shows: form },
    { path: '/powerbi/workspace' },
    { path: '/powerbi/workspace?workspace=new', shows: form },
    { path: '/powerbi/resources' },
    { path: '/powerbi/resources?capacity=new', shows: form },
    { path: '/nada/disso', shows: (page) => page.locator('[data-page="not-found"]') },
  ];
}

/** Where an administrator who may set the second factor cares for people and the unit. */
export const administrationStations: Station[] = [
  { path: '/user' },
  { path: '/user?user=new', shows: form },
  { path: '/user?user=new', act: submit, shows: complaint },
  { path: '/user', act: openFirstRow, shows: objectTab(0) },
  { path: '/user', act: openRowMenu, shows: menu },
  { path: '/user', act: selectAll, shows: (page) => page.getByRole('toolbar') },
  { path: '/user?tab=fields', shows: chosenTab(1) },
  { path: '/user?tab=fields&field=new', shows: form },
  { path: '/user?import=new', shows: (page) => page.locator('main [aria-current="step"]') },
  { path: '/notifications/announcements' },
  { path: '/notifications/announcements?announcement=new', shows: form },
  { path: '/notifications/announcements?announcement=new', act: submit, shows: complaint },
  { path: '/notifications/texts' },
  { path: '/notifications/sign_in' },
  { path: '/auto_actions' },
  { path: '/auto_actions?task=new', shows: form },
  { path: '/auto_actions?task=new', act: submit, shows: complaint },
  { path: '/group_users' },
  { path: '/group_users?group=new', shows: form },
  { path: '/group_users?group=new', act: submit, shows: complaint },
  { path: '/registrations' },
  { path: '/registrations', act: openButton(0), shows: form },
  { path: '/privacy' },
  { path: '/remote/authorization' },
  { path: '/terms' },
  { path: '/terms?term=new', shows: form },
  { path: '/security' },
  { path: '/account' },
  { path: '/account?panel=data', act: openParts, shows: shownPart },
  { path: '/account?section=security', shows: ownSection },
  { path: '/account?section=preferences', shows: ownSection },
  { path: '/account?panel=ask', shows: form },
  { path: '/audit' },
  { path: '/audit', act: openFirstRow, shows: dialog },
  { path: '/domain' },
  { path: '/domain?domain=new', shows: dialog },
  { path: '/whitelabels' },
  { path: '/whitelabels?theme=new', shows: dialog },
  { path: '/unit/setup' },
  { path: '/setting' },
];

export const readerStations: Station[] = [
  { path: '/reports' },
  { path: '/' },
  { path: '/all/reports' },
  { path: '/catalogs' },
  { path: '/catalogs?tab=mine', shows: chosenTab(1) },
  { path: '/playlists' },
  { path: '/playlists?edit=new', shows: form },
  { path: '/notifications' },
  { path: '/remote/authorization' },
  { path: '/account' },
  { path: '/account?panel=data', act: openParts, shows: shownPart },
  { path: '/account?panel=ask', shows: form },
  { path: '/setting' },
  { path: '/powerbi', shows: (page) => page.locator('[data-page="forbidden"]') },
  { path: '/management/report', shows: (page) => page.locator('[data-page="forbidden"]') },
];

/** What a reader of the demo sees who may refresh data. */
export const refreshingStations: Station[] = [{ path: '/management/report', shows: (page) => page.locator('tbody tr').first() }];

/** What a partner sees, in the unit that it works in and above its units. */
export const partnerStations: Station[] = [
  { path: '/' },
  { path: '/all/reports' },
  { path: '/catalogs' },
  { path: '/notifications' },
  { path: '/notifications/announcements' },
  { path: '/notifications/announcements?announcement=new', shows: form },
  { path: '/notifications/texts' },
  { path: '/notifications/sign_in' },
  { path: '/help_desk' },
  { path: '/help_desk?ticket=new', shows: form },
  { path: '/companies' },
  { path: '/companies', act: openFirstRow, shows: objectTab(0) },
  { path: '/companies', act: openFirstHistory, shows: objectTab(1) },
  { path: '/user' },
  { path: '/user?user=new', shows: form },
  { path: '/user?tab=fields&field=new', shows: form },
  { path: '/registrations' },
  { path: '/privacy' },
  { path: '/group_users' },
  { path: '/group_users?group=new', shows: form },
  { path: '/group_users', act: openMigration, shows: dialog },
  { path: '/reports' },
  { path: '/auto_actions' },
  { path: '/management/report' },
  { path: '/analyze' },
  { path: '/analyze?period=90', act: openFirstUnit, shows: (page) => page.locator('main header a') },
  { path: '/powerbi' },
  { path: '/powerbi/workspace' },
  { path: '/powerbi/resources' },
  { path: '/powerbi/resources?capacity=new', shows: form },
  { path: '/faq' },
  { path: '/faq?level=partner', shows: chosenTab(1) },
  { path: '/faq?level=partner&edit=new', shows: form },
  { path: '/terms' },
  { path: '/terms?level=partner', shows: chosenTab(1) },
  { path: '/terms?level=partner&term=new', shows: form },
  { path: '/azure/saml' },
  { path: '/azure/saml?app=new', shows: form },
  { path: '/security' },
  { path: '/audit' },
  { path: '/audit?level=partner', shows: chosenTab(1) },
  { path: '/partner/setting' },
  { path: '/partner/staff' },
  { path: '/provisioning' },
  { path: '/registration' },
  { path: '/registration?register=new', shows: dialog },
  { path: `/registration/${demoClients[0].id}` },
  { path: '/maintenance' },
  { path: '/domain' },
  { path: '/domain?domain=new', shows: dialog },
  { path: '/whitelabels' },
  { path: '/whitelabels?theme=new', shows: dialog },
  { path: '/whitelabels', act: openFirstTheme, shows: themeFrame },
  { path: '/billing/summary' },
  { path: '/unit/setup' },
  { path: '/setting' },
  { path: '/account' },
];

export const operatorStations: Station[] = [
  { path: '/' },
  { path: '/platform/welcome' },
  { path: '/notifications/sign_in' },
  { path: '/partners' },
  { path: '/partners?partner=new', shows: dialog },
  { path: `/partners/${demoPartners.horizonte.id}` },
  { path: `/partners/${demoPartners.horizonte.id}?tab=members`, shows: chosenTab(1) },
  { path: `/partners/${demoPartners.horizonte.id}?tab=settings`, shows: chosenTab(2) },
  { path: '/client' },
  { path: '/client?client=new', shows: dialog },
  { path: `/client/${demoClients[0].id}` },
  { path: `/client/${demoClients[0].id}?tab=units`, shows: chosenTab(1) },
  { path: '/notifications' },
  { path: '/faq' },
  { path: '/faq?edit=new', shows: form },
  { path: '/terms' },
  { path: '/terms?term=new', shows: form },
  { path: '/terms', act: openFirstRow, shows: form },
  { path: '/maintenance' },
  { path: '/tickets/mailbox' },
  { path: '/audit' },
  { path: '/account' },
  { path: '/account?panel=data', act: openParts, shows: shownPart },
  { path: '/account?section=security', shows: ownSection },
  { path: '/account?section=preferences', shows: ownSection },
  { path: operatorReportsPath },
  { path: `${operatorReportsPath}?register=1`, shows: dialog },
  { path: '/billing' },
  { path: '/billing?view=charts', shows: chosenTab(1) },
  { path: '/domain' },
  { path: '/domain?domain=new', shows: dialog },
  { path: '/whitelabels' },
  { path: '/whitelabels?theme=new', shows: dialog },
  { path: '/whitelabels', act: openFirstTheme, shows: themeFrame },
  { path: '/analyze' },
  { path: '/analyze?period=90', act: openFirstUnit, shows: (page) => page.locator('main header a') },
  { path: '/powerbi' },
  { path: '/powerbi/workspace' },
  { path: '/powerbi/resources' },
];

/** The steps of a file of people of which the demo has one that waits and one that came in. */
const importStations: Station[] = [
  { path: `/user?import=${demoImports.waiting}`, shows: (page) => page.locator('main table') },
  { path: `/user?import=${demoImports.waiting}&step=review`, shows: complaint },
  { path: `/user?import=${demoImports.done}`, shows: (page) => page.locator('main table') },
];

/** What only the demo has enough of: lists with something in every state. Its administrator sees them. */
export const demoStations: Station[] = [
  { path: '/' },
  { path: '/all/reports' },
  { path: '/all/reports', act: showCovers, shows: cards },
  { path: '/catalogs' },
  { path: '/catalogs?tab=queue', act: openFirstRow, shows: dialog },
  { path: '/catalogs?tab=history', shows: chosenTab(3) },
  { path: '/whitelabels', act: openFirstTheme, shows: themeFrame },
  { path: '/auto_actions', act: openFirstRow, shows: objectTab(0) },
  { path: '/powerbi/resources', act: openFirstRow, shows: objectTab(0) },
  { path: '/powerbi/resources', act: openFirstTab(1), shows: (page) => page.locator('article form') },
  { path: '/powerbi/resources', act: openFirstTab(2), shows: (page) => page.locator('article table') },
  { path: '/powerbi/resources', act: openFirstTab(3), shows: (page) => page.locator('article ul').first() },
  { path: '/group_users', act: openFirstRow, shows: objectTab(0) },
  { path: '/group_users', act: openFirstHistory, shows: objectTab(3) },
  { path: '/group_users', act: askToDelete, shows: form },
  { path: '/playlists', act: openRowMenu, shows: menu },
  { path: '/privacy', act: openFirstRow, shows: dialog },
  { path: '/account?panel=data', act: openParts, shows: shownPart },
  { path: '/help_desk' },
  { path: '/help_desk?tab=handling', shows: chosenTab(2) },
  { path: '/help_desk?ticket=new', shows: form },
  { path: '/help_desk?ticket=new', act: submit, shows: complaint },
  { path: '/help_desk', act: openFirstRow, shows: objectTab(0) },
  { path: '/help_desk', act: selectAll, shows: (page) => page.getByRole('toolbar') },
  { path: '/help_desk/018f0000-0000-7000-8000-000000000000', shows: (page) => page.locator('[data-page="object-missing"]') },
  { path: '/faq' },
  { path: '/terms', act: openFirstRow, shows: form },
  { path: '/user', act: openFirstRow, shows: objectTab(0) },
  { path: '/user', act: openFirstHistory, shows: objectTab(3) },
  ...importStations,
  { path: '/management/report?view=usage', shows: chosenTab(1) },
  { path: '/management/report?view=refreshes', shows: chosenTab(2) },
  { path: '/audit', act: openFirstRow, shows: dialog },
  { path: '/notifications' },
  { path: '/whitelabels', act: openFirstMails, shows: (page) => page.locator('iframe[srcdoc]') },
];

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
