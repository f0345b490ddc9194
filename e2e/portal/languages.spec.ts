import { demoPeople } from '@vitrine/api/demo/people.ts';
import { locales } from '@vitrine/contract/fields.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Page } from '@playwright/test';
import { isRawKey, untranslatedIn } from './support/catalogue.ts';
import type { Station } from './support/everyScreen.ts';
import {
  adminStations,
  importStations,
  operatorStations,
  partnerStations,
  publicStations,
  readerStations,
  visit,
} from './support/everyScreen.ts';
import { expect, test } from './support/journey.ts';
import { fields } from './support/signIn.ts';
import { password } from './support/unit.ts';

/** Everything that is written on the page or said by it. The report within its frame is not ours. */
const texts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const spoken = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((element) =>
      ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    const written: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest('script, style, code, option')) written.push(walker.currentNode.nodeValue ?? '');
    }
    return [...new Set([...written, ...spoken].map((text) => text.trim()).filter(Boolean))];
  });

async function expectSpoken(page: Page, locale: Locale, stations: readonly Station[], data: readonly string[] = []): Promise<void> {
  const isUntranslated = untranslatedIn(locale);
  const wrong: string[] = [];
  for (const station of stations) {
    const where = await visit(page, station);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    const all = await texts(page);
    expect(all.length, where).toBeGreaterThan(2);
    wrong.push(
      ...all.filter((text) => !data.includes(text) && (isRawKey(text) || isUntranslated(text))).map((text) => `${where}: ${text}`),
    );
  }
  expect(wrong).toEqual([]);
}

async function signInSpeaking(page: Page, locale: Locale, { email }: { email: string }): Promise<void> {
  await page.goto('/signin');
  await page.locator('select').selectOption(locale);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await fields(page).email.fill(email);
  await fields(page).password.fill(password);
  await fields(page).password.press('Enter');
  await expect(page.locator('main#content')).toBeVisible();
}

/** What stands in the demo's files themselves: their names, and columns as whoever made them called them. */
const ofFiles = ['contratados.csv', 'temporarios.xlsx', 'Nome completo', 'E-mail', 'Grupos', 'Cargo'];

/** What the demo’s organisations wrote themselves: their subgroups, fields, terms and addresses. */
const ofUnits = [
  'Resultado',
  'Cargo',
  'Analista',
  'Gerente',
  'Privacidade',
  'Para quem cuida de logística e seguros.',
  'horizonte.localhost',
];

test.setTimeout(600_000);

for (const locale of locales) {
  test(`public pages speak ${locale}, and nothing else`, async ({ page }) => {
    await page.goto('/signin');
    await page.locator('select').selectOption(locale);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expectSpoken(page, locale, publicStations);
  });

  test(`an administrator’s screens in ${locale}`, async ({ page, admin, shelf }) => {
    const report = await shelf.publish({ name: 'Cinema' });
    await signInSpeaking(page, locale, admin);
    await expectSpoken(page, locale, adminStations(shelf, report));
  });

  test(`a file of people, step by step, in ${locale}`, async ({ page }) => {
    await signInSpeaking(page, locale, demoPeople.admin);
    await expectSpoken(page, locale, importStations, ofFiles);
  });

  test(`a partner’s screens in ${locale}`, async ({ page }) => {
    await signInSpeaking(page, locale, demoPeople.parceiro);
    await expectSpoken(page, locale, partnerStations, ofUnits);
  });

  test(`the operator’s screens in ${locale}`, async ({ page }) => {
    await signInSpeaking(page, locale, demoPeople.operador);
    await expectSpoken(page, locale, operatorStations);
  });

  test(`a reader’s first day in ${locale}`, async ({ page, reader }) => {
    await signInSpeaking(page, locale, reader);
    await expectSpoken(page, locale, readerStations);
  });
}

test('the check itself sees what is wrong', () => {
  const isUntranslated = untranslatedIn('es');
  expect(isUntranslated('Esqueci minha senha')).toBe(true);
  expect(isUntranslated('Bom dia, Célia')).toBe(true);
  expect(isUntranslated('Buenos días, Célia')).toBe(false);
  expect(isUntranslated('Cinema')).toBe(false);
  expect(isRawKey('reports:empty_text')).toBe(true);
  expect(isRawKey('trouble_network_title')).toBe(true);
  expect(isRawKey('Relatórios')).toBe(false);
  expect(untranslatedIn('pt-BR')('Esqueci minha senha')).toBe(false);
});
