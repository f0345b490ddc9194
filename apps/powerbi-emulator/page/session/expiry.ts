import { tokenExpired } from '../query/client.ts';
import { raise } from './problems.ts';
import type { App, Session } from './session.ts';

/** Timers cannot wait longer than this many milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Raises TokenExpired when the token's time is over. `skewMs`: how far this machine's clock is behind the service's. */
export function watchExpiry(app: App, session: Session, expiresAt: string, skewMs: number): void {
  window.clearTimeout(session.expiryTimer);
  const left = new Date(expiresAt).getTime() - (Date.now() + skewMs);
  if (!Number.isFinite(left)) return;
  session.expiryTimer = window.setTimeout(
    () => {
      if (app.session !== session) return;
      if (left > longestWait) watchExpiry(app, session, expiresAt, skewMs);
      else raise(app, tokenExpired, true);
    },
    Math.max(0, Math.min(left, longestWait)),
  );
}
