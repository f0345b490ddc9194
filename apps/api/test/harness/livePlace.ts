import type { Browser } from './browser.ts';

/** What a page of the browser is told when it comes: its place, and what it missed since the one that it had. */
export async function hear(browser: Browser, last?: string): Promise<string> {
  const since = last === undefined ? '' : `&last=${encodeURIComponent(last)}`;
  return (await browser.inject({ method: 'GET', url: `/api/live?once=true${since}` })).body;
}

/** The place of the last event of a page. */
export const placeIn = (heard: string): string => heard.match(/(?<=id: )[\d:,]+/g)?.at(-1) ?? '';

/** Where an open page stands now; the returned function answers what it missed since. */
export async function listenFrom(browser: Browser): Promise<() => Promise<string>> {
  const last = placeIn(await hear(browser));
  return () => hear(browser, last);
}
