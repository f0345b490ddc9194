/** What happens when the server refuses a session (specification section 4). */
import type { AxiosError, AxiosInstance } from 'axios';
import { failureOf } from './failure.ts';
import { call, http } from './http.ts';
import { i18n } from './i18n.ts';
import { eventLogout, logout, refreshLog, refreshToken } from './lightEndpoints.ts';
import { moveTo } from './place.ts';
import { signinPath } from './redirect.ts';
import { currentUser, isSignedIn, replaceToken } from './session.ts';
import { signOut } from './signing.ts';
import { termsDue } from './termsDue.ts';
import { toast } from './toast.ts';
import { isScreen, noteLostSession, noteRefreshFailure } from './wall.ts';

export type Reaction = 'pass' | 'hours_over' | 'ip_not_allowed' | 'repeat' | 'refresh' | 'expire';

/**
 * The rule itself: what a refusal means for somebody on this page. A call is outdated when the token that it left with
 * has been replaced since, or is being replaced: its refusal says nothing about the session.
 */
export function reactionTo(
  refusal: { status: number | null; message: string; word?: string | null },
  at: { signedIn: boolean; path: string; outdated?: boolean },
): Reaction {
  if (refusal.message === 'ip_not_allowed') return 'ip_not_allowed';
  if (refusal.word === 'horario_not_allowed' && at.signedIn) return 'hours_over';
  if (refusal.status !== 401 || !at.signedIn) return 'pass';
  if (at.outdated) return 'repeat';
  return refusal.message === 'Token is Expired' && at.path.includes('/playlist/view') ? 'refresh' : 'expire';
}

const retryAfterMs = 500;
const reloadAfterMs = 1000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** These calls are part of the rules: their own refusals must not start them again. */
const ownCalls = new Set<string | undefined>([eventLogout.path, logout.path, refreshToken.path]);

/** Tells the server why the session ended here. Nobody waits for it, and its failure changes nothing. */
function logEvent(status: number | null, message: string): void {
  const user = currentUser();
  void call(eventLogout, {
    body: {
      status,
      origem: 'frontend',
      message: message.slice(0, 300),
      user_id: user?.id ?? null,
      email: user?.email ?? null,
      rota: location.pathname,
      tenant_id: user?.tenant_id ?? null,
      parceiro_id: user?.parceiro_id ?? null,
    },
  }).catch(() => undefined);
}

function expire(): void {
  toast.error(i18n.t('session_expired'));
  signOut(signinPath(location.pathname + location.search));
}

let refreshing: Promise<void> | null = null;

/** The call left before the token was replaced, or while it is. */
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
    if (isScreen()) noteRefreshFailure();
    else expire();
    throw error;
  } finally {
    refreshing = null;
  }
  await wait(retryAfterMs);
  return http.request({ ...error.config });
}

/** With the token that there is now, or will be in a moment. */
const repeat = (error: AxiosError): Promise<unknown> => (refreshing ? refreshAndRetry(error) : http.request({ ...error.config }));

/** Puts the rules into the client. Every other refusal is passed on to the caller. */
export function installSessionRules(client: AxiosInstance): void {
  client.interceptors.response.use(undefined, async (error: AxiosError) => {
    if (ownCalls.has(error.config?.url)) throw error;
    const failure = failureOf(error);
    const signedIn = isSignedIn();
    if (failure.word === 'terms_pending') termsDue.set(true);
    const reaction = reactionTo(failure, { signedIn, path: location.pathname, outdated: isOutdated(error) });
    if (reaction === 'repeat') return repeat(error);
    if (signedIn && failure.status === 401) logEvent(failure.status, failure.message);
    if (reaction === 'refresh') return refreshAndRetry(error);
    if (reaction === 'expire' && isScreen()) noteLostSession(failure.word);
    else if (reaction === 'expire') expire();
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
