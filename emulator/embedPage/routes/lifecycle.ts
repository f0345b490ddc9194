import { accepted, ok, route, invalid } from '../protocol/router.ts';
import type { Answer, Route } from '../protocol/router.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { readConfig, themeJson } from '../session/config.ts';
import { load } from '../session/load.ts';
import { openingView } from '../../visuals/view/openingView.ts';
import { render } from '../session/render.ts';
import { currentSession, openSession } from '../session/app.ts';
import type { App } from '../session/app.ts';
import type { Session } from '../session/session.ts';
import { changeToken } from '../session/token.ts';
import { deepMerge } from '../state/merge.ts';

/** A configuration given to `render` changes what `load` or `prepare` asked for. */
function reconfigure(session: Session, body: unknown): void {
  if (!isRecord(body) || !session.report) return;
  const config = readConfig(body, new URLSearchParams());
  session.settings = deepMerge(session.settings, isRecord(body.settings) ? body.settings : {});
  session.themeJson = themeJson(config.theme) ?? session.themeJson;
  session.report.view = openingView(session.report.source.report, session.report.view, config);
  session.report.initial = session.report.view;
}

async function acceptToken(app: App, body: unknown): Promise<Answer> {
  const token = typeof body === 'string' ? body : isRecord(body) ? body.accessToken : undefined;
  if (typeof token !== 'string' || !token) throw invalid('The access token is missing');
  return { ...ok(null), after: await changeToken(app, currentSession(app), token) };
}

/** Loading, drawing, tokens. */
export function lifecycleRoutes(app: App): Route[] {
  return [
    // The inbox has begun to ask for what it names.
    route('POST', '/frontload/config', () => ok(null)),
    route('POST', '/report/load', ({ body, uid }) => accepted(load(app, body, uid, true), {})),
    route('POST', '/report/prepare', ({ body, uid }) => accepted(load(app, body, uid, false), {})),
    route('POST', '/report/render', async ({ body }) => {
      const { session } = await openSession(app);
      reconfigure(session, body);
      session.drawing = true;
      return accepted(() => void render(app), {});
    }),
    route('POST', '/report/create', ({ body, uid }) => accepted(load(app, body, uid, true, 'create'), {})),
    route('POST', '/dashboard/load', ({ body, uid }) => accepted(load(app, body, uid, true, 'dashboard'), {})),
    route('POST', '/tile/load', ({ body, uid }) => accepted(load(app, body, uid, true, 'tile'), {})),
    ...['report', 'dashboard', 'tile'].map((kind) => route('POST', `/${kind}/token`, ({ body }) => acceptToken(app, body))),
    route('POST', '/report/refresh', async () => {
      await openSession(app);
      return accepted(() => app.actions.refresh());
    }),
    route('POST', '/report/print', async () => {
      await openSession(app);
      return accepted(() => app.actions.print());
    }),
    route('GET', '/getCorrelationId', () => ok(currentSession(app).correlationId)),
  ];
}
