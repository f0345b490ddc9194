import { pointKey, toggle } from '../../visuals/view/selection.ts';
import type { IdentityPart } from '../../visuals/view/view.ts';
import type { Point } from '../../visuals/visual.ts';
import type { SelectionActions, Drawing } from '../session/actions.ts';
import { emit } from '../session/app.ts';
import type { App } from '../session/app.ts';
import { selectionEvent } from '../session/selectionEvent.ts';
import { activePage } from '../session/session.ts';
import type { LoadedReport } from '../session/session.ts';

/** Points that were selected, and commands on them. */
export function createSelectionActions(app: () => App, { change }: Drawing): SelectionActions {
  /** What the selected points show, for the event; a bookmark selects points without it. */
  let shown = new Map<string, Point>();
  const pointsOf = (selected: IdentityPart[][]): Point[] =>
    selected.map((identity) => shown.get(pointKey(identity)) ?? { identity, values: [], label: '' });
  const announce = (report: LoadedReport, visual: string, points: Point[]): void => {
    const page = activePage(report);
    const definition = page.visuals.find((one) => one.name === visual);
    if (!definition) return;
    const event = selectionEvent(report.source.report, page, definition, points);
    for (const name of ['visualClicked', 'dataSelected', 'selectionChanged']) emit(app(), name, event);
  };

  return {
    select(visual: string, point: Point, additive: boolean): void {
      const report = app().session?.report;
      if (!report || point.identity.length === 0) return;
      const selection = toggle(report.view.selection, visual, point.identity, additive);
      if (!additive) shown = new Map();
      shown.set(pointKey(point.identity), point);
      announce(report, visual, pointsOf(selection?.points ?? []));
      change((view) => ({ ...view, selection }));
    },

    clearSelection(): void {
      const report = app().session?.report;
      const selection = report?.view.selection;
      if (!report || !selection) return;
      announce(report, selection.visual, []);
      change((view) => ({ ...view, selection: undefined }));
    },

    runCommand(visual: string, command: string): void {
      const report = app().session?.report;
      const page = report && activePage(report);
      const definition = page?.visuals.find((one) => one.name === visual);
      if (!report || !page || !definition) return;
      const selected = report.view.selection?.visual === visual ? report.view.selection.points : [];
      emit(app(), 'commandTriggered', { command, ...selectionEvent(report.source.report, page, definition, pointsOf(selected)) });
    },
  };
}
