/**
 * The address, as far as it decides between the public pages and the portal. Inside the portal the router has it.
 * Both sides are one page: a message that was shown while leaving one stays visible on the other.
 */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

const here = (): string => location.pathname + location.search;

const tell = () => {
  for (const listener of listeners) listener();
};

/** Goes to a path of ours without loading the page. */
export function moveTo(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  tell();
}

/** Follows the browser's own buttons. */
export function followHistory(): void {
  addEventListener('popstate', tell);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Path and query. What the router does inside the portal is seen at the next drawing only, and nobody needs it sooner. */
export const usePlace = (): string => useSyncExternalStore(subscribe, here);
