import type { ReportDefinition } from '../../definitions/report.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { authoredBookmark, decodeState, viewWithBookmark } from './bookmarks.ts';
import { isTargetOf } from './fields.ts';
import { applyFilters, filtersOperation, normalizeFilters } from './filters.ts';
import { visualKey } from './view.ts';
import type { ViewState } from './view.ts';

/** What a host may want to open with; filters and slicers as it sent them. */
export type OpeningWishes = { pageName?: string | undefined; bookmark?: unknown; filters?: unknown; slicers?: unknown };

function withFilters(view: ViewState, filters: unknown): ViewState {
  const all = normalizeFilters(filters);
  if (all)
    return { ...view, filters: { ...view.filters, report: applyFilters(view.filters.report, filtersOperation.replace, all) ?? all } };
  if (!isRecord(filters)) return view;
  const change = (current: ViewState['filters']['report'], wanted: unknown) => {
    if (!isRecord(wanted)) return current;
    return applyFilters(current, wanted.operation, normalizeFilters(wanted.filters) ?? []) ?? current;
  };
  return {
    ...view,
    filters: {
      ...view.filters,
      report: change(view.filters.report, filters.allPages),
      pages: { ...view.filters.pages, [view.page]: change(view.filters.pages[view.page] ?? [], filters.currentPage) },
    },
  };
}

/** Slicers are named by visual, or by the field they choose from. */
function withSlicers(report: ReportDefinition, view: ViewState, slicers: unknown): ViewState {
  const next = { ...view.slicers };
  for (const one of Array.isArray(slicers) ? slicers : []) {
    const { selector, state } = isRecord(one) ? one : {};
    const filters = isRecord(state) ? normalizeFilters(state.filters) : undefined;
    if (!isRecord(selector) || !filters) continue;
    for (const page of report.pages) {
      for (const visual of page.visuals) {
        if (visual.type !== 'slicer') continue;
        const named = selector.visualName === visual.name;
        const targeted = selector.target !== undefined && visual.category.some((field) => isTargetOf(selector.target, field));
        if (named || targeted) next[visualKey(page.name, visual.name)] = filters;
      }
    }
  }
  return { ...view, slicers: next };
}

/** The view of a bookmark request (`{ state }` or `{ name }`), or undefined when there is no such bookmark. */
export function bookmarkedView(report: ReportDefinition, view: ViewState, bookmark: unknown): ViewState | undefined {
  if (!isRecord(bookmark)) return undefined;
  const kept = bookmark.state === undefined ? authoredBookmark(report, String(bookmark.name)) : decodeState(bookmark.state);
  return kept && report.pages.some((page) => page.name === kept.page) ? viewWithBookmark(view, kept) : undefined;
}

/** A view as the host's configuration wants it: page, bookmark, then filters and slicers over them. */
export function openingView(report: ReportDefinition, base: ViewState, wishes: OpeningWishes): ViewState {
  const known = report.pages.some((page) => page.name === wishes.pageName);
  const paged = known && wishes.pageName !== undefined ? { ...base, page: wishes.pageName, selection: undefined } : base;
  const marked = bookmarkedView(report, paged, wishes.bookmark) ?? paged;
  return withSlicers(report, withFilters(marked, wishes.filters), wishes.slicers);
}
