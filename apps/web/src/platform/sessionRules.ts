/** What happens when the server refuses a session (docs/reference/specification.md 4). */
import type { AxiosError, AxiosInstance } from 'axios';
import { failureOf } from './failure.ts';
import { call, http } from './http.ts';
import { i18n } from './i18n.ts';
import { changeCompany, eventLogout, logout, refreshLog, refreshToken } from '#endpoints/signIn/signIn.ts';
import { maintenance } from './maintenance.ts';
import { moveTo } from './navigation.ts';
import { follow, isOvertaken } from './otherTabs.ts';
import { signinPath } from './redirect.ts';
import { currentUser, isActing, isSignedIn, replaceToken } from './session.ts';
import { signOut } from './signInFlow.ts';
import { termsDue } from './termsDue.ts';
import { toast } from './toast.ts';
import { isDisplay, noteLostSession, noteRefreshFailure } from './displaySession.ts';

export type Reaction = 'pass' | 'hours_over' | 'ip_not_allowed' | 'repeat' | 'refresh' | 'expire';

/**
 * What a refusal means on this page. A call is outdated when the token that it was sent with
 * has been replaced since, or is being replaced: its refusal says nothing about the current session.
 */
export function reactionTo(
  refusal: { status: number | null; message: string; word?: string | null },
  at: { signedIn: boolean; path: string; outdated?: boolean },
): Reaction {
  if (refusal.message === 'ip_not_allowed') return 'ip_not_allowed';
  if (refusal.word === 'hours_not_allowed' && at.signedIn) return 'hours_over';
  if (refusal.status !== 401 || !at.signedIn) return 'pass';
  if (at.outdated) return 'repeat';
  return refusal.message === 'Token is Expired' && at.path.includes('/playlist/view') ? 'refresh' : 'expire';
}

const retryAfterMs = 500;
const reloadAfterMs = 1000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls that these rules make themselves: their refusals must not trigger the rules again. */
const ownCalls = new Set<string | undefined>([eventLogout.path, logout.path, refreshToken.path]);

/** A session elsewhere is refused, and the present one goes on. */
const isOfAnotherUnit = (error: AxiosError, status: number | null): boolean => error.config?.url === changeCompany.path && status !== 401;

/** Reports to the server why the session ended. Not awaited, failures are ignored. */
function logEvent(status: number | null, message: string): void {
  const user = currentUser();
  void call(eventLogout, {
    body: {
      status,
      source: 'frontend',
      message: message.slice(0, 300),
      user_id: user?.id ?? null,
      email: user?.email ?? null,
      route: location.pathname,
      tenant_id: user?.tenant_id ?? null,
      partner_id: user?.partner_id ?? null,
    },
  }).catch(() => undefined);
}

/** Leaves the session, says why where the server does, and keeps the address: once, because by the next call that learns of it the address is the sign-in page's. */
function expire(notice: string | null = null): void {
  if (!isSignedIn()) return;
  toast.error(i18n.t('session_expired'), { hint: notice ?? '' });
  signOut(signinPath(location.pathname + location.search));
}

let goingBack: Promise<void> | null = null;

/** Whoever acted for somebody is still signed in as themselves. Several calls learn of the end at once. */
function goBack(notice: string | null): void {
  goingBack ??= import('./actFor.ts').then(({ backToOwnSession }) => backToOwnSession()).catch(() => expire(notice));
}

let refreshing: Promise<void> | null = null;

/** The call was sent before or while the token was replaced. */
const isOutdated = ({ config }: AxiosError): boolean =>
  refreshing !== null || config?.headers.get('Authorization') !== `Bearer ${currentUser()?.token}`;

async function refresh(): Promise<void> {
  toast.info(i18n.t('session_refreshing'), { lastsMs: 1000 });
  const { token } = await call(refreshToken, {});
  replaceToken(token);
  void call(refreshLog, {}).catch(() => undefined);
  setTimeout(() => location.reload(), reloadAfterMs);
}

async function refreshAndRetry(error: AxiosError): Promise<unknown> {
  try {
    refreshing ??= refresh();
    await refreshing;
  } catch {
    if (isDisplay()) noteRefreshFailure();
    else expire();
    throw error;
  } finally {
    refreshing = null;
  }
  await wait(retryAfterMs);
  return http.request({ ...error.config });
}

/** Repeats the call with the new token, as soon as there is one. */
const repeat = (error: AxiosError): Promise<unknown> => (refreshing ? refreshAndRetry(error) : http.request({ ...error.config }));

/** Installs the rules in the HTTP client. Other refusals are passed on to the caller. */
export function installSessionRules(client: AxiosInstance): void {
  client.interceptors.response.use(undefined, async (error: AxiosError) => {
    if (ownCalls.has(error.config?.url)) throw error;
    const failure = failureOf(error);
    if (isOfAnotherUnit(error, failure.status)) throw error;
    const signedIn = isSignedIn();
    if (failure.word === 'terms_pending') termsDue.set(true);
    if (failure.word === 'maintenance' && signedIn) maintenance.set({ until: failure.opens_at, message: failure.notice });
    const reaction = reactionTo(failure, { signedIn, path: location.pathname, outdated: isOutdated(error) });
    if (reaction === 'repeat') return repeat(error);
    if (failure.status === 401 && isOvertaken()) {
      // What is only read fails in silence; somebody who saves is asked again.
      if (error.config?.method !== 'get') void follow();
      throw error;
    }
    if (signedIn && failure.status === 401) logEvent(failure.status, failure.message);
    if (reaction === 'refresh') return refreshAndRetry(error);
    if (reaction === 'expire' && isDisplay()) noteLostSession(failure.word);
    else if (reaction === 'expire' && isActing(currentUser())) goBack(failure.notice);
    else if (reaction === 'expire') expire(failure.notice);
    if (reaction === 'hours_over') {
      toast.warning(failure.message);
      signOut();
    }
    if (reaction === 'ip_not_allowed') {
      const target = failure.ip ? `/ip/notallowed?ip=${encodeURIComponent(failure.ip)}` : '/ip/notallowed';
      if (signedIn) signOut(target);
      else moveTo(target);
    }
    throw error;
  });
}
