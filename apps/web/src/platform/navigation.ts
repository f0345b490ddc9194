/**
 * The address, to decide between the public pages and the portal. Inside the portal the router handles it.
 * Both are one document: a toast that is shown while leaving one stays visible on the other.
 */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

const here = (): string => location.pathname + location.search;

const tell = () => {
  for (const listener of listeners) listener();
};

/** Navigates to an internal path without reloading. */
export function moveTo(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  tell();
}

/** Follows back and forward of the browser. */
export function followHistory(): void {
  addEventListener('popstate', tell);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Path and query. Navigation by the router is only noticed at the next render, which is soon enough. */
export const useCurrentPath = (): string => useSyncExternalStore(subscribe, here);
