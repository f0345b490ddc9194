/**
 * After a deployment an open page asks for files that no longer exist. The new version is offered, never forced: only the
 * person knows what would be lost.
 */
import { createState } from './state.ts';

/** The server has another version than this page. */
export const newVersion = createState(false);

const entryOf = (page: Document): string | null => page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Another version of the page names another entry. A server that does not answer says nothing. */
async function lookForNewVersion(): Promise<void> {
  const response = await fetch('/', { cache: 'no-store' });
  if (!response.ok) return;
  const now = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  if (now !== null && now !== entryOf(document)) newVersion.set(true);
}

export function offerNewVersion(): void {
  // Offline there is nothing to offer.
  addEventListener('vite:preloadError', () => void lookForNewVersion().catch(() => undefined));
}
