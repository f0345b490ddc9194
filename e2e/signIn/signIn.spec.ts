import { configurationCodec } from '@vitrine/contract/wire.ts';
import { menu, mine } from '@vitrine/contract/reading/reportReading.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { origin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { fields } from '../harness/signIn.ts';
import { password } from '../harness/unit.ts';

/** A different one in each test, because repeated wrong passwords are limited across accounts. */
let wrong = '';
test.beforeEach(() => {
  wrong = `Incorreta-${crypto.randomUUID()}`;
});

test('a wrong password is told under the form, the address stays, and the right one opens the portal', async ({ page, reader }) => {
  const { email, password: box } = fields(page);
  await page.goto('/signin');
  await email.fill(reader.email);
  await box.fill(wrong);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();

  await expect(page.getByText('Usuário ou senha incorretos!')).toBeVisible();
  await expect(email).toHaveValue(reader.email);
  await expect(box).toBeFocused();
  await expect(page.getByRole('link', { name: 'Esqueci minha senha' })).toBeVisible();

  // What was wrong is selected: typing replaces it.
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /(Bom dia|Boa tarde|Boa noite), Célia/ })).toBeVisible();
  await expect(page).toHaveURL(`${origin}/`);
});

test('the language is chosen before, kept at the sign-in, and changed within', async ({ page, database, reader }) => {
  await page.goto('/signin');
  await page.getByLabel('Idioma').selectOption({ label: 'English' });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');

  await fields(page).email.fill(reader.email);
  await fields(page).password.fill(wrong);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect user or password!')).toBeVisible();
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

  const otherTab = await page.context().newPage();
  await otherTab.goto('/account');
  await expect(otherTab.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
  await expect(otherTab.getByRole('heading', { name: 'Mi cuenta', level: 1 })).toBeVisible();
  const languageOf = async () => (await database.rows<{ language: string }>('select language from person where id = $1', [reader.id]))[0];
  await expect.poll(languageOf).toEqual({ language: 'es' });

  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
  await page.getByRole('button', { name: /^Tu cuenta|^Su cuenta/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
});

test('whoever wanted a page is sent there after signing in', async ({ page, admin }) => {
  await page.goto('/reports?q=vendas');
  await expect(page).toHaveURL(`${origin}/signin?redirect=%2Freports%3Fq%3Dvendas`);
  await fields(page).email.fill(admin.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/reports?q=vendas`);
  await expect(page.getByRole('heading', { name: 'Grupos de relatórios' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Buscar nesta lista' })).toHaveValue('vendas');
});

test('the welcome is shown one second after the first landing, once', async ({ page, unit, reader, callAs }) => {
  // The text belongs to the whole platform: setting it would greet every other journey too.
  const config = await (await callAs(reader)).call(getConfig, {});
  const welcome_message = { ...config.welcome_message, message_ptbr: 'Novos painéis!' };
  const json = configurationCodec.toWire({ ...config, welcome_message, welcome_due: 'a'.repeat(32) });
  await page.route(/\/api\/auth\/config\/(getConfig|remote_config)$/, (route) => route.fulfill({ json }));
  const welcome = page.getByRole('dialog', { name: 'Bem-vindo' });
  await page.clock.install();
  await page.goto('/signin');
  await page.clock.pauseAt(Date.now() + 60_000);
  await fields(page).email.fill(reader.email);
  await fields(page).password.fill(password);
  await page.keyboard.press('Enter');
  // The page's time goes in small steps until the unit's name says that the configuration is there.
  const hasConfiguration = async () => {
    await page.clock.runFor(10);
    return page.getByRole('banner').getByText(unit.name).isVisible();
  };
  await expect.poll(hasConfiguration, { intervals: [20] }).toBe(true);
  await page.clock.runFor(900);
  await expect(welcome).toHaveCount(0);
  await page.clock.runFor(150);
  await page.clock.resume();
  await expect(welcome.getByText('Novos painéis!')).toBeVisible();
  await welcome.getByRole('button', { name: 'Continuar' }).click();
  await expect(welcome).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('heading', { name: /Célia/ })).toBeVisible();
  await page.clock.runFor(5000);
  await expect(welcome).toHaveCount(0);
});

test('what the first list shows is asked for before the portal is drawn, and once', async ({ page, reader }) => {
  await page.goto('/signin?redirect=/all/reports');
  await fields(page).email.fill(reader.email);
  // While the password is typed the portal arrives.
  await page.waitForLoadState('networkidle');
  await fields(page).password.fill(password);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'xhr') asked.push(new URL(request.url()).pathname);
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Relatórios' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first: string[] = [login.path, getConfig.path, mine.path, menu.path];
  expect(asked.slice(0, first.length).toSorted()).toEqual(first.toSorted());
  expect(asked.filter((path) => first.includes(path))).toHaveLength(first.length);
});

test('the sign-in page stays where it was drawn, with the same typeface, while fonts and the portal arrive behind it', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shift = list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
      document.documentElement.dataset['shift'] = String(Number(document.documentElement.dataset['shift'] ?? 0) + shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  const loadedFonts = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  const hasStylesOfPortal = () => page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes('/shell-') === true));
  await page.goto('/signin', { waitUntil: 'commit' });
  await expect(fields(page).email).toBeVisible();
  expect(await loadedFonts()).not.toContain('Inter');
  release();
  await expect.poll(loadedFonts).toContain('Inter');
  // The first letter has the portal fetched.
  await fields(page).email.pressSequentially('a');
  await expect.poll(hasStylesOfPortal).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^Inter,/);
  expect(await page.evaluate(() => getComputedStyle(document.body).lineHeight)).toBe('24px');
  expect(Number(await page.evaluate(() => document.documentElement.dataset['shift'] ?? '0'))).toBeLessThanOrEqual(0.01);
});
