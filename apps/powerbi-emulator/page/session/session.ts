import type { ISettings } from 'powerbi-models';
import type { PageDefinition, ReportDefinition } from '../../src/definition.ts';
import type { ReportAnswer, TileFacts } from '../../src/embed/protocol.ts';
import type { AnswerCache } from '../query/cache.ts';
import type { Channel } from '../protocol/channel.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import { Refusal } from '../protocol/router.ts';
import type { Stage } from '../chrome/stage.ts';
import type { ViewState } from '../state/view.ts';
import type { Actions } from './actions.ts';
import type { LoadConfig } from './config.ts';

/** A report that has been opened. */
export type Opened = {
  source: ReportAnswer;
  /** As it stood after opening: what "reset" goes back to. */
  initial: ViewState;
  view: ViewState;
  /** Of a dashboard: what its tiles show and where they lead. */
  tiles: TileFacts[];
  /** Visuals in which a click goes down the hierarchy. */
  drilling: Set<string>;
  /** The definition as it was last kept, and those that can be brought back. */
  saved: ReportDefinition;
  undo: ReportDefinition[];
};

/** One load of a report. A later load makes a new session; whatever the old one still waits for is dropped. */
export type Session = {
  uid: string;
  correlationId: string;
  config: LoadConfig;
  settings: ISettings;
  themeJson: unknown;
  mode: 'view' | 'edit';
  /** Why the last attempt to keep the report failed. */
  editProblem?: string;
  /** What was kept as a copy last, and its name there. */
  keptCopy?: { report: ReportDefinition; name: string };
  /** Settles when pages, filters and settings can be asked for; undefined when opening failed. */
  opened: Promise<Opened | undefined>;
  /** What `opened` has settled to. */
  report?: Opened;
  problem?: EmbedProblem;
  /** With phased embedding the visuals wait for `render`. */
  drawing: boolean;
  expiryTimer?: number;
  /** The last drawing failed for want of a valid token. */
  starved: boolean;
};

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

/** Where the client listens, by kind of embed (powerbi.md B6). */
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
export async function openSession(app: App): Promise<{ session: Session; report: Opened }> {
  const session = currentSession(app);
  const report = await session.opened;
  if (!report) throw new Refusal(400, session.problem ?? notLoaded);
  return { session, report };
}

export function pageOf(report: Opened, name: string): PageDefinition | undefined {
  return report.source.report.pages.find((page) => page.name === name);
}

export function activePage(report: Opened): PageDefinition {
  const page = pageOf(report, report.view.page) ?? report.source.report.pages[0];
  if (!page) throw new Error('A report has at least one page');
  return page;
}
