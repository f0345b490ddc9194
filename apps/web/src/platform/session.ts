/** Who is signed in. Logged in means that the cached user has a token. */
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import type { Role } from '@vitrine/contract/roles.ts';
import { createState, useStateValue } from './state.ts';
import type { CachedUser } from './storage.ts';
import { storage } from './storage.ts';

/** Who is signed in in this browser; that may be another tab's doing. */
export const storedUser = (): CachedUser | null => {
  const cached = storage.read('bi:cache');
  return cached?.token ? cached : null;
};

const user = createState<CachedUser | null>(globalThis.localStorage ? storedUser() : null);

/** A sign-in that the server has granted but that is not complete yet (a second factor may follow). */
let pending: SignedIn | null = null;

export const currentUser = (): CachedUser | null => user.get();
export const isSignedIn = (): boolean => user.get() !== null;
export const useUser = (): CachedUser | null => useStateValue(user);

/** Whether somebody acts for the person in this session. */
export const isActing = (who: Pick<CachedUser, 'auth_type'> | null): boolean => who?.auth_type === 'remote' || who?.auth_type === 'partner';

/** What the person is who is signed in. */
export function useRole(): Role | undefined {
  const signedIn = useUser();
  return signedIn?.role;
}

const cachedUser = ({ user: person, token, tenant_id }: SignedIn): CachedUser => ({ ...person, token, tenant_id });

export function holdPending(signedIn: SignedIn): void {
  pending = signedIn;
}

/** Stores a user who signed in without the sign-in page, such as by a change of unit. */
export function storeUser(signedIn: SignedIn): void {
  const cached = cachedUser(signedIn);
  storage.write('bi:cache', cached);
  storage.write('bi:analytics_user', { id: cached.id, tenant_id: cached.tenant_id, role: cached.role });
  user.set(cached);
}

/** Completes the pending sign-in: removes data of an earlier person, stores the user, marks the first landing. */
export function finalisePending(): SignedIn | null {
  const finished = pending;
  pending = null;
  if (!finished) return null;
  storage.remove('bi:cache', 'bi:config', 'bi:theme', 'bi:analytics_user');
  storage.write('bi:after_login', true);
  storeUser(finished);
  return finished;
}

/** Replaces the token alone: the old entry is removed and written again with the current user. */
export function replaceToken(token: string): void {
  const current = user.get();
  if (!current) return;
  storage.remove('bi:cache');
  const renewed = { ...current, token };
  storage.write('bi:cache', renewed);
  user.set(renewed);
}

/** Removes the user locally, without calling the server. */
export function forgetUser(): void {
  storage.remove('bi:cache', 'bi:config', 'bi:theme', 'bi:analytics_user', 'bi:after_login');
  user.set(null);
}

/** Follows what another tab stored. */
export const setUser = (now: CachedUser | null): void => user.set(now);
