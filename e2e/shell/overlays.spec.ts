/** What opens above a screen keeps the rules of axe as the screen does: panels, the tour, menus, the palette and questions, in the light and in the dark. */
import { demoPeople } from '@vitrine/api/demo/people.ts';
import type { Locator, Page, Route } from '@playwright/test';
import { devices } from '@playwright/test';
import { settled } from '../harness/settled.ts';
import { bothSchemes, excessWidth, faultsIn } from '../harness/inspection.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: devices['Pixel 7'].userAgent },
};

type Overlay = { name: string; path: string; open: (page: Page) => Promise<void>; shows: (page: Page) => Locator };

const dialog = (page: Page) => page.getByRole('dialog');
const menu = (page: Page) => page.getByRole('menu');

/** On a phone the help stands in the menu. */
async function openHelp(page: Page, phone: boolean): Promise<void> {
  await page.locator(phone ? '[data-tour="menu"]' : '[data-tour="help"]').click();
  await (phone ? dialog(page).locator('button').last() : menu(page).getByRole('menuitem').first()).click();
  await expect(dialog(page).getByRole('searchbox')).toBeVisible();
}

const overlays = (phone: boolean): Overlay[] => [
  { name: 'help', path: '/user', open: (page) => openHelp(page, phone), shows: (page) => dialog(page).getByRole('searchbox') },
  {
    name: 'tour',
    path: '/',
    open: async (page) => {
      await openHelp(page, phone);
      await dialog(page)
        .getByRole('button', { name: /visita|Conhecer/ })
        .click();
    },
    shows: (page) => page.locator('dialog[open]'),
  },
  {
    name: 'notifications',
    path: '/',
    open: (page) => page.locator('header [aria-haspopup="dialog"]').click(),
    shows: dialog,
  },
  { name: 'palette', path: '/', open: (page) => page.locator('[data-tour="search"]').click(), shows: (page) => page.getByRole('combobox') },
  { name: 'account menu', path: '/', open: (page) => page.locator('[data-tour="account"]').click(), shows: menu },
  {
    name: 'menu of a row',
    path: '/user',
    open: (page) => page.locator('tbody [aria-haspopup="menu"]').first().click(),
    shows: menu,
  },
  {
    name: 'question with a typed name',
    path: '/group_users',
    open: async (page) => {
      await page.locator('tbody [aria-haspopup="menu"]').first().click();
      await page.getByRole('menuitem').last().click();
    },
    shows: (page) => dialog(page).locator('form dl'),
  },
  ...(phone
    ? [{ name: 'menu', path: '/', open: (page: Page) => page.locator('[data-tour="menu"]').click(), shows: dialog }]
    : [{ name: 'help menu', path: '/', open: (page: Page) => page.locator('[data-tour="help"]').click(), shows: menu }]),
];

test.describe.configure({ mode: 'parallel' });

for (const device of ['desktop', 'phone'] as const) {
  test.describe(device, () => {
    test.use({ ...screens[device], colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });

    test('nothing that opens breaks a rule of axe, or is wider than the window', async ({ page }) => {
      await signIn(page, demoPeople.admin);
      const wrong: string[] = [];
      for (const { name, path, open, shows } of overlays(device === 'phone')) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path);
        await settled(page);
        await open(page);
        await expect(shows(page).first(), name).toBeVisible();
        await settled(page);
        const excess = await excessWidth(page);
        const faults: string[] = [];
        for (const look of bothSchemes) faults.push(...(await faultsIn(page, look)));
        wrong.push(...faults.map((fault) => `${name}: ${fault}`), ...(excess > 0 ? [`${name}: ${excess} px wider than the window`] : []));
      }
      expect(wrong).toEqual([]);
    });

    test('a message covers neither the buttons of a page nor those of a panel', async ({ page }) => {
      await signIn(page, demoPeople.admin);
      const refuse = (route: Route) => (route.request().method() === 'GET' ? route.continue() : route.abort());
      await page.route('**/api/{users,user_groups}{,/**}', refuse);
      const message = page.locator('section[aria-label] [role="alert"]').first();
      /** Buttons of the page, or of the panel above it, that lie under the message. */
      const covered = async () =>
        message.evaluate((toast) => {
          const { left, right, top, bottom } = toast.getBoundingClientRect();
          const buttons = document.querySelectorAll(
            'main header :is(a, button), [role="dialog"] :is([data-above-toasts] button, button[type="submit"])',
          );
          return [...buttons].flatMap((button) => {
            const box = button.getBoundingClientRect();
            const apart = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom || box.width === 0;
            const onTop = button.closest('[role="dialog"]') !== null || document.querySelector('[role="dialog"]') === null;
            return apart || !onTop ? [] : [button.outerHTML];
          });
        });
      await page.goto('/user?user=new');
      await settled(page);
      await dialog(page).locator('input[name="name"], input[data-path="name"]').first().fill('Dália Prestes');
      await dialog(page).locator('input[type="email"], input[data-path="email"]').first().fill('dalia@aurora.example');
      await page.locator('button[type="submit"]').last().click();
      await expect(message).toBeVisible();
      await expect.poll(covered).toEqual([]);
      await page.goto('/group_users');
      await settled(page);
      await page.locator('tbody tr td[data-title] a').first().click();
      await page.locator('article [role="tab"]').nth(2).click();
      await page.locator('article form input:not([type="checkbox"])').first().fill('Campanhas de verão');
      await page.locator('article button[type="submit"]').click();
      await expect(message).toBeVisible();
      await expect.poll(covered).toEqual([]);
    });

    test('every step of the tour points at something that can be seen', async ({ page }) => {
      await signIn(page, demoPeople.admin);
      await openHelp(page, device === 'phone');
      await dialog(page)
        .getByRole('button', { name: /visita|Conhecer/ })
        .click();
      const light = page.locator('[data-tour-light]');
      const next = page.locator('dialog[open] [data-autofocus]');
      const places: string[] = [];
      for (;;) {
        await settled(page);
        const box = await light.boundingBox();
        const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
        expect(box && box.width > 20 && box.height > 20 && box.x >= -8 && box.y >= -8, JSON.stringify(box)).toBe(true);
        expect(box && box.x + box.width <= width + 8 && box.y + box.height <= height + 8, JSON.stringify(box)).toBe(true);
        places.push(JSON.stringify(box));
        await next.click();
        if (!(await page.locator('dialog[open]').isVisible())) break;
      }
      expect(places.length).toBeGreaterThan(4);
    });
  });
}
