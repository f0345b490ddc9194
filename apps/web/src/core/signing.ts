/** Signing in and out, and moving to another business unit (specification section 4). */
import type { SecondStep, SignedIn } from '@vitrine/contract/features/session.ts';
import { call } from './http.ts';
import { login, logout } from './lightEndpoints.ts';
import { refreshLook } from './look.ts';
import { moveTo } from './place.ts';
import { landingPath } from './redirect.ts';
import { finalisePending, forgetUser, holdPending, isSignedIn, storeUser } from './session.ts';
import { createState } from './state.ts';
import { storage } from './storage.ts';

/** Its answer takes the cookie away: a sign-in that follows waits for it, or the new cookie would go with the old. */
let leaving: Promise<unknown> = Promise.resolve();

/**
 * Signs in and goes to the redirect of the address or to the person's own page; or answers the second step that is asked
 * for. Rejects with the server's refusal.
 */
export async function signIn(credentials: { email: string; password: string }): Promise<SecondStep | null> {
  await leaving;
  const answer = await call(login, { body: credentials });
  if ('status' in answer) return answer;
  finishWith(answer);
  return null;
}

/** Lands with a sign-in that the server has granted. */
export function finishWith(signedIn: SignedIn): void {
  holdPending(signedIn);
  finishSignIn();
}

/** Makes the pending user the signed-in one and lands. */
function finishSignIn(): void {
  const finished = finalisePending();
  if (finished) moveTo(landingPath(location.search, finished.intended), { replace: true });
}

/** Forgets the person here and ends at the sign-in page, whether or not the server can be told. */
export function signOut(target = '/signin'): void {
  // The sign-in page is the site's again, not the unit's that was left.
  if (isSignedIn())
    leaving = call(logout, {})
      .then(refreshLook)
      .catch(() => undefined);
  forgetUser();
  moveTo(target, { replace: true });
}

/** Name of the unit that is being opened; the portal makes way until the page is loaded anew. */
export const openingUnit = createState<string | null>(null);

const changeDelayMs = 2000;

type CompanyChange = (SignedIn & { status: 'ok' }) | { status: 'change'; domain: string; token: string };

/** Caches go first, then the other domain takes over, or the new user is stored and the page opens after two seconds. */
export async function changeCompany(name: string, request: () => Promise<CompanyChange>): Promise<void> {
  storage.remove('bi:config', 'bi:theme', 'bi:page');
  openingUnit.set(name);
  try {
    const answer = await request();
    if (answer.status === 'change') {
      location.assign(`${location.protocol}//${answer.domain}/change/company/${answer.token}`);
      return;
    }
    storeUser(answer);
    setTimeout(() => location.assign(landingPath('', answer.intended)), changeDelayMs);
  } catch (error) {
    openingUnit.set(null);
    throw error;
  }
}
