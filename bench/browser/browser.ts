/** A browser with an empty cache, slowed CPU and network, and what it measured. */
import { type Browser, chromium, type Page } from 'playwright-core';

export type Conditions = {
  /** How many times slower than this machine. */
  cpu: number;
  line?: { megabits: number; latencyMs: number };
};

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
}

/** Opens a page with an empty cache, uses it and closes it. */
export async function inColdPage<T>(browser: Browser, conditions: Conditions, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript({ content: observing });
    const page = await context.newPage();
    const failures: Error[] = [];
    page.on('pageerror', (error) => failures.push(error));
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpu });
    if (conditions.line) {
      const bytesPerSecond = (conditions.line.megabits * 1_000_000) / 8;
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: conditions.line.latencyMs,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      });
    }
    const result = await use(page);
    if (failures[0]) throw failures[0];
    return result;
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page before anything else: records long tasks, and the moment at which a condition on the document became true,
 * looked at with every frame that is painted.
 */
const observing = `
  window.bench = { longTasks: [], events: {} };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  window.addEventListener('click', () => { bench.clickedAt = performance.now(); }, true);
  window.addEventListener('message', ({ data }) => {
    const name = /\\/events\\/(\\w+)$/.exec(data?.url ?? '')?.[1];
    if (name) bench.events[name] ??= performance.now();
  });
  bench.when = (isSo) => new Promise((resolve) => {
    const look = () => (isSo() ? resolve(performance.now()) : requestAnimationFrame(look));
    look();
  });
`;

/** Clears the browser's cache; the session stays. */
export async function clearCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** When an expression became true, in milliseconds since the page was asked for. */
export function when(page: Page, expression: string): Promise<number> {
  return page.evaluate(`bench.when(() => ${expression})`);
}

/** Total blocking time until a moment: the part above 50 ms of every task that began before. */
export async function blockingTime(page: Page, until: number): Promise<number> {
  const tasks = await page.evaluate<{ startTime: number; duration: number }[]>('bench.longTasks');
  return tasks.filter(({ startTime }) => startTime <= until).reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
}

/** Addresses of the scripts that had arrived by a moment. */
export async function scriptsUntil(page: Page, until: number): Promise<string[]> {
  const resources = await page.evaluate<{ name: string; responseEnd: number }[]>(
    `performance.getEntriesByType('resource').map(({ name, responseEnd }) => ({ name, responseEnd }))`,
  );
  const arrived = resources.filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= until);
  return [...new Set(arrived.map(({ name }) => name))];
}
