import { test as base } from '@playwright/test';
import type { Frame, FrameLocator, Page } from '@playwright/test';
import type * as powerbi from 'powerbi-client';
import { retailReport, startEmbedService } from './service.ts';
import type { EmbedService, TokenWish } from './service.ts';

export { expect } from '@playwright/test';

type HostEvent = { name: string; detail: unknown };

declare global {
  // What host/host.js puts on its window; the functions given to `evaluate` run there.
  var report: powerbi.Report;
  var models: typeof powerbi.models;
  var events: HostEvent[];
  var send: (method: string, url: string, body: unknown) => Promise<{ statusCode: number; body: unknown }>;
  var sendAsNeighbour: (method: string, url: string, body: unknown) => void;
  var hide: (hidden: boolean) => void;
  var start: (how: 'embed' | 'load' | 'createReport' | 'bootstrap' | 'quickCreate', config: object) => Promise<void>;
}

export type OpenWish = {
  report?: string;
  how?: 'embed' | 'load';
  token?: string | TokenWish;
  config?: Partial<powerbi.models.IReportEmbedConfiguration> & Record<string, unknown>;
  query?: string;
  /** What to wait for. */
  until?: string;
};

export type Host = {
  page: Page;
  service: EmbedService;
  /** The report as a reader sees it. */
  view: FrameLocator;
  open: (wish?: OpenWish) => Promise<void>;
  /** Bodies of the events of this name so far. */
  bodies: <Body = unknown>(name: string) => Promise<Body[]>;
  order: () => Promise<string[]>;
  /** Waits until the event has come so many times since the last `forget`. */
  wait: (name: string, times?: number) => Promise<void>;
  forget: () => Promise<void>;
  frame: () => Frame;
  /** Sends one raw message of the protocol and answers the reply. */
  send: (method: string, url: string, body?: unknown) => Promise<{ statusCode: number; body: unknown }>;
  visual: (name: string) => ReturnType<FrameLocator['locator']>;
  figure: (name: string) => Promise<string>;
  /** A click on what is drawn at this place of the window. */
  click: (place: { x: number; y: number }) => Promise<void>;
  /** The n-th bar of a bar chart, counted from the top: shapes change their order when they are selected. */
  clickBar: (visual: string, at: number, modifier?: 'Control') => Promise<void>;
};

export const cloud = 'https://app.powerbi.com';

/** A token that sees all rows of the retail company. */
export const everything: TokenWish = { report: retailReport, roles: ['Tudo'] };

export const test = base.extend<{ host: Host }, { service: EmbedService }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- the first argument of a fixture must be a pattern
    async ({}, use) => {
      const service = await startEmbedService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],

  host: async ({ page, context, service }, use) => {
    // The client insists on the cloud's address; its answers come from the local service instead.
    await context.route(`${cloud}/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(cloud, service.emulator.origin) });
      await route.fulfill({ response });
    });
    const view = page.frameLocator('iframe');
    const host: Host = {
      page,
      service,
      view,
      async open({ report = retailReport, how = 'embed', token = { ...everything, report }, config = {}, query = '', until } = {}) {
        const accessToken = typeof token === 'string' ? token : await service.mint(token);
        if (!page.url().startsWith(service.hostOrigin)) await page.goto(service.hostOrigin);
        const full = {
          type: 'report',
          id: report,
          tokenType: 1,
          accessToken,
          embedUrl: `${cloud}/reportEmbed?reportId=${report}${query}`,
          ...config,
        };
        await page.evaluate(([way, wanted]) => globalThis.start(way, wanted), [how, full] as const);
        await host.wait(until ?? (how === 'embed' ? 'rendered' : 'loaded'));
      },
      bodies: <Body>(name: string) =>
        page.evaluate((wanted) => globalThis.events.filter((event) => event.name === wanted).map((event) => event.detail), name) as Promise<
          Body[]
        >,
      order: () => page.evaluate(() => globalThis.events.map((event) => event.name)),
      async wait(name, times = 1) {
        await page.waitForFunction(([wanted, count]) => globalThis.events.filter((event) => event.name === wanted).length >= count, [
          name,
          times,
        ] as const);
      },
      forget: () => page.evaluate(() => void globalThis.events.splice(0)),
      frame() {
        const found = page.frames().find((one) => one.url().startsWith(cloud));
        if (!found) throw new Error('No report is embedded');
        return found;
      },
      send: (method, url, body) =>
        page.evaluate(([verb, path, content]) => globalThis.send(verb, path, content), [method, url, body] as const),
      visual: (name) => view.locator(`[data-visual="${name}"]`),
      figure: async (name) => (await view.locator(`[data-visual="${name}"] .figure`).textContent()) ?? '',
      async click({ x, y }) {
        await page.mouse.move(x, y);
        // What is under the pointer is marked in the next frame; pressed before and released after, it would be no click on either.
        await host.frame().evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        await page.mouse.click(x, y);
      },
      async clickBar(visual, at, modifier) {
        const shapes = ['#', 'rgb'].map((fill) => `[data-visual="${visual}"] .chart svg path[fill^="${fill}"]`).join(',');
        const places = await host.frame().evaluate<{ x: number; y: number }[]>(`[...document.querySelectorAll('${shapes}')]
          .map((path) => path.getBoundingClientRect())
          .map(({ x, y, width, height }) => ({ x: x + Math.min(8, width / 2), y: y + height / 2 }))
          .sort((a, b) => a.y - b.y)`);
        const place = places[at];
        if (!place) throw new Error(`${visual} has ${places.length} bars`);
        if (modifier) await page.keyboard.down(modifier);
        await host.click(place);
        if (modifier) await page.keyboard.up(modifier);
      },
    };
    await use(host);
    // What the report still asks when a test ends is nobody's concern.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
