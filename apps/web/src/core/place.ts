/**
 * The address, as far as it decides between the public pages and the portal. Inside the portal the router has it.
 * Both sides are one page: a message that was shown while leaving one stays visible on the other.
 */
import { createState, useStateValue } from './state.ts';

const here = () => location.pathname + location.search;

const place = createState(globalThis.location ? here() : '/');

/** Goes to a path of ours without loading the page. */
export function moveTo(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  place.set(here());
}

/** Follows the browser's own buttons. */
export function followHistory(): void {
  addEventListener('popstate', () => place.set(here()));
}

export const usePlace = (): string => useStateValue(place);
