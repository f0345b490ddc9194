/** Where a person is sent after signing in. Only ever inside the portal. */

/** Public pages: redirecting there after sign-in would loop. */
const dead =
  /^\/(?:signin|forgot|register|new|config\/2fa|domain\/notfound|ip\/notallowed|popup_blocked|ms_auth|redirect|embedded|change)(?:[/?#]|$)/;

/**
 * The path if it is internal, else null. The same rule as `internalPath` of the contract: one slash, printable
 * ASCII, no backslash, no encoded slashes, no `..`. `//evil.example`, `/\evil.example` and `https:…` are refused.
 */
export function safePath(path: unknown): string | null {
  if (typeof path !== 'string' || path.length > 300 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path)) return null;
  if (path.includes('\\') || /%2f|%5c/i.test(path) || path.split(/[?#]/)[0]?.split('/').includes('..')) return null;
  return dead.test(path) ? null : path;
}

/** The address's `redirect`, else the person's own landing page, else the first page. */
export const landingPath = (search: string, intended: string): string =>
  safePath(new URLSearchParams(search).get('redirect')) ?? safePath(intended) ?? '/';

/** The sign-in page that remembers where somebody wanted to go. */
export function signinPath(wanted: string): string {
  const path = safePath(wanted);
  return path && path !== '/' ? `/signin?redirect=${encodeURIComponent(path)}` : '/signin';
}
