/** Row 13: how soon a report is drawn, against a page that does nothing else. */
import type { Browser, Page } from 'playwright-core';
import type { Line, Measurement } from '../bench.ts';
import { clearCache, inColdPage, openBrowser, when } from '../browser/browser.ts';
import { password } from '../data.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { buildBareWeb } from '../servers/bareWeb.ts';
import { startLimit } from '../servers/limit.ts';
import { administrator, ask, reader, type Session, signIn, startPortal } from '../servers/portal.ts';
import { application, embedded, report, startReporting } from '../servers/reporting.ts';
import type { Server } from '../servers/server.ts';

const speeds = [1, 4] as const;
/** A person looks at the list before opening something. In that time the portal may prepare. */
const lookingMs = 4000;

const isRendered = 'bench.events.rendered !== undefined';
const renderedAt = async (page: Page): Promise<number> => {
  await when(page, isRendered);
  return page.evaluate<number>('bench.events.rendered');
};

type Registered = { id: string; title: string };

/**
 * The same report under many names, so that every opening is the first of its report: the portal has no token for it.
 */
async function registerReports(portal: Server, count: number): Promise<Registered[]> {
  const session = await signIn(portal, administrator(1));
  const { tenant_id: directory_id, client_id: application_id, client_secret: secret_value } = application;
  const account = await ask<{ id: string }>(portal, session, 'POST', '/api/reporting_accounts', {
    name: 'Local service',
    application_id,
    directory_id,
    secret_value,
  });
  const group = await ask<{ id: string }>(portal, session, 'POST', '/api/report_groups', { name: 'Opened', icon: 'chart' });
  const registered: Registered[] = [];
  for (let number = 1; number <= count; number++) {
    const title = `Opened ${number}!`;
    const { id } = await ask<{ id: string }>(portal, session, 'POST', '/api/reports', {
      title,
      group_id: group.id,
      account_id: account.id,
      workspace_id: report.workspace_id,
      external_report_id: report.id,
    });
    await ask(portal, session, 'POST', `/api/reports/${id}/grants`, { to: 'unit', to_id: null });
    registered.push({ id, title });
  }
  return registered;
}

