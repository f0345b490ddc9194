import type { ReportDefinition } from '../../definitions/report.ts';
import { copyReport, EmbedFailure, saveReport } from '../query/client.ts';
import { authoredView } from '../../visuals/view/view.ts';
import { problemOf } from './problems.ts';
import { emit } from './app.ts';
import { pageOf } from './session.ts';
import type { App } from './app.ts';
import type { LoadedReport, Session } from './session.ts';

/** Permissions of powerbi-models: ReadWrite is 1, Copy is 2, All is 7. */
const writeBit = 1;
const copyBit = 2;
const mostUndone = 100;

/** Whether both the token and the host let the report be edited. */
export function mayEdit(session: Session): boolean {
  return (session.report?.source.permissions.edit ?? false) && (session.config.permissions & writeBit) !== 0;
}

export function mayCopy(session: Session): boolean {
  return (session.report?.source.permissions.save_as ?? false) && (session.config.permissions & copyBit) !== 0;
}

/** A new report has no place yet where it could be kept: it needs a name first. */
export function maySave(session: Session): boolean {
  return mayEdit(session) && session.config.kind !== 'create';
}

export function isChanged(report: LoadedReport): boolean {
  return report.source.report !== report.saved;
}

/** New visuals begin with the filters that they were made with; what is gone is forgotten. */
function follow(report: LoadedReport): void {
  const authored = authoredView(report.source.report);
  const known = <Value>(now: Record<string, Value>, fresh: Record<string, Value>) =>
    Object.fromEntries(Object.entries(fresh).map(([key, value]) => [key, now[key] ?? value]));
  const { view } = report;
  report.view = {
    ...view,
    page: pageOf(report, view.page) ? view.page : authored.page,
    filters: {
      report: view.filters.report,
      pages: known(view.filters.pages, authored.filters.pages),
      visuals: known(view.filters.visuals, authored.filters.visuals),
    },
    slicers: known(view.slicers, authored.slicers),
  };
}

function put(report: LoadedReport, definition: ReportDefinition): void {
  report.source = { ...report.source, report: definition };
  follow(report);
}

/** Changes the definition; what it was can be brought back. */
export function change(report: LoadedReport, definition: ReportDefinition): void {
  report.undo = [...report.undo, report.source.report].slice(-mostUndone);
  put(report, definition);
}

export function undo(report: LoadedReport): void {
  const last = report.undo.at(-1);
  if (!last) return;
  report.undo = report.undo.slice(0, -1);
  put(report, last);
}

/** Saves the report. A refusal is thrown as `EmbedFailure`. */
export async function save(app: App, session: Session, report: LoadedReport): Promise<() => void> {
  const kept = report.source.report;
  const answer = await saveReport(session.config.id, session.config.accessToken, kept);
  report.saved = kept;
  delete session.keptCopy;
  return () => emit(app, 'saved', { reportObjectId: answer.id, reportName: answer.name, saveAs: false });
}

/** Saves the report as a new one; the open report is not changed. */
export async function saveAs(app: App, session: Session, report: LoadedReport, name: string, workspace?: string): Promise<() => void> {
  const kept = report.source.report;
  const answer = await copyReport(session.config, session.config.accessToken, { report: kept, name, workspace_id: workspace });
  report.saved = kept;
  session.keptCopy = { report: kept, name: answer.name };
  return () => emit(app, 'saved', { reportObjectId: answer.id, reportName: answer.name, saveAs: true });
}

/** Does what a button asked for, and says in the bar what went wrong. */
export async function attempt(app: App, session: Session, work: () => Promise<() => void>): Promise<void> {
  try {
    const after = await work();
    delete session.editProblem;
    after();
  } catch (cause) {
    const problem = problemOf(cause);
    session.editProblem = problem.detailedMessage ?? problem.message;
    emit(app, 'error', problem);
    if (!(cause instanceof EmbedFailure)) throw cause;
  }
}
