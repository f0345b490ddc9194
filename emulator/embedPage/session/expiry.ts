import { tokenExpired } from '../query/client.ts';
import { raise } from './problems.ts';
import type { App } from './app.ts';
import type { Session } from './session.ts';

/** Timers cannot wait longer than this many milliseconds. */
const longestWait = 2 ** 31 - 1;

/**
 * Runs once a token's time is over; `skewMs`: how far this machine's clock is behind the service's. The returned function stops
 * the waiting.
 */
export function onExpiry(expiresAt: string, skewMs: number, run: () => void): () => void {
  let timer: number | undefined;
  const wait = (): void => {
    const left = new Date(expiresAt).getTime() - (Date.now() + skewMs);
    if (!Number.isFinite(left)) return;
    timer = window.setTimeout(left > longestWait ? wait : run, Math.max(0, Math.min(left, longestWait)));
  };
  wait();
  return () => window.clearTimeout(timer);
}

/** Raises TokenExpired when the token's time is over. */
export function watchExpiry(app: App, session: Session, expiresAt: string, skewMs: number): void {
  session.stopExpiry?.();
  session.stopExpiry = onExpiry(expiresAt, skewMs, () => {
    if (app.session === session) raise(app, tokenExpired, true);
  });
}
