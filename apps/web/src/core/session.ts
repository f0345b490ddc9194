/** Who is signed in. Logged in means that the cached user has a token. */
import type { SignedIn } from '@vitrine/contract/features/session.ts';
import { createState, useStateValue } from './state.ts';
import type { CachedUser } from './storage.ts';
import { storage } from './storage.ts';

const readUser = (): CachedUser | null => {
  const cached = storage.read('bi:cache');
  return cached?.token ? cached : null;
};

const user = createState<CachedUser | null>(globalThis.localStorage ? readUser() : null);

/** A sign-in that the server has granted and the person has not finished yet (a second factor may stand between). */
let pending: SignedIn | null = null;

export const currentUser = (): CachedUser | null => user.get();
export const isSignedIn = (): boolean => user.get() !== null;
export const useUser = (): CachedUser | null => useStateValue(user);

const cachedUser = ({ user: person, token, tenant_id }: SignedIn): CachedUser => ({ ...person, token, tenant_id });

export function holdPending(signedIn: SignedIn): void {
  pending = signedIn;
}

/** Stores a user who came by another way than the sign-in page, such as a change of company. */
export function storeUser(signedIn: SignedIn): void {
  const cached = cachedUser(signedIn);
  storage.write('bi:cache', cached);
  storage.write('bi:analytics_user', { id: cached.id, tenant_id: cached.tenant_id, perfil_usuario: cached.perfil_usuario });
  user.set(cached);
}

/** Finishes the pending sign-in: what an earlier person left is removed, the user stored, the first landing flagged. */
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

/** Forgets the person, at once and without asking the server. */
export function forgetUser(): void {
  storage.remove('bi:cache', 'bi:config', 'bi:theme', 'bi:analytics_user', 'bi:after_login');
  user.set(null);
}

/** Another tab signed out, or somebody else in: this one follows. */
export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key !== 'bi:cache' && event.key !== null) return;
    const now = readUser();
    if (now && user.get() && now.id === user.get()?.id && now.tenant_id === user.get()?.tenant_id) user.set(now);
    else if (now) location.reload();
    else user.set(null);
  });
}
