/** What is looked at on every screen: the rules of axe, its texts, and whether it is as wide as the window. */
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { encrypt } from '@vitrine/web/platform/storage.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isRawKey, untranslatedIn } from './catalogue.ts';
import type { Station } from './everyScreen.ts';
import { visit } from './visit.ts';
import { settled, still } from './settled.ts';

const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What depends on colours alone. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type Rules = 'all' | 'colours' | 'all but colours';

/** Each violation of all rules, of those that depend on colours alone, or of the others. */
export async function violations(page: Page, rules: Rules): Promise<string[]> {
  await still(page);
  // Where the page was left from within, it stands there still.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(program);
  // A report's frame is a document of its own, whose landmarks do not compete with the page's.
  const isAlone = (await page.locator('iframe').count()) === 0;
  // On a phone the buttons below a form cover the edge of a field that is about to be scrolled to, and axe takes the rest for the target.
  const isWide = (page.viewportSize()?.width ?? 0) >= 768;
  const options: RunOptions = {
    resultTypes: ['violations'],
    // A frame is no part of the page: it would only be waited for.
    iframes: false,
    ...(rules === 'colours'
      ? { runOnly: colourRules }
      : {
          rules: {
            'landmark-unique': { enabled: isAlone },
            'target-size': { enabled: isWide },
            ...Object.fromEntries(colourRules.map((rule) => [rule, { enabled: rules === 'all' }])),
          },
        }),
  };
  return page.evaluate(async (options) => {
    // The program that was just evaluated has put it there, which no type of the page says.
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations: found } = await checker.run(document, options);
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, options);
}

/** All texts and accessible names of the page, without those of the report's frame. */
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

/** How far the page is wider than the window, so that it would have to be moved sideways. */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

/** What is looked at in a scheme. */
export type Look = { colorScheme: 'light' | 'dark'; rules: Rules };

/** A screen is looked at in both languages and in each scheme, one after the other: a visit costs more than the looking. */
export type Looks = { locales: readonly [Locale, Locale]; schemes: readonly Look[] };

/** In the dark only the colours are other ones. */
export const bothSchemes: readonly Look[] = [
  { colorScheme: 'light', rules: 'all' },
  { colorScheme: 'dark', rules: 'colours' },
];

/** While work is done no colour is on its way to another one: hundreds that change at once cost more than the looking. */
async function withoutTransitions<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const sheet = await page.evaluateHandle(() => {
    const none = new CSSStyleSheet();
    none.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(none);
    return none;
  });
  const result = await work();
  await sheet.evaluate((none) => void document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(none), 1));
  await sheet.dispose();
  return result;
}

/** The page in another brand, until it is left. */
const dress = (page: Page, { css }: Brand): Promise<void> =>
  page.locator('#vitrine-theme').evaluate((element, next) => void (element.textContent = next), css);

/** A name to tell it by, and its style sheet. */
type Brand = { name: string; css: string };

type Beside = {
  /** Texts that are sentences of the product and written by somebody as well. */
  data?: readonly string[];
  /** Instead of in the page's own brand each screen is looked at in these, in turn: screens share what they are made of. */
  brands?: readonly Brand[];
};

const spoken = async (page: Page): Promise<Locale> => (await page.locator('html').getAttribute('lang')) as Locale;

/** As if the language were chosen in another tab. */
async function speakInstead(page: Page, locale: Locale): Promise<void> {
  const written = encrypt(JSON.stringify(locale), new URL(page.url()).origin);
  await page.evaluate((written) => {
    localStorage.setItem('bi:lang', written);
    dispatchEvent(new StorageEvent('storage', { key: 'bi:lang' }));
  }, written);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await settled(page);
}

/** Texts of no language or another one, and whether it is as wide as the window. */
async function faultsOfTexts(page: Page, locale: Locale, data: readonly string[]): Promise<string[]> {
  const isUntranslated = untranslatedIn(locale);
  const all = await texts(page);
  expect(all.length, page.url()).toBeGreaterThan(2);
  const excess = await excessWidth(page);
  return [
    ...all.filter((text) => !data.includes(text) && (isRawKey(text) || isUntranslated(text))).map((text) => `${locale}: ${text}`),
    ...(excess > 0 ? [`${locale}: ${excess} px wider than the window`] : []),
  ];
}

export const faultsIn = (page: Page, look: Look, brand?: Brand): Promise<string[]> =>
  withoutTransitions(page, () => faultsInLook(page, look, brand));

async function faultsInLook(page: Page, { colorScheme, rules }: Look, brand?: Brand): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async (scheme) => {
    for (let frame = 0; document.documentElement.dataset['mantineColorScheme'] !== scheme; frame++) {
      if (frame > 600) throw new Error(`The page does not follow the system into ${scheme}`);
      await new Promise(requestAnimationFrame);
    }
  }, colorScheme);
  if (brand) await dress(page, brand);
  const found = await violations(page, rules);
  return found.map((violation) => `${colorScheme}${brand ? `, in the brand of ${brand.name}` : ''}: ${violation}`);
}

/** Goes everywhere once, and looks at each screen in both languages and in each scheme. */
export async function expectSound(
  page: Page,
  { locales, schemes }: Looks,
  stations: readonly Station[],
  { data = [], brands = [] }: Beside = {},
): Promise<void> {
  const wrong: string[] = [];
  for (const [index, station] of stations.entries()) {
    const where = await visit(page, station, stations[index - 1]);
    const first = await spoken(page);
    expect(locales).toContain(first);
    const faults = await faultsOfTexts(page, first, data);
    for (const [turn, look] of schemes.entries()) faults.push(...(await faultsIn(page, look, brands[(index + turn) % brands.length])));
    const second = locales[0] === first ? locales[1] : locales[0];
    await speakInstead(page, second);
    // What a form complained of stays as it was said.
    if ((await page.locator('[aria-invalid="true"]').count()) === 0) faults.push(...(await faultsOfTexts(page, second, data)));
    wrong.push(...faults.map((fault) => `${where}: ${fault}`));
  }
  expect(wrong).toEqual([]);
}
