import type { ModelFilter } from '../../definitions/queries.ts';
import { visualKey } from '../../visuals/view/view.ts';
import type { ViewState } from '../../visuals/view/view.ts';

/** Where a filter stands: on the report, a page or one visual. */
export type FilterPlace = { level: 'report' } | { level: 'page'; page: string } | { level: 'visual'; page: string; visual: string };

export function filtersAt(view: ViewState, place: FilterPlace): ModelFilter[] {
  if (place.level === 'report') return view.filters.report;
  if (place.level === 'page') return view.filters.pages[place.page] ?? [];
  return view.filters.visuals[visualKey(place.page, place.visual)] ?? [];
}

export function viewWithFilters(view: ViewState, place: FilterPlace, filters: ModelFilter[]): ViewState {
  const { report, pages, visuals } = view.filters;
  if (place.level === 'report') return { ...view, filters: { report: filters, pages, visuals } };
  if (place.level === 'page') return { ...view, filters: { report, pages: { ...pages, [place.page]: filters }, visuals } };
  return { ...view, filters: { report, pages, visuals: { ...visuals, [visualKey(place.page, place.visual)]: filters } } };
}
