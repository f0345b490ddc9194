/** How a brand comes to those who look at the portal: with the first response, and to open pages without another one. */
import { add, get, publish, update, use } from '@vitrine/contract/organisation/themes.ts';
import { demoUnits } from '@vitrine/api/demo/people.ts';
import { looks } from '@vitrine/api/demo/looks.ts';
import { darkColours, themeVariables } from '@vitrine/contract/theme.ts';
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';
import type { Page } from '@playwright/test';
import { siteOrigin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';
import { makeUnit } from '../harness/unit.ts';

const buttonOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--v-button').trim());

/** A square picture, as the icon of the tab. */
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==', 'base64');

test('what an administrator publishes is on the open pages of the unit without a reload, and on those of no other unit', async ({
  browser,
  database,
  unit,
  admin,
  reader,
  callAs,
}) => {
  const { call } = await callAs(admin);
  const stranger = await (await makeUnit(database)).person('Otávio Reis', 'user');
  const open = async (person: { email: string }) => {
    const page = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
    await signIn(page, person);
    await page.evaluate(() => Object.assign(window, { isStillTheSame: true }));
    return page;
  };
  const [own, foreign] = [await open(reader), await open(stranger)];
  const before = await buttonOf(own);
  const foreignTitle = await foreign.title();

  const { id, version } = await call(add, { body: { name: 'Verão' } });
  const [picture] = await database.rows<{ id: string }>(
    `insert into theme_picture (id, tenant_id, kind, name, content_type, size, bytes)
     values (uuidv7(), $1, 'favicon', 'verao.png', 'image/png', $2, $3) returning id`,
    [unit.id, onePixel.length, onePixel],
  );
  const favicon = picture?.id ?? '';
  const draft = {
    ...nothingOwn,
    own: ['colours' as const, 'pictures' as const, 'words' as const],
    colours: { ...nothingOwn.colours, button: '#00695c' },
    favicon_id: favicon,
    title: 'Portal de verão',
  };
  const saved = await call(update, { params: { id }, body: { name: 'Verão', draft, version } });
  await call(publish, { params: { id }, body: { version: saved.version, at: null } });
  expect(await buttonOf(own)).toBe(before);
  await call(use, { params: { id }, body: { self: true, unit_ids: [] } });
  await expect.poll(() => buttonOf(own)).toBe('#00695c');
  await expect(own).toHaveTitle(/Portal de verão/);
  await expect(own.locator('link[rel="icon"]')).toHaveAttribute('href', new RegExp(favicon));

  // And the next version, by the button of the page.
  const again = { ...draft, colours: { ...draft.colours, button: '#8a1c4a' }, title: 'Portal de outono' };
  const { version: newest } = await call(get, { params: { id } });
  await call(update, { params: { id }, body: { name: 'Verão', draft: again, version: newest } });
  const page = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await signIn(page, admin, { at: `/whitelabels/${id}` });
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect.poll(() => buttonOf(own)).toBe('#8a1c4a');
  await expect(own).toHaveTitle(/Portal de outono/);

  for (const each of [own, foreign]) expect(await each.evaluate(() => 'isStillTheSame' in window)).toBe(true);
  expect(await buttonOf(foreign)).toBe(before);
  expect(await foreign.title()).toBe(foreignTitle);
  for (const each of [own, foreign, page]) await each.context().close();
});

const shown = (colours: ThemeColours, scheme: 'light' | 'dark') => themeVariables(scheme === 'light' ? colours : darkColours(colours));
const rgb = (hex = '') => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

for (const colorScheme of ['light', 'dark'] as const)
  test(`before anybody is known the first frame is in the brand of the host already, ${colorScheme}`, async ({ browser }) => {
    const page = await (await browser.newContext({ colorScheme, locale: 'pt-BR' })).newPage();
    // Each frame from the first on, before any script of the page runs.
    await page.addInitScript(() => {
      const frames: { title: string; surface: string; icon: string | null }[] = [];
      Object.assign(window, { frames_seen: frames });
      const look = () => {
        if (document.body)
          frames.push({
            title: document.title,
            surface: getComputedStyle(document.body).backgroundColor,
            icon: document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? null,
          });
        if (frames.length < 200) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(`${siteOrigin('aurora.localhost')}/signin`);
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
    // What a type of the page does not say: the script above has put it there.
    const frames = await page.evaluate(() => (window as unknown as { frames_seen: { title: string; surface: string }[] }).frames_seen);
    expect(frames.length).toBeGreaterThan(0);
    const variables = shown(looks.aurora, colorScheme);
    const surfaces = [...new Set(frames.map(({ surface }) => surface))];
    expect(surfaces).toEqual([rgb(variables['background'])]);
    expect([...new Set(frames.map(({ title }) => title))].filter((title) => !title.includes(demoUnits.aurora.title))).toEqual([]);
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toHaveCSS('background-color', rgb(variables['login-button']));
    await page.context().close();
  });

test('the first response alone has theme, title, methods and languages: without a script nothing flashes', async ({ page }) => {
  const html = (await (await page.goto(`${siteOrigin('aurora.localhost')}/signin`))?.text()) ?? '';
  expect(html).toContain(`<title>${demoUnits.aurora.title}</title>`);
  expect(html).toContain(`--v-button:${looks.aurora.button}`);
  const given = JSON.parse(/<script[^>]*id="vitrine-login"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as Record<string, unknown>;
  expect(given).toMatchObject({ title: demoUnits.aurora.title, methods: ['password'] });
  expect(JSON.stringify(given['notices'])).toContain('fora do ar para manutenção');
  expect(given['languages']).toEqual(expect.arrayContaining(['pt-BR', 'es']));
});
