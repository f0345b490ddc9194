/** Every screen that is built, as an address or as what somebody does to see it. In no language: nothing here reads a text. */
import { demoPartners } from '@vitrine/api/demo/people.ts';
import type { Page, Request } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Shelf } from './publishing.ts';

export type Station = {
  path: string;
  /** What is done there before it is looked at. */
  act?: (page: Page) => Promise<void>;
};

/** What anybody sees. */
export const publicStations: Station[] = [
  { path: '/signin' },
  { path: '/signin', act: (page) => page.locator('button[type="submit"]').click() },
  { path: '/forgot' },
  { path: '/new/password/inventado' },
  { path: '/config/2fa/inventado' },
  { path: '/auth/playlist/inventado' },
  { path: '/domain/notfound' },
  { path: '/ip/notallowed?ip=203.0.113.7' },
  { path: '/popup_blocked' },
];

/** What an administrator sees in a unit with a report. */
export function adminStations({ group_id }: Shelf, report: { id: string }): Station[] {
  const openMenu = (page: Page) => page.locator('header button[aria-haspopup="menu"]').last().click();
  const openRowMenu = async (page: Page) => {
    await page.locator('tbody [aria-haspopup="menu"]').first().click();
    await expect(page.getByRole('menu')).toBeVisible();
  };
  return [
    { path: '/' },
    { path: '/', act: openMenu },
    { path: '/', act: (page) => page.keyboard.press('Control+k') },
    { path: '/', act: (page) => page.keyboard.press('?') },
    { path: '/all/reports' },
    { path: '/all/reports?q=xyzw' },
    { path: `/${group_id}/reports` },
    { path: `/${report.id}/reports/view` },
    { path: `/${report.id}/reports/external` },
    { path: `/${report.id}/management/view?tab=views` },
    { path: `/${report.id}/management/view?tab=problems` },
    { path: `/${group_id}/reports/view` },
    { path: '/reports' },
    { path: '/reports', act: openRowMenu },
    { path: '/reports?edit=new' },
    { path: '/reports?order=1' },
    { path: `/reports?subgroups=${group_id}` },
    {
      path: '/reports',
      act: async (page) => {
        await openRowMenu(page);
        await page.getByRole('menuitem').last().click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    { path: '/management/report' },
    { path: '/management/report?register=1' },
    { path: `/management/report?report=${report.id}&tab=access` },
    { path: `/management/report?report=${report.id}&tab=settings` },
    { path: '/management/report?view=usage' },
    { path: '/management/report?view=refreshes' },
    { path: `/${report.id}/management/view` },
    { path: '/catalogs' },
    { path: '/catalogs?tab=mine' },
    { path: '/catalogs?tab=queue' },
    { path: '/catalogs?tab=history' },
    { path: '/playlists' },
    { path: '/playlists?edit=new' },
    { path: '/notifications' },
    { path: '/user' },
    { path: '/user?edit=new' },
    { path: '/user?tab=fields' },
    { path: '/user?import=new' },
    { path: '/group_users' },
    { path: '/group_users?edit=new' },
    { path: '/registrations' },
    { path: '/terms' },
    { path: '/terms?term=new' },
    { path: '/security' },
    { path: '/account' },
    { path: '/powerbi' },
    { path: '/powerbi?edit=new' },
    { path: '/audit' },
    { path: '/setting' },
    { path: '/nada/disso' },
  ];
}

export const readerStations: Station[] = [
  { path: '/' },
  { path: '/all/reports' },
  { path: '/catalogs' },
  { path: '/playlists' },
  { path: '/notifications' },
  { path: '/account' },
  { path: '/setting' },
  { path: '/powerbi' },
];

export const operatorStations: Station[] = [
  { path: '/partners' },
  { path: '/audit' },
  { path: '/report/a2m' },
  { path: '/analyze' },
  { path: '/powerbi' },
  { path: `/partners?partner=${demoPartners.horizonte.id}` },
];

const pending = new WeakMap<Page, Set<Request>>();

/** Requests of the page that are not answered yet. */
function pendingOf(page: Page): Set<Request> {
  const known = pending.get(page);
  if (known) return known;
  const open = new Set<Request>();
  page.on('request', (request) => {
    // What is told as it happens never ends.
    if (!/\/api\/live(\?|$)/.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  pending.set(page, open);
  return open;
}

/** Nothing is on its way and nothing moves, for two frames in a row: what was answered has been drawn. */
async function settled(page: Page, open: Set<Request>): Promise<void> {
  await expect(page.locator('main :is(h1, h2):visible').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const isStill = async () => {
    const moving = await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return document
        .getAnimations()
        .some(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
    });
    return open.size === 0 && !moving;
  };
  await expect.poll(isStill, { intervals: [20] }).toBe(true);
}

/** Goes there and does what is to be done. Answers a name for messages. */
export async function visit(page: Page, { path, act }: Station): Promise<string> {
  const open = pendingOf(page);
  await page.goto(path);
  await settled(page, open);
  if (act) {
    await act(page);
    await settled(page, open);
  }
  return `${path}${act ? ' (after an action)' : ''}`;
}

/** The screens that a person's menu names must be among those that are looked at. */
export async function expectMenuCovered(page: Page, stations: readonly Station[]): Promise<void> {
  const links = page.locator('nav [role="group"] > div > a[href]');
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(stations.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
}
