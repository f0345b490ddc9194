import type { PageDefinition, ReportDefinition, VisualDefinition } from '../../src/definition.ts';
import type { ModelFilter } from '../../src/embed/protocol.ts';
import { csvOf, exportLimit } from '../query/csv.ts';
import { queryParts } from '../query/parts.ts';
import { shownAt } from '../query/plan.ts';
import { deeper } from '../state/drill.ts';
import { viewWithFilters } from '../state/filter-places.ts';
import type { FilterPlace } from '../state/filter-places.ts';
import { pageShape } from '../state/pages.ts';
import { pointKey, toggle } from '../state/selection.ts';
import { visualKey } from '../state/view.ts';
import type { Sort, ViewState } from '../state/view.ts';
import type { Point } from '../visuals/visual.ts';
import { askFor } from './ask.ts';
import { bookmarkedView } from './opening-view.ts';
import { attempt, change as changeDefinition, save, saveAs, undo } from './editing.ts';
import { isExpiry, problemOf, raise } from './problems.ts';
import { render } from './render.ts';
import { selectionEvent } from './selection-event.ts';
import { activePage, emit, pageOf } from './session.ts';
import type { App, Opened, Session } from './session.ts';

/** HyperlinkClickBehavior of powerbi-models. */
const hyperlinkClick = { navigate: 0, raiseEvent: 2 };

/** Everything that changes what is shown, whether the reader or the host asks for it. Each ends in a drawing. */
export type Actions = ReturnType<typeof createActions>;

