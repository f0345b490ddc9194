/** When a page has come to rest, so that it can be looked at. */
import type { Page, Request } from '@playwright/test';
import { expect } from '@playwright/test';

const pending = new WeakMap<Page, Set<Request>>();

/** Requests of the page that are not answered yet, of those that began after the first look. */
export function pendingOf(page: Page): Set<Request> {
  const known = pending.get(page);
  if (known) return known;
  const open = new Set<Request>();
  page.on('request', (request) => {
    // What is told as it happens never ends.
    if (!/\/api\/live(\?|$)/.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  pending.set(page, open);
  return open;
}

/** After two frames: what was answered has been drawn then. */
const isMoving = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return document.getAnimations().some(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
  });

/** Nothing moves, and no colour is on its way to another one: what would take its time is put at its end. */
export const still = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let round = 0; round < 50; round++) {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const moving = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
      if (moving.length === 0) return;
      for (const animation of moving) animation.finish();
    }
    throw new Error('What moves does not come to its end');
  });

/** What is not at rest. */
async function unrest(page: Page): Promise<string[]> {
  const moving = (await isMoving(page)) ? ['animated'] : [];
  const missing = await page.evaluate(() => [
    ...([...document.querySelectorAll('main :is(h1, h2)')].some((heading) => heading.checkVisibility()) ? [] : ['no heading']),
    ...(document.querySelector('[aria-busy="true"]') ? ['busy'] : []),
  ]);
  return [...moving, ...missing, ...[...pendingOf(page)].map((request) => request.url())];
}

/** There is a heading, nothing is on its way and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => unrest(page), { intervals: [20] }).toEqual([]);
}
