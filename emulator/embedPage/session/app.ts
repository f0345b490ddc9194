import type { Channel } from '../protocol/channel.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import { Refusal } from '../protocol/router.ts';
import type { AnswerCache } from '../query/cache.ts';
import type { Actions } from './actions.ts';
import type { LoadedReport, Session } from './session.ts';
import type { Stage } from './stage.ts';

/** The page: its document, its connection to the host, and the report that is loaded. */
export type App = {
  channel: Channel;
  stage: Stage;
  actions: Actions;
  cache: AnswerCache;
  /** Answers that come unasked with a load; whoever misses one waits for them first. */
  arriving?: Promise<void> | undefined;
  session: Session | undefined;
  /** Counts drawings, so that a newer one makes older ones stop. */
  run: number;
  pending: AbortController | undefined;
};

/** Where the client listens, by kind of embed (docs/reference/powerbi.md B6). */
const collections = { report: 'reports', create: 'reports', dashboard: 'dashboards', tile: 'tile' } as const;

export function emit(app: App, name: string, body: unknown = null): void {
  if (app.session) app.channel.emit(collections[app.session.config.kind], app.session.uid, name, body);
}

const notLoaded: EmbedProblem = { message: 'LoadReportFailed', detailedMessage: 'No report is loaded', errorCode: '400', level: 3 };

export function currentSession(app: App): Session {
  if (!app.session) throw new Refusal(400, notLoaded);
  return app.session;
}

/** The session with its report, or a refusal in the words that the failed load was reported with. */
export async function openSession(app: App): Promise<{ session: Session; report: LoadedReport }> {
  const session = currentSession(app);
  const report = await session.loaded;
  if (!report) throw new Refusal(400, session.problem ?? notLoaded);
  return { session, report };
}
