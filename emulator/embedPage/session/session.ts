import type { ISettings } from 'powerbi-models';
import type { PageDefinition, ReportDefinition } from '../../definitions/report.ts';
import type { ReportAnswer, TileFacts } from '../../definitions/embedApi.ts';
import type { EmbedProblem } from '../protocol/messages.ts';
import type { ViewState } from '../../visuals/view/view.ts';
import type { LoadConfig } from './config.ts';

/** A report that has been loaded. */
export type LoadedReport = {
  source: ReportAnswer;
  /** As it stood after loading: what "reset" goes back to. */
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

/** One load of a report. A later load creates a new session; pending work of the old one is dropped. */
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
  loaded: Promise<LoadedReport | undefined>;
  /** What `loaded` has settled to. */
  report?: LoadedReport;
  problem?: EmbedProblem;
  /** With phased embedding the visuals wait for `render`. */
  drawing: boolean;
  /** Stops waiting for the end of the token. */
  stopExpiry?: () => void;
  /** The last drawing failed for want of a valid token. */
  starved: boolean;
};

export function pageOf(report: LoadedReport, name: string): PageDefinition | undefined {
  return report.source.report.pages.find((page) => page.name === name);
}

export function activePage(report: LoadedReport): PageDefinition {
  const page = pageOf(report, report.view.page) ?? report.source.report.pages[0];
  if (!page) throw new Error('A report has at least one page');
  return page;
}
