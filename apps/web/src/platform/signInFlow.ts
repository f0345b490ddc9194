/** Signing in and out, and moving to another business unit (docs/reference/specification.md 4). */
import type { SecondStep, SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import { call } from './http.ts';
import { arriveFromOtherDomain, login, logout } from '#endpoints/signIn/signIn.ts';
import { refreshBranding } from './branding.ts';
import { currentLocale } from './locale.ts';
import { moveTo } from './navigation.ts';
import { landingPath } from './redirect.ts';
import { currentUser, finalisePending, forgetUser, holdPending, isSignedIn, storeUser } from './session.ts';
import { createState } from './state.ts';
import { storage } from './storage.ts';

/** The answer of a sign-out removes the cookie, so it must not come after the new cookie of a sign-in. */
let leaving: { left: Promise<unknown>; giveUp: () => void } | null = null;
const patienceMs = 1000;

/** A sign-in waits for the sign-out before it, but not for one that hangs: its answer is not wanted any more. */
export async function afterSignOut(): Promise<void> {
  await Promise.race([leaving?.left, new Promise((resolve) => setTimeout(resolve, leaving ? patienceMs : 0))]);
  leaving?.giveUp();
  leaving = null;
}

/**
 * Signs in and goes to the redirect of the address or to the person's own page; or answers the second step that is asked
 * for. Rejects with the server's refusal.
 */
export async function signIn(credentials: { email: string; password: string }): Promise<SecondStep | null> {
  await afterSignOut();
  const answer = await call(login, { body: credentials });
  if ('status' in answer) return answer;
  finishWith(answer);
  return null;
}

/** Completes a sign-in that the server has granted. */
export function finishWith(signedIn: SignedIn): void {
  holdPending(signedIn);
  finishSignIn();
}

let entering = (): void => undefined;

/** What is done as soon as somebody has signed in and the address is that of their page, before it is drawn. */
export function whenSignedIn(act: () => void): void {
  entering = act;
}

/** Makes the pending user the signed-in one and opens the first page. */
function finishSignIn(): void {
  const finished = finalisePending();
  if (!finished) return;
  moveTo(landingPath(location.search, finished.intended), { replace: true });
  entering();
}

/** Whoever came by the provider of a unit is signed out there as well, where it takes that. */
async function leaveProvider(signal: AbortSignal): Promise<void> {
  const { leave } = await import('#endpoints/signIn/saml.ts');
  const { redirect_url } = await call(leave, { body: {} }, signal);
  if (redirect_url !== null) location.assign(redirect_url);
}

/** Removes the user locally and goes to the sign-in page, whether or not the server answers. */
export function signOut(target = '/signin'): void {
  // The sign-in page has the host's branding again instead of the unit's.
  if (isSignedIn()) {
    const asking = new AbortController();
    const ending = currentUser()?.auth_type === 'saml' ? leaveProvider(asking.signal) : call(logout, {}, asking.signal);
    const left = ending.then(refreshBranding).catch(() => undefined);
    leaving = { left, giveUp: () => asking.abort() };
  }
  forgetUser();
  moveTo(target, { replace: true });
}

/** Name of the unit that is being opened; the portal is hidden until the page is reloaded. */
export const openingUnit = createState<string | null>(null);

const changeDelayMs = 2000;

type CompanyChange = (SignedIn & { status: 'ok' }) | { status: 'change'; domain: string; token: string };

/** What was shown of the unit that is left. */
const clearCaches = (): void => storage.remove('bi:config', 'bi:theme', 'bi:page');

/** Clears caches, then goes to the other domain, or stores the new user and opens the page, or the one that is wanted, after two seconds. */
export async function changeCompany(name: string, request: () => Promise<CompanyChange>, path = ''): Promise<void> {
  clearCaches();
  openingUnit.set(name);
  try {
    const answer = await request();
    if (answer.status === 'change') {
      // What this browser keeps for one host the other cannot read.
      location.assign(
        `${location.protocol}//${answer.domain}/change/company/${answer.token}?lang=${currentLocale()}&redirect=${encodeURIComponent(path)}`,
      );
      return;
    }
    storeUser(answer);
    setTimeout(() => location.assign(path || landingPath('', answer.intended)), changeDelayMs);
  } catch (error) {
    openingUnit.set(null);
    throw error;
  }
}

/** Arrives with the token of a change on the domain of the unit called `name`. The page takes the place of the link in the history. */
export async function arriveInCompany(name: string, token: string): Promise<void> {
  clearCaches();
  const answer = await call(arriveFromOtherDomain, { body: { token } });
  openingUnit.set(name);
  storeUser(answer);
  setTimeout(() => location.replace(landingPath(location.search, answer.intended)), changeDelayMs);
}
