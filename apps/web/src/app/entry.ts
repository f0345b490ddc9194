/** What an address belongs to: a public screen, the portal, or neither. */
import type { Screen, ScreenName } from '@vitrine/contract/screens.ts';
import { screens } from '@vitrine/contract/screens.ts';
import { signinPath } from '#platform/redirect.ts';

export type Entry =
  | { kind: 'public'; screen: ScreenName; params: Record<string, string> }
  | { kind: 'portal' }
  | { kind: 'redirect'; to: string }
  | { kind: 'not_found' };

const names = Object.keys(screens) as ScreenName[];

/**
 * The values of `$names` if the path matches the pattern, else null. A token at the end may be missing: screens that
 * are opened by a link remove it from the address as soon as they have read it.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').slice(1);
  const given = path
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .slice(1);
  const tokenTaken = wanted.at(-1) === '$token' && given.length === wanted.length - 1;
  if (given.length !== wanted.length && !tokenTaken) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of given.entries()) {
    const name = wanted[index] ?? '';
    if (name.startsWith('$')) params[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return params;
}

/**
 * Public screens that are not built count as unknown. Anonymous visitors of protected pages go to sign in and come back;
 * a logged-in visitor of the sign-in page goes to the first page.
 */
export function entryFor(place: string, signedIn: boolean, builtPublic: (screen: ScreenName) => boolean): Entry {
  const path = place.split(/[?#]/)[0] ?? '/';
  for (const screen of names) {
    const { path: pattern, roles, object }: Screen = screens[screen];
    const params = matchPath(pattern, path) ?? (object === undefined ? null : matchPath(object, path));
    if (!params) continue;
    if (roles.length > 0) return signedIn ? { kind: 'portal' } : { kind: 'redirect', to: signinPath(place) };
    if (screen === 'signin' && signedIn) return { kind: 'redirect', to: '/' };
    if (builtPublic(screen)) return { kind: 'public', screen, params };
  }
  return signedIn ? { kind: 'portal' } : { kind: 'not_found' };
}
