import { EmbedFailure, fetchReport } from '../query/client.ts';
import { Refusal } from '../protocol/router.ts';
import { watchExpiry } from './expiry.ts';
import { openReport } from './load.ts';
import { problemOf } from './problems.ts';
import { render } from './render.ts';
import type { App } from './app.ts';
import type { Session } from './session.ts';

/** Replaces the token after the service has accepted it. The report stays; what failed with the old token is rendered now. */
export async function changeToken(app: App, session: Session, token: string): Promise<() => void> {
  try {
    const { answer, skewMs } = await fetchReport(session.config, token);
    session.config.accessToken = token;
    if (session.report)
      session.report.source = { ...session.report.source, permissions: answer.permissions, expires_at: answer.expires_at };
    watchExpiry(app, session, answer.expires_at, skewMs);
  } catch (cause) {
    if (!(cause instanceof EmbedFailure)) throw cause;
    throw new Refusal(403, problemOf(cause));
  }
  // Another identity sees other rows, so cached answers are dropped.
  app.cache.clear();
  return () => {
    if (app.session !== session) return;
    app.stage.cover(undefined);
    if (!session.report) void openReport(app, session);
    else if (session.starved && session.drawing) void render(app);
  };
}
