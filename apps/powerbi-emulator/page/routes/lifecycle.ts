import { accepted, ok, route, Refusal, invalid } from '../protocol/router.ts';
import type { Route } from '../protocol/router.ts';
import { isRecord } from '../protocol/messages.ts';
import { readConfig, themeJson } from '../session/config.ts';
import { fetchEarly, load } from '../session/load.ts';
import { openingView } from '../session/opening-view.ts';
import { render } from '../session/render.ts';
import { currentSession, openSession } from '../session/session.ts';
import type { App, Session } from '../session/session.ts';
import { changeToken } from '../session/token.ts';
import { deepMerge } from '../state/merge.ts';

/** Permissions of powerbi-models: ReadWrite is 1, All is 7. */
const writeBit = 1;

function mayEdit(session: Session): boolean {
  const granted = session.report?.source.permissions.edit ?? false;
  return granted && (session.config.permissions & writeBit) !== 0;
}

const noPermission = () =>
  new Refusal(403, {
    message: 'PowerBINotAuthorizedException',
    detailedMessage: 'The token does not allow editing',
    errorCode: '403',
    level: 3,
  });

/** A configuration given to `render` changes what `load` or `prepare` asked for. */
function reconfigure(session: Session, body: unknown): void {
  if (!isRecord(body) || !session.report) return;
  const config = readConfig(body, new URLSearchParams());
  session.settings = deepMerge(session.settings, isRecord(body.settings) ? body.settings : {});
  session.themeJson = themeJson(config.theme) ?? session.themeJson;
  session.report.view = openingView(session.report.source.report, session.report.view, config);
  session.report.initial = session.report.view;
}

/** Loading, drawing, tokens, modes. */
export function lifecycleRoutes(app: App): Route[] {
  return [
    route('POST', '/frontload/config', ({ body }) => ({ ...ok(null), after: () => fetchEarly(body) })),
    route('POST', '/report/load', ({ body, uid }) => accepted(load(app, body, uid, true), {})),
    route('POST', '/report/prepare', ({ body, uid }) => accepted(load(app, body, uid, false), {})),
    route('POST', '/report/render', async ({ body }) => {
      const { session } = await openSession(app);
      reconfigure(session, body);
      session.drawing = true;
      return accepted(() => void render(app), {});
    }),
    route('POST', '/report/token', async ({ body }) => {
      const token = typeof body === 'string' ? body : isRecord(body) ? body.accessToken : undefined;
      if (typeof token !== 'string' || !token) throw invalid('The access token is missing');
      return { ...ok(null), after: await changeToken(app, currentSession(app), token) };
    }),
    route('POST', '/report/refresh', async () => {
      await openSession(app);
      return accepted(() => app.actions.refresh());
    }),
    route('POST', '/report/print', async () => {
      await openSession(app);
      return accepted(() => app.actions.print());
    }),
    route('POST', '/report/switchMode/:mode', async ({ params }) => {
      const { session } = await openSession(app);
      if (params.mode !== 'view' && params.mode !== 'edit') throw invalid(`The mode ${params.mode} does not exist`);
      if (params.mode === 'edit' && !mayEdit(session)) throw noPermission();
      session.mode = params.mode;
      return accepted();
    }),
    // Nothing on the page can be edited yet, so there is never anything to save.
    route('GET', '/report/hasUnsavedChanges', () => ok(false)),
    route('GET', '/getCorrelationId', () => ok(currentSession(app).correlationId)),
  ];
}
