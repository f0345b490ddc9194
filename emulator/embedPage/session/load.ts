import type { ReportDefinition } from '../../definitions/report.ts';
import { EmbedFailure, fetchReport, takeAnswers, wrongTokenType } from '../query/client.ts';
import { openingQueries } from '../../visuals/query/opening.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { layoutType } from '../../visuals/view/settings.ts';
import { authoredView } from '../../visuals/view/view.ts';
import { readConfig, themeJson } from './config.ts';
import type { EmbedKind } from './config.ts';
import { mayEdit } from './keepReport.ts';
import { watchExpiry } from './expiry.ts';
import { openingView } from '../../visuals/view/openingView.ts';
import { problemOf, raise } from './problems.ts';
import { render, themeOf } from './render.ts';
import { emit } from './app.ts';
import type { App } from './app.ts';
import type { LoadedReport, Session } from './session.ts';
import { loadUserState } from './userState.ts';
import { newId } from '../protocol/newId.ts';

/** ViewMode of powerbi-models. */
const editMode = 1;

const address = (): URLSearchParams => new URLSearchParams(window.location.search);

/** Stores the prefetched answers, if their queries are part of the page. */
async function keepAnswers(app: App, session: Session, report: ReportDefinition, asked: Promise<Response>): Promise<void> {
  const { config, settings } = session;
  try {
    const known = new Map((await takeAnswers(asked)).map((result) => [result.id, result]));
    if (app.session !== session) return;
    for (const { query } of openingQueries(report, config.pageName, settings.layoutType === layoutType.mobilePortrait)) {
      const result = known.get(query.id);
      if (result && 'rows' in result) app.cache.put(query, result);
    }
  } catch (cause) {
    // What has no answer is asked again, and whoever asks hears why there is none.
    if (!(cause instanceof EmbedFailure)) throw cause;
  }
}

/** Fetches the report and makes it usable; then draws it, unless the host wants to say when. */
export function openReport(app: App, session: Session): Promise<void> {
  const open = async (): Promise<LoadedReport | undefined> => {
    try {
      if (!config.accessToken || !config.id) {
        session.problem = { message: 'Invalid parameters', detailedMessage: 'powerbiToken parameter not specified', level: 6 };
      } else if (!config.isEmbedToken) {
        session.problem = wrongTokenType;
      } else {
        const early = config.kind === 'report' ? window.embedInbox?.takeEarly(config.id, config.accessToken) : undefined;
        const { answer: source, skewMs } = await fetchReport(config, config.accessToken, early?.report);
        if (early?.answers) app.arriving = keepAnswers(app, session, source.report, early.answers);
        const authored = authoredView(source.report);
        const kept = session.settings.persistentFiltersEnabled ? loadUserState(config.id) : undefined;
        const initial = openingView(source.report, authored, config);
        watchExpiry(app, session, source.expires_at, skewMs);
        const view = kept ? openingView(source.report, kept, config) : initial;
        return {
          source,
          initial,
          view,
          drilling: new Set(),
          saved: config.kind === 'create' ? { ...source.report } : source.report,
          undo: [],
          tiles: source.tiles ?? [],
        };
      }
    } catch (cause) {
      session.problem = problemOf(cause);
    }
    return undefined;
  };

  const { config } = session;
  session.loaded = open();
  return session.loaded.then(async (report) => {
    if (app.session !== session) return;
    if (!report) {
      raise(app, session.problem ?? problemOf('unknown'), true);
      return;
    }
    session.report = report;
    session.problem = undefined;
    if (config.viewMode === editMode && mayEdit(session)) session.mode = 'edit';
    app.stage.cover(undefined);
    emit(app, 'loaded');
    if (session.drawing) await render(app);
  });
}

/** Answers `/report/load` and `/report/prepare`: forgets the former report and opens the new one. */
export function load(app: App, body: unknown, headerUid: string | undefined, drawing: boolean, kind: EmbedKind = 'report'): () => void {
  app.session?.stopExpiry?.();
  app.pending?.abort();
  app.cache.clear();
  app.arriving = undefined;
  app.run++;
  const query = address();
  const config = readConfig(body, query, kind);
  const uniqueId = isRecord(body) && typeof body.uniqueId === 'string' ? body.uniqueId : undefined;
  const session: Session = {
    uid: headerUid ?? uniqueId ?? query.get('uid') ?? '',
    correlationId: newId(),
    config,
    settings: config.settings,
    themeJson: themeJson(config.theme),
    mode: 'view',
    loaded: Promise.resolve(undefined),
    drawing,
    starved: false,
  };
  app.session = session;
  app.stage.begin(session, themeOf(session));
  return () => void openReport(app, session);
}
