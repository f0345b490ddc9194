/** Every screen of every role: on a desktop in the light and in the dark, and on a phone, each in two languages. */
import { looks as demoLooks } from '@vitrine/api/demo/looks.ts';
import { demoPartners, demoPeople, demoUnits } from '@vitrine/api/demo/people.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { themeCss } from '@vitrine/contract/theme.ts';
import type { Page } from '@playwright/test';
import { devices } from '@playwright/test';
import { encrypt } from '@vitrine/web/platform/storage.ts';
import { origin, siteOrigin } from '../harness/addresses.ts';
import { isRawKey, untranslatedIn } from '../harness/catalogue.ts';
import type { Station } from '../harness/everyScreen.ts';
import {
  administrationStations,
  demoStations,
  operatorStations,
  partnerStations,
  publicStations,
  publishingStations,
  readerStations,
  refreshingStations,
} from '../harness/everyScreen.ts';
import type { Looks } from '../harness/inspection.ts';
import { bothSchemes, excessWidth, expectSound, violations } from '../harness/inspection.ts';
import { expect, test } from '../harness/journey.ts';
import { nextMailTo } from '../harness/outbox.ts';
import { signIn } from '../harness/signIn.ts';
import { expectMenuCovered } from '../harness/visit.ts';

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: devices['Pixel 7'].userAgent },
};

const looks = {
  desktop: { locales: ['pt-BR', 'es'], schemes: bothSchemes },
  // Colours are the same on a phone.
  phone: { locales: ['en-US', 'pt-PT'], schemes: [{ colorScheme: 'light', rules: 'all but colours' }] },
} as const satisfies Record<keyof typeof screens, Looks>;

const hosts = [...Object.keys(demoUnits).map((unit) => `${unit}.localhost`), ...Object.values(demoPartners).map(({ host }) => host)];

/** What stands in the demo's files themselves: their names, and columns as whoever made them called them. */
const ofFiles = ['contratados.csv', 'temporarios.xlsx', 'Nome completo', 'E-mail', 'Grupos', 'Cargo'];

/** What the demo’s organisations wrote themselves: their groups, fields, terms and reasons. */
const ofUnits = [
  'Saúde',
  'Resultado',
  'Cargo',
  'Analista',
  'Gerente',
  'Privacidade',
  'Inglês',
  'Espanhol',
  'Idiomas',
  'Clientes',
  'Atendimento',
  'Para quem cuida de logística e seguros.',
  'Consultas, espera e leitos das cinco unidades',
  'Curiosidade sobre o clima da cidade.',
  'Lojas, todos os dias',
];

/** A question of the operator's, of which the log tells while nothing newer stands before it. */
const ofOperator = ['Posso ver o que o portal guarda sobre mim?'];

/** The language was chosen in this browser before, on every site. */
const speak = (page: Page, locale: Locale): Promise<unknown> =>
  page.addInitScript(
    (stored) => {
      const chosen = stored[location.origin];
      if (chosen) localStorage.setItem('bi:lang', chosen);
    },
    Object.fromEntries([origin, ...hosts.map(siteOrigin)].map((site) => [site, encrypt(JSON.stringify(locale), site)])),
  );

const demoBrands = Object.entries(demoLooks).map(([name, colours]) => ({ name, css: themeCss({ colours }) }));

test.describe.configure({ mode: 'parallel' });

for (const device of ['desktop', 'phone'] as const) {
  const look = looks[device];
  test.describe(device, () => {
    test.use({ ...screens[device], colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } });
    test.setTimeout(480_000);
    test.beforeEach(({ page }) => speak(page, look.locales[0]));
    const brands = device === 'desktop' ? demoBrands : [];

    type Options = { data?: readonly string[]; others?: readonly Station[] };
    /** The screens of the person's menu are among these or the others, which somebody else goes through. */
    const seesAll = async (page: Page, person: { email: string }, stations: readonly Station[], { data, others = [] }: Options = {}) => {
      await signIn(page, person);
      if (device === 'desktop') await expectMenuCovered(page, [...stations, ...others]);
      await expectSound(page, look, stations, { data: data ?? [], brands });
    };

    test('where an administrator publishes', async ({ page, admin, shelf }) => {
      const report = await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
      await seesAll(page, admin, publishingStations(shelf, report), { others: administrationStations });
    });

    test('where an administrator cares for people and the unit', async ({ page, admin, shelf }) => {
      const report = await shelf.publish({ name: 'Automóveis de 1970 a 1982' });
      await seesAll(page, admin, administrationStations, { others: publishingStations(shelf, report) });
    });

    test('a partner’s screens', ({ page }) => seesAll(page, demoPeople.parceiro, partnerStations, { data: ofUnits }));

    test('the operator’s screens', ({ page }) => seesAll(page, demoPeople.operador, operatorStations, { data: ofOperator }));

    test('a reader’s screens', ({ page, reader }) => seesAll(page, reader, readerStations));

    test('what an administrator of the demo opens', async ({ page }) => {
      await signIn(page, demoPeople.admin);
      await expectSound(page, look, demoStations, { data: [...ofFiles, ...ofUnits], brands });
    });

    test('what a reader of the demo refreshes', async ({ page }) => {
      await signIn(page, demoPeople.elisa);
      await expectSound(page, look, refreshingStations);
    });

    test('public pages', async ({ page, reader, request }) => {
      await request.post('/api/forgot/password', { data: { email: reader.email } });
      const link = /\/new\/password\/[\w-]+/.exec(await nextMailTo(reader.email))?.[0] ?? '';
      await expectSound(page, look, [...publicStations, { path: link }]);
    });

    test('the sign-in pages of all brands', async ({ page }) => {
      await expectSound(
        page,
        look,
        hosts.map((host) => ({ path: `${siteOrigin(host)}/signin` })),
        { data: ofUnits },
      );
    });

    // What a brand changes are colours.
    if (device === 'desktop')
      test('each brand inside', async ({ page, context }) => {
        for (const person of ['admin', 'serra_admin', 'litoral_admin', 'delta_admin'] as const) {
          await context.clearCookies();
          await signIn(page, demoPeople[person]);
          await expectSound(
            page,
            look,
            [{ path: '/' }, { path: '/reports' }, { path: '/management/report?register=1', shows: (at) => at.getByRole('dialog') }],
            { data: ofUnits },
          );
        }
      });
  });
}

test('the check itself sees what axe finds, and what is wider than the window', async ({ page }) => {
  await page.goto('/signin');
  await page.locator('main').waitFor();
  expect(await excessWidth(page)).toBe(0);
  await page.evaluate(() => {
    document.querySelector('main')?.append(document.createElement('img'));
    document.body.style.minWidth = '3000px';
  });
  expect(await violations(page, 'all')).toEqual([expect.stringMatching(/^image-alt: /)]);
  expect(await excessWidth(page)).toBeGreaterThan(0);
});

test('the check itself sees texts of another language', () => {
  const isUntranslated = untranslatedIn('es');
  expect(isUntranslated('Esqueci minha senha')).toBe(true);
  expect(isUntranslated('Bom dia, Célia')).toBe(true);
  expect(isUntranslated('Buenos días, Célia')).toBe(false);
  expect(isUntranslated('Cinema')).toBe(false);
  expect(isRawKey('reports:empty_text')).toBe(true);
  expect(isRawKey('trouble_network_title')).toBe(true);
  expect(isRawKey('Relatórios')).toBe(false);
  expect(isRawKey('vendas.localhost')).toBe(false);
  expect(untranslatedIn('pt-BR')('Esqueci minha senha')).toBe(false);
});