export function createActions(app: () => App) {
  /** What the selected points show, for the event; a bookmark selects points without it. */
  let shown = new Map<string, Point>();

  const redraw = (): void => {
    if (app().session?.drawing) void render(app());
  };
  const change = (update: (view: ViewState, report: Opened) => ViewState): void => {
    const report = app().session?.report;
    if (!report) return;
    report.view = update(report.view, report);
    redraw();
  };
  const announce = (report: Opened, visual: string, points: Point[]): void => {
    const page = activePage(report);
    const definition = page.visuals.find((one) => one.name === visual);
    if (!definition) return;
    const event = selectionEvent(report.source.report, page, definition, points);
    for (const name of ['visualClicked', 'dataSelected', 'selectionChanged']) emit(app(), name, event);
  };

  return {
    redraw,

    setMode(mode: Session['mode']): void {
      const { session } = app();
      if (!session || session.mode === mode) return;
      session.mode = mode;
      change((view) => ({ ...view, selection: undefined }));
    },

    /** Changes the report itself. */
    edit(update: (report: ReportDefinition) => ReportDefinition): void {
      const report = app().session?.report;
      if (!report) return;
      changeDefinition(report, update(report.source.report));
      redraw();
    },

    undo(): void {
      const report = app().session?.report;
      if (!report) return;
      undo(report);
      redraw();
    },

    /** Keeps the report, or a copy of it, because the reader wants it. */
    async keep(copyName?: string): Promise<void> {
      const { session } = app();
      const report = session?.report;
      if (!session || !report) return;
      await attempt(app(), session, () =>
        copyName === undefined ? save(app(), session, report) : saveAs(app(), session, report, copyName),
      );
      this.showEditing();
    },

    /** The reader wants a copy: the host's own dialog asks for its name, where it has one. */
    async askCopy(): Promise<void> {
      const { session } = app();
      if (!session?.report) return;
      if (session.settings.useCustomSaveAsDialog) {
        emit(app(), 'saveAsTriggered');
        return;
      }
      const name = await app().stage.askCopyName(session.report.source.report.name);
      if (name !== undefined) await this.keep(name);
    },

    /** Whether there is something to keep has changed. */
    showEditing(): void {
      const { session } = app();
      if (session?.report) app().stage.drawBars(session, session.report);
    },

    setPage(name: string): void {
      const report = app().session?.report;
      const page = report && pageOf(report, name);
      if (!report || !page) return;
      const old = activePage(report);
      emit(app(), 'pageChanged', { newPage: pageShape(page, true), oldPage: pageShape(old, false) });
      change((view) => ({ ...view, page: name, selection: undefined }));
    },

    setFilters(place: FilterPlace, filters: ModelFilter[]): void {
      emit(app(), 'filtersApplied', { filters });
      change((view) => viewWithFilters(view, place, filters));
    },

    select(visual: string, point: Point, additive: boolean): void {
      const report = app().session?.report;
      if (!report || point.identity.length === 0) return;
      const selection = toggle(report.view.selection, visual, point.identity, additive);
      if (!additive) shown = new Map();
      shown.set(pointKey(point.identity), point);
      const points = (selection?.points ?? []).map((identity) => shown.get(pointKey(identity)) ?? { identity, values: [], label: '' });
      announce(report, visual, points);
      change((view) => ({ ...view, selection }));
    },

    /** A command of the host was chosen in the menu of a visual. */
    runCommand(visual: string, command: string): void {
      const report = app().session?.report;
      const page = report && activePage(report);
      const definition = page?.visuals.find((one) => one.name === visual);
      if (!report || !page || !definition) return;
      const selected = report.view.selection?.visual === visual ? report.view.selection.points : [];
      const points = selected.map((identity) => shown.get(pointKey(identity)) ?? { identity, values: [], label: '' });
      emit(app(), 'commandTriggered', { command, ...selectionEvent(report.source.report, page, definition, points) });
    },

    /** A button of the report: the host hears of it, and the report goes where it leads. */
    press({ name, title, action }: VisualDefinition): void {
      const report = app().session?.report;
      if (!report) return;
      const isBookmark = action?.kind === 'bookmark';
      const type = isBookmark ? 'Bookmark' : action ? 'PageNavigation' : 'Blank';
      emit(app(), 'buttonClicked', { id: name, title, type, ...(isBookmark && { bookmark: action.target }) });
      const view = isBookmark ? bookmarkedView(report.source.report, report.view, { name: action.target }) : undefined;
      if (view && action) this.applyView(view, action.target);
      else if (action?.kind === 'page') this.setPage(action.target);
    },

    /** An address in the data: the host decides whether it is gone to, told to it, or both. */
    followLink(visual: VisualDefinition, url: string): boolean {
      const { session } = app();
      if (!session?.report) return false;
      const behavior: number = session.settings.hyperlinkClickBehavior ?? hyperlinkClick.navigate;
      if (behavior !== hyperlinkClick.navigate) {
        const { report, page, visual: place } = selectionEvent(session.report.source.report, activePage(session.report), visual, []);
        emit(app(), 'dataHyperlinkClicked', { url, report, page, visual: place });
      }
      return behavior !== hyperlinkClick.raiseEvent;
    },

    /** A tile leads to its report: the host goes there. */
    followTile(visual: string): void {
      const { session } = app();
      const tile = session?.report?.tiles.find((one) => one.visual === visual);
      if (!session || !tile) return;
      const { report_id, report_page, workspace_id, id } = tile;
      const { origin } = window.location;
      emit(app(), 'tileClicked', {
        reportEmbedUrl: `${origin}/reportEmbed?reportId=${report_id}&groupId=${workspace_id}`,
        navigationUrl: `${origin}/groups/${workspace_id}/reports/${report_id}/${report_page}`,
        pageName: report_page,
        dashboardId: session.config.id,
        tileId: id,
      });
    },

    /** Goes into a point; false where there is nothing below it. */
    drillDown(visual: string, point: Pick<Point, 'identity' | 'label'>): boolean {
      const report = app().session?.report;
      const definition = report && activePage(report).visuals.find((one) => one.name === visual);
      const key = visualKey(report?.view.page ?? '', visual);
      const steps = definition && deeper(definition, report.view.drills[key] ?? [], point);
      if (!steps) return false;
      change((view) => ({ ...view, selection: undefined, drills: { ...view.drills, [key]: steps } }));
      return true;
    },

    drillUp(visual: string): void {
      change((view) => {
        const key = visualKey(view.page, visual);
        return { ...view, selection: undefined, drills: { ...view.drills, [key]: (view.drills[key] ?? []).slice(0, -1) } };
      });
    },

    toggleDrilling(visual: string): void {
      const report = app().session?.report;
      if (!report) return;
      const key = visualKey(report.view.page, visual);
      if (!report.drilling.delete(key)) report.drilling.add(key);
      redraw();
    },

    clearSelection(): void {
      const report = app().session?.report;
      const selection = report?.view.selection;
      if (!report || !selection) return;
      announce(report, selection.visual, []);
      change((view) => ({ ...view, selection: undefined }));
    },

    clearSlicers(): void {
      change((view) => ({ ...view, slicers: Object.fromEntries(Object.keys(view.slicers).map((key) => [key, []])) }));
    },

    slice(visual: string, filters: ModelFilter[], page?: string): void {
      change((view) => ({ ...view, slicers: { ...view.slicers, [visualKey(page ?? view.page, visual)]: filters } }));
    },

    sortBy(page: string, visual: string, sort: Sort): void {
      change((view) => ({ ...view, sorts: { ...view.sorts, [visualKey(page, visual)]: sort } }));
    },

    applyView(next: ViewState, bookmark?: string): void {
      const report = app().session?.report;
      if (!report) return;
      const old = activePage(report);
      const page = pageOf(report, next.page);
      if (page && page.name !== old.name) emit(app(), 'pageChanged', { newPage: pageShape(page, true), oldPage: pageShape(old, false) });
      if (bookmark !== undefined) emit(app(), 'bookmarkApplied', { bookmarkName: bookmark });
      change(() => next);
    },

    /** Back to how the report opened, on the page that is shown. */
    reset(): void {
      change((view, report) => ({ ...report.initial, page: view.page }));
    },

    /** Asks everything again; the data may have changed. */
    refresh(): void {
      app().cache.clear();
      redraw();
    },

    /** Pages, panes and bars changed; visuals are drawn again from what is known. */
    changeSettings(settings: Session['settings']): void {
      const { session } = app();
      if (!session) return;
      session.settings = settings;
      redraw();
    },

    async csv(page: PageDefinition, visual: VisualDefinition, rows = exportLimit): Promise<string> {
      const { session } = app();
      const report = session?.report;
      const shown = report && shownAt(report.view, page, visual);
      const part = shown && queryParts(shown.definition, shown.sort).main;
      if (!session || !report || !part) return '';
      const limit = Math.max(1, Math.min(exportLimit, Math.floor(rows)));
      const capped = visual.top && visual.series.length === 0 ? Math.min(limit, visual.top) : limit;
      return csvOf(await askFor(app(), session, report, { page, visual }, { ...part, limit: capped, total: false }), capped);
    },

    /** Saves a visual's data as a file, from its menu. */
    async download(visual: VisualDefinition): Promise<void> {
      const report = app().session?.report;
      if (!report) return;
      const page = activePage(report);
      const done = (status: 0 | 1) =>
        emit(app(), 'exportDataCompleted', { status, exportDataType: 0, exportFormat: 0, pageName: page.name, visualName: visual.name });
      try {
        const text = await this.csv(page, visual);
        // The mark lets spreadsheets see that the file is UTF-8.
        const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
        const link = document.createElement('a');
        link.href = address;
        link.download = `${(visual.title || visual.name).replaceAll(/[\\/:*?"<>|]/g, ' ').trim()}.csv`;
        link.click();
        URL.revokeObjectURL(address);
        done(0);
      } catch (cause) {
        const problem = problemOf(cause);
        done(1);
        raise(app(), problem, isExpiry(problem));
      }
    },

    print(): void {
      window.setTimeout(() => window.print());
    },
  };
}