async function enter(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/signin`);
  await page.fill('input[type=email]', reader(1, 3));
  await page.fill('input[type=password]', password);
  await page.click('button[type=submit]');
  await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
  // An open page keeps listening, so the network is never idle.
  await page.waitForLoadState();
  await page.waitForTimeout(lookingMs);
}

/** From the address of the report, signed in before, with nothing kept. */
function deepLink(browser: Browser, cpu: number, origin: string, { id }: Registered): Promise<number> {
  return inColdPage(browser, { cpu }, async (page) => {
    await enter(page, origin);
    await clearCache(page);
    await page.goto(`${origin}/${id}/reports/view`, { waitUntil: 'commit' });
    return renderedAt(page);
  });
}

/** From the list, by a click on the title. */
function fromList(browser: Browser, cpu: number, origin: string, { title }: Registered): Promise<number> {
  return inColdPage(browser, { cpu }, async (page) => {
    await enter(page, origin);
    await page.goto(`${origin}/all/reports?q=${encodeURIComponent(title)}`);
    const opener = page.locator('tbody tr', { hasText: title }).getByRole('link', { name: title, exact: true });
    await opener.waitFor();
    await page.waitForTimeout(lookingMs);
    await page.evaluate('bench.events = {}');
    await opener.click();
    return (await renderedAt(page)) - (await page.evaluate<number>('bench.clickedAt'));
  });
}

const slidesShown = 3;

async function addPlaylist(portal: Server, administration: Session, reports: readonly Registered[]): Promise<string> {
  const slides = reports.map(({ id }) => ({ report_id: id }));
  const body = { name: `Slides of ${reports[0]?.title}`, shared: true, update_seconds: 35, slides };
  return (await ask<{ id: string }>(portal, administration, 'POST', '/api/playlists', body)).id;
}

/** The frame that is seen; another one when the next slide has come. */
const front = `document.querySelector('[data-front] iframe')`;

/**
 * From the key to the slide that is seen, drawn before it came to the front: first for one that had time to get ready
 * behind the other, then for the one after it, which had none.
 */
function nextSlides(browser: Browser, cpu: number, origin: string, id: string): Promise<Sample> {
  return inColdPage(browser, { cpu }, async (page) => {
    await enter(page, origin);
    await page.goto(`${origin}/${id}/playlist/view`);
    await page.evaluate(`addEventListener('keydown', () => { bench.pressedAt = performance.now(); }, true)`);
    await when(page, `document.querySelector('[data-phase=showing]') && ${front}`);
    await page.waitForTimeout(lookingMs);
    const next = async (): Promise<number> => {
      await page.evaluate(`bench.front = ${front}`);
      await page.keyboard.press('ArrowRight');
      const shown = await when(page, `${front} && ${front} !== bench.front`);
      return shown - (await page.evaluate<number>('bench.pressedAt'));
    };
    const ready = await next();
    return { [`ready at ${cpu}`]: ready, [`unready at ${cpu}`]: await next() };
  });
}

function bare(browser: Browser, cpu: number, origin: string): Promise<number> {
  return inColdPage(browser, { cpu }, async (page) => {
    await page.goto(`${origin}/viewer.html`, { waitUntil: 'commit' });
    return renderedAt(page);
  });
}

export const measureViewer: Measurement = async (bench) => {
  const database = await bench.data.load('small', { fresh: true });
  const reporting = await startReporting();
  const origins = { ENTRA_URL: reporting.origin, POWERBI_URL: reporting.origin, ARM_URL: reporting.origin };
  const portal = await startPortal(database, origins);
  const limit = await startLimit(database, { WEB_DIR: await buildBareWeb(), EMBEDDED_REPORT: JSON.stringify(embedded(reporting, report)) });
  const browser = await openBrowser();
  try {
    const unopened = await registerReports(portal, (bench.rounds + 1) * speeds.length * (2 + slidesShown));
    const next = (): Registered => {
      const registered = unopened.pop();
      if (!registered) throw new Error('Every report has been opened');
      return registered;
    };
    const administration = await signIn(portal, administrator(1));
    const slides = async (cpu: number): Promise<Sample> => {
      const playlist = await addPlaylist(portal, administration, Array.from({ length: slidesShown }, next));
      return nextSlides(browser, cpu, portal.origin, playlist);
    };
    const at = async (open: (cpu: number) => Promise<number>): Promise<Sample> => ({ 'at 1': await open(1), 'at 4': await open(4) });
    const samples = await interleave(
      {
        deep: () => at((cpu) => deepLink(browser, cpu, portal.origin, next())),
        list: () => at((cpu) => fromList(browser, cpu, portal.origin, next())),
        slide: async () => ({ ...(await slides(1)), ...(await slides(4)) }),
        bare: () => at((cpu) => bare(browser, cpu, limit.origin)),
      },
      bench,
    );
    const line = (what: string, ours: Sample[], measured: string, target: number | null): Line => {
      const speed = measured.slice(measured.indexOf('at '));
      const ratio = ratioOf(
        ours.map((sample) => ({ [speed]: sample[measured] ?? Number.NaN })),
        samples.bare,
        speed,
      );
      const note = `${middleOf(ours, measured).toFixed(0)} ms, bare ${middleOf(samples.bare, speed).toFixed(0)} ms`;
      return { row: '13', what, ratio, target, note };
    };
    return [
      line('report from its address, CPU ×1', samples.deep, 'at 1', 1),
      line('report from its address, CPU ×4', samples.deep, 'at 4', 1.1),
      line('report from the list, CPU ×1', samples.list, 'at 1', 0.6),
      line('report from the list, CPU ×4', samples.list, 'at 4', 0.6),
      line('next slide of a playlist, CPU ×1', samples.slide, 'ready at 1', 0.5),
      line('next slide of a playlist, CPU ×4', samples.slide, 'ready at 4', 0.5),
      line('slide after that, asked for at once, CPU ×1', samples.slide, 'unready at 1', null),
      line('slide after that, asked for at once, CPU ×4', samples.slide, 'unready at 4', null),
    ];
  } finally {
    await browser.close();
    await Promise.all([portal.stop(), limit.stop()]);
    await reporting.stop();
  }
};
