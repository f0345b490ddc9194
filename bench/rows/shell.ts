/** Row 12: what the browser loads, and how long people wait, until they can sign in and until they see their reports. */
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { Line, Measurement } from '../bench.ts';
import { blockingTime, inColdPage, openBrowser, scriptsUntil, when } from '../browser/browser.ts';
import { asOwner, password } from '../data.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { buildBareWeb } from '../servers/bareWeb.ts';
import { startLimit } from '../servers/limit.ts';
import { reader, startPortal } from '../servers/portal.ts';

const conditions = { cpu: 4, line: { megabits: 10, latencyMs: 40 } };
/** Work that follows the first picture belongs to it too. */
const settleMs = 1000;
/** A realistic minimum time to type e-mail and password. */
const typingMs = 2000;

const boxIsUsable = `[...document.querySelectorAll('input[type=password]')].some((box) => box.offsetParent && !box.disabled)`;
const listIsShown = (title: string): string =>
  `[...document.querySelectorAll('tbody tr')].some((row) => row.textContent.includes(${JSON.stringify(title)}))`;

const sizes = new Map<string, number>();

async function gzipped(addresses: readonly string[]): Promise<number> {
  let sum = 0;
  for (const address of addresses) {
    let size = sizes.get(address);
    if (size === undefined) {
      const answer = await fetch(address);
      size = gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length;
      sizes.set(address, size);
    }
    sum += size;
  }
  return sum;
}

function firstMinute(browser: Browser, address: string, email: string, title: string): Promise<Sample> {
  return inColdPage(browser, conditions, async (page) => {
    await page.goto(address, { waitUntil: 'commit' });
    const ready = await when(page, boxIsUsable);
    await page.waitForTimeout(settleMs);
    const blocking = await blockingTime(page, ready + settleMs);
    const loginBytes = await gzipped(await scriptsUntil(page, ready));
    await page.fill('input[type=email]', email);
    await page.waitForTimeout(typingMs);
    await page.fill('input[type=password]', password);
    await page.click('button[type=submit]');
    const shown = await when(page, listIsShown(title));
    const clicked = await page.evaluate<number>('bench.clickedAt');
    return {
      ready,
      blocking,
      'login bytes': loginBytes,
      list: shown - clicked,
      'list bytes': await gzipped(await scriptsUntil(page, shown)),
    };
  });
}

export const measureShell: Measurement = async (bench) => {
  const database = await bench.data.load('p10k');
  const email = reader(1, 3);
  // Both go straight to the list after signing in.
  const [title] = await asOwner(database.ownerUrl, async (client) => {
    await client.query(`update tenant_setting set value = value || '{"home_page": "/all/reports"}'`);
    const { rows } = await client.query<{ title: string }>(
      `select r.title from report r join report_grant g on g.tenant_id = r.tenant_id and g.report_id = r.id
       join membership m on m.tenant_id = g.tenant_id and m.id = g.membership_id join person p on p.id = m.person_id
       where p.email = $1 order by r.title_sort limit 1`,
      [email],
    );
    return rows.map((row) => row.title);
  });
  const portal = await startPortal(database);
  const limit = await startLimit(database, { WEB_DIR: await buildBareWeb() });
  const browser = await openBrowser();
  try {
    const samples = await interleave(
      {
        portal: () => firstMinute(browser, `${portal.origin}/signin`, email, title ?? ''),
        bare: () => firstMinute(browser, `${limit.origin}/`, email, title ?? ''),
      },
      bench,
    );
    const { portal: ours, bare } = samples;
    const kilobytes = (what: string): string =>
      `${(middleOf(ours, what) / 1000).toFixed(0)} KB; bare ${(middleOf(bare, what) / 1000).toFixed(0)} KB`;
    const milliseconds = (what: string): string => `${middleOf(ours, what).toFixed(0)} ms, bare ${middleOf(bare, what).toFixed(0)} ms`;
    const lines: Line[] = [
      {
        row: '12',
        what: 'JavaScript until the sign-in box',
        ratio: ratioOf(ours, bare, 'login bytes'),
        target: 1.8,
        note: kilobytes('login bytes'),
      },
      {
        row: '12',
        what: 'JavaScript until the first list',
        ratio: ratioOf(ours, bare, 'list bytes'),
        target: 3.5,
        note: kilobytes('list bytes'),
      },
      { row: '12', what: 'sign-in box usable', ratio: ratioOf(ours, bare, 'ready'), target: 1.6, note: milliseconds('ready') },
      { row: '12', what: 'blocking time', ratio: ratioOf(ours, bare, 'blocking'), target: 1.8, note: milliseconds('blocking') },
      { row: '12', what: 'click until the first list', ratio: ratioOf(ours, bare, 'list'), target: 2, note: milliseconds('list') },
    ];
    return lines;
  } finally {
    await browser.close();
    await Promise.all([portal.stop(), limit.stop()]);
  }
};
