/** Each of the twelve colours of a theme is seen where people look. */
import type { ThemeColours } from '@vitrine/contract/organisation/branding.ts';
import { add, nothingOwn, publish, update, use } from '@vitrine/contract/organisation/themes.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import type { Page } from '@playwright/test';
import { siteOrigin } from '../harness/addresses.ts';
import { expect, test } from '../harness/journey.ts';
import { signIn } from '../harness/signIn.ts';

/** No two alike, and every text of them reads. */
const colours: ThemeColours = {
  background: '#f4f1ea',
  card: '#fffdf7',
  font: '#2a1f14',
  button: '#8a1c4a',
  button_font: '#fff8e7',
  group: '#d9e8d0',
  subgroup: '#e8f0f8',
  active_item: '#f7dfb5',
  active_item_font: '#5a2b00',
  login_background: '#10402f',
  login_button: '#0b5a8c',
  forgot_password_link: '#7a3b00',
};

type Seen = { font: string[]; surface: string[] };

/** Every colour of a text and of a surface that has a size on the page. */
const coloursOf = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const hex = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return alpha === 1 ? `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}` : '';
    };
    const shown = [...document.querySelectorAll('body, body *')].filter((element) => element.getClientRects().length > 0);
    const styles = shown.map((element) => getComputedStyle(element));
    const texts = styles.filter((_, at) =>
      [...(shown[at]?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    );
    return { font: texts.map(({ color }) => hex(color)), surface: styles.map(({ backgroundColor }) => hex(backgroundColor)) };
  });

const missing = (seen: Seen, what: { font?: (keyof ThemeColours)[]; surface?: (keyof ThemeColours)[] }) => [
  ...(what.font ?? []).filter((name) => !seen.font.includes(colours[name])),
  ...(what.surface ?? []).filter((name) => !seen.surface.includes(colours[name])),
];

test('every colour of a theme is on the pages that it is said to be for', async ({
  page,
  browser,
  database,
  unit,
  admin,
  reader,
  callAs,
  shelf,
}) => {
  const host = `cores-${unit.id.slice(-8)}.localhost`;
  await database.rows('insert into domain (host, tenant_id) values ($1, $2)', [host, unit.id]);
  const { call } = await callAs(admin);
  const subgroup = await call(reportGroups.addSubgroup, { params: { id: shelf.group_id }, body: { name: 'Linhas' } });
  await shelf.publish({ name: 'Automóveis de 1970 a 1982', subgroup_id: subgroup.id });
  const { id, version } = await call(add, { body: { name: 'Doze cores' } });
  const draft = { ...nothingOwn, own: ['colours' as const], colours };
  const saved = await call(update, { params: { id }, body: { name: 'Doze cores', draft, version } });
  await call(publish, { params: { id }, body: { version: saved.version, at: null } });
  await call(use, { params: { id }, body: { self: true, unit_ids: [] } });

  await page.goto(`${siteOrigin(host)}/signin`);
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
  expect(
    missing(await coloursOf(page), { font: ['font', 'forgot_password_link'], surface: ['login_background', 'login_button', 'card'] }),
  ).toEqual([]);

  await signIn(page, reader, { at: '/' });
  await page.getByRole('button', { name: 'Abrir Mercado' }).press('Enter');
  await page.getByText('Linhas').waitFor();
  expect(
    missing(await coloursOf(page), {
      font: ['font', 'active_item_font'],
      surface: ['background', 'card', 'group', 'subgroup', 'active_item'],
    }),
  ).toEqual([]);

  const office = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await signIn(office, admin, { at: '/user' });
  await office.getByRole('button', { name: 'Novo usuário' }).waitFor();
  expect(missing(await coloursOf(office), { font: ['button_font'], surface: ['button'] })).toEqual([]);
  await office.context().close();
});
