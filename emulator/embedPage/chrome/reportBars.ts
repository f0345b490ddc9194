import { element } from '../../visuals/element.ts';
import { bookmarkedView } from '../../visuals/view/openingView.ts';
import { chromeSettings, zoomLevel } from '../../visuals/view/settings.ts';
import type { App } from '../session/app.ts';
import { isChanged, mayCopy, maySave } from '../session/keepReport.ts';
import { sayOf } from '../session/language.ts';
import type { LoadedReport, Session } from '../session/session.ts';
import { deepMerge } from '../state/merge.ts';
import { actionBar, presentationBar, statusBar } from './bars.ts';
import { editBar } from './editBar.ts';
import type { EditBarSpec } from './editBar.ts';

/** The bars above and below the report. */
export type ReportBars = {
  top: HTMLElement;
  bottom: HTMLElement;
  draw: (session: Session, report: LoadedReport) => void;
  /** Starts or ends the presentation of bookmarks; the bars are to be drawn after it. */
  present: (on: boolean) => void;
};

function editBarOf({ actions }: App, session: Session, report: LoadedReport): EditBarSpec {
  return {
    say: sayOf(session),
    name: report.source.report.name,
    changed: isChanged(report),
    canUndo: report.undo.length > 0,
    canSave: maySave(session),
    canCopy: mayCopy(session),
    copy: session.keptCopy?.report === report.source.report ? session.keptCopy.name : undefined,
    problem: session.editProblem,
    onUndo: () => actions.undo(),
    onSave: () => void actions.keep(),
    onCopy: () => void actions.askCopy(),
  };
}

/** A bar that is drawn anew gives the focus back to the button that had it. */
function redrawn(bar: HTMLElement, children: HTMLElement[]): void {
  const lost = document.activeElement?.closest('.edit-bar') && document.activeElement.getAttribute('data-action');
  bar.replaceChildren(...children);
  if (!lost) return;
  const button =
    bar.querySelector<HTMLElement>(`[data-action="${lost}"]:enabled`) ?? bar.querySelector<HTMLElement>('.edit-bar button:enabled');
  button?.focus();
}

/** `fit` makes room after a bar has gone. */
export function createReportBars(app: () => App, fit: () => void): ReportBars {
  const [top, bottom] = [element('header', { class: 'bar-slot' }), element('footer', { class: 'bar-slot' })];
  let presentation: { at: number } | undefined;

  const applyBookmark = (report: LoadedReport, name: string): void => {
    const view = bookmarkedView(report.source.report, report.view, { name });
    if (view) app().actions.applyView(view, name);
  };

  const drawTop = (session: Session, report: LoadedReport): void => {
    const { actions } = app();
    const edit = session.mode === 'edit' ? [editBar(editBarOf(app(), session, report))] : [];
    if (!chromeSettings(session.settings).actionBar) {
      redrawn(top, edit);
      return;
    }
    const action = actionBar({
      say: sayOf(session),
      bookmarks: report.source.report.bookmarks,
      onRefresh: () => actions.refresh(),
      onPrint: () => actions.print(),
      onReset: () => actions.reset(),
      onBookmark: (name) => applyBookmark(report, name),
    });
    redrawn(top, [...edit, action]);
  };

  const drawPresentation = (session: Session, report: LoadedReport): HTMLElement[] => {
    const { bookmarks } = report.source.report;
    const at = presentation?.at ?? 0;
    const now = presentation && bookmarks[at];
    if (!now) return [];
    const onMove = (by: number) => {
      const next = presentation && bookmarks[presentation.at + by];
      if (!presentation || !next) return;
      presentation = { at: presentation.at + by };
      applyBookmark(report, next.name);
    };
    const onClose = () => {
      presentation = undefined;
      draw(session, report);
      fit();
    };
    return [presentationBar({ say: sayOf(session), name: now.display_name, at, count: bookmarks.length, onMove, onClose })];
  };

  const drawStatus = (session: Session): HTMLElement[] => {
    if (!chromeSettings(session.settings).statusBar) return [];
    const onZoom = (zoom: number) => app().actions.changeSettings(deepMerge(session.settings, { zoomLevel: zoom }));
    return [statusBar({ say: sayOf(session), zoom: zoomLevel(session.settings), onZoom })];
  };

  const draw = (session: Session, report: LoadedReport): void => {
    drawTop(session, report);
    bottom.replaceChildren(...drawPresentation(session, report), ...drawStatus(session));
  };

  return {
    top,
    bottom,
    draw,
    present(on) {
      presentation = on ? { at: 0 } : undefined;
    },
  };
}
