/** Row 15: how soon a report shows its first chart, against a page that holds the same picture and nothing else. */
import type { Browser, Page } from 'playwright-core';
import type { Measurement } from '../bench.ts';
import { inColdPage, openBrowser } from '../browser/browser.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { report, reportContent, workspaceId } from '../reportContent.ts';
import { buildBareWeb } from '../servers/bareWeb.ts';
import { startPages } from '../servers/limit.ts';
import { embedded, startService } from '../servers/reporting.ts';

const speeds = [1, 4] as const;
const line = { megabits: 10, latencyMs: 40 };
/** Few enough that the database is not what is measured. */
const rows = 100_000;

/** What a chart shows of its data, and not only its axes. */
const isPainted = `[...document.querySelectorAll(':is(.chart, #picture) svg path')].some((path) => path.getBBox().height > 12 && path.getBBox().width > 8)`;

/** Milliseconds of the frame's own clock, which starts when its address is asked for. */
async function paintedAt(page: Page): Promise<number> {
  const frame = page.frames()[1] ?? (await page.waitForEvent('frameattached'));
  // Until its document has come, the frame holds an empty one with another clock.
  await frame.waitForURL((url) => url.protocol === 'http:', { waitUntil: 'commit' });
  return frame.evaluate<number>(`bench.when(() => ${isPainted})`);
}

function firstPicture(browser: Browser, cpu: number, origin: string, show: 'showReport' | 'showPicture'): Promise<number> {
  return inColdPage(browser, { cpu, line }, async (page) => {
    await page.goto(`${origin}/frame.html`);
    await page.waitForFunction('window.isReady');
    await page.evaluate(`${show}()`);
    return paintedAt(page);
  });
}

export const measurePaint: Measurement = async (bench) => {
  const { root } = await reportContent(rows);
  const service = await startService({ CONTENT_DIR: root });
  const shown = embedded(service, { workspace_id: workspaceId, id: report.id });
  const pages = await startPages(await buildBareWeb(), { EMBEDDED_REPORT: JSON.stringify(shown) });
  const browser = await openBrowser();
  try {
    const at = async (show: 'showReport' | 'showPicture'): Promise<Sample> => ({
      'at 1': await firstPicture(browser, 1, pages.origin, show),
      'at 4': await firstPicture(browser, 4, pages.origin, show),
    });
    const samples = await interleave({ report: () => at('showReport'), picture: () => at('showPicture') }, bench);
    return speeds.map((cpu) => ({
      row: '15',
      what: `first chart of a report, CPU ×${cpu}`,
      ratio: ratioOf(samples.report, samples.picture, `at ${cpu}`),
      target: 1.5,
      note: `picture ${middleOf(samples.picture, `at ${cpu}`).toFixed(0)} ms`,
    }));
  } finally {
    await browser.close();
    await pages.stop();
    await service.stop();
  }
};
