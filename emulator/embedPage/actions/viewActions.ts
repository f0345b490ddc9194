import type { ModelFilter } from '../../definitions/queries.ts';
import { visualKey } from '../../visuals/view/view.ts';
import type { Sort, ViewState } from '../../visuals/view/view.ts';
import type { ViewActions, Drawing } from '../session/actions.ts';
import { emit } from '../session/app.ts';
import type { App } from '../session/app.ts';
import { activePage, pageOf } from '../session/session.ts';
import type { Session } from '../session/session.ts';
import { viewWithFilters } from '../state/filterPlaces.ts';
import type { FilterPlace } from '../state/filterPlaces.ts';
import { pageShape } from '../state/pages.ts';

/** Page, filters, slicers, order and settings. */
export function createViewActions(app: () => App, { redraw, change }: Drawing): ViewActions {
  return {
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

    reset(): void {
      change((view, report) => ({ ...report.initial, page: view.page }));
    },

    refresh(): void {
      app().cache.clear();
      redraw();
    },

    changeSettings(settings: Session['settings']): void {
      const { session } = app();
      if (!session) return;
      session.settings = settings;
      redraw();
    },

    print(): void {
      window.setTimeout(() => window.print());
    },
  };
}
