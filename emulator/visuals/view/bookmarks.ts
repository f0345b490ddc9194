import type { ReportDefinition } from '../../definitions/report.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import type { DrillStep } from './view.ts';
import { isTargetOf } from './fields.ts';
import { applyFilters, filtersOperation, normalizeFilters } from './filters.ts';
import type { ModelFilter } from '../../definitions/queries.ts';
import { authoredView, visualKey } from './view.ts';
import type { Selection, Sort, ViewState } from './view.ts';

/** The opaque `state` of a bookmark: base64 of the view as JSON. Exports to files read the same text. */
export function encodeState(view: ViewState): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, view }));
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}

const filterMap = (value: unknown): Record<string, ModelFilter[]> | undefined => {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).map(([key, list]) => [key, normalizeFilters(list)] as const);
  return entries.every(([, list]) => list) ? Object.fromEntries(entries.map(([key, list]) => [key, list ?? []])) : undefined;
};

const isSort = (value: unknown): value is Sort =>
  isRecord(value) && isRecord(value.field) && (value.direction === 'ascending' || value.direction === 'descending');

const isDrill = (value: unknown): value is DrillStep[] =>
  Array.isArray(value) && value.every((step) => isRecord(step) && isRecord(step.field) && typeof step.label === 'string');

const isSelection = (value: unknown): value is Selection =>
  isRecord(value) && typeof value.visual === 'string' && Array.isArray(value.points) && value.points.every(Array.isArray);

/** Reads a bookmark's state; undefined when it is not one of ours. */
export function decodeState(state: unknown): ViewState | undefined {
  if (typeof state !== 'string') return undefined;
  let parsed: unknown;
  try {
    const bytes = Uint8Array.from(atob(state), (char) => char.codePointAt(0) ?? 0);
    parsed = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Not base64 or not JSON: not a bookmark of ours, which is what undefined says.
    return undefined;
  }
  const view = isRecord(parsed) && parsed.version === 1 ? parsed.view : undefined;
  if (!isRecord(view) || typeof view.page !== 'string' || !isRecord(view.filters) || !isRecord(view.sorts)) return undefined;
  const report = normalizeFilters(view.filters.report);
  const pages = filterMap(view.filters.pages);
  const visuals = filterMap(view.filters.visuals);
  const slicers = filterMap(view.slicers);
  if (!report || !pages || !visuals || !slicers) return undefined;
  const sorts = Object.fromEntries(Object.entries(view.sorts).filter((entry): entry is [string, Sort] => isSort(entry[1])));
  return {
    page: view.page,
    filters: { report, pages, visuals },
    slicers,
    sorts,
    drills: isRecord(view.drills)
      ? Object.fromEntries(Object.entries(view.drills).flatMap(([key, steps]) => (isDrill(steps) ? [[key, steps]] : [])))
      : {},
    ...(isSelection(view.selection) && { selection: view.selection }),
  };
}

const ofPage = <T>(map: Record<string, T>, page: string): Record<string, T> =>
  Object.fromEntries(Object.entries(map).filter(([key]) => key.startsWith(`${page}/`)));

/** What a captured bookmark keeps: the report's filters and the active page, or every page. */
export function capturedView(view: ViewState, allPages: boolean): ViewState {
  if (allPages) return view;
  const { page, filters } = view;
  return {
    ...view,
    filters: {
      report: filters.report,
      pages: { [page]: filters.pages[page] ?? [] },
      visuals: ofPage(filters.visuals, page),
    },
    slicers: ofPage(view.slicers, page),
    sorts: ofPage(view.sorts, page),
    drills: ofPage(view.drills, page),
  };
}

/** The view after a bookmark: what it keeps is replaced, the rest stays. */
export function viewWithBookmark(current: ViewState, kept: ViewState): ViewState {
  const pages = Object.keys(kept.filters.pages);
  const others = <T>(map: Record<string, T>) =>
    Object.fromEntries(Object.entries(map).filter(([key]) => !pages.some((page) => key.startsWith(`${page}/`))));
  return {
    page: kept.page,
    filters: {
      report: kept.filters.report,
      pages: { ...current.filters.pages, ...kept.filters.pages },
      visuals: { ...others(current.filters.visuals), ...kept.filters.visuals },
    },
    slicers: { ...others(current.slicers), ...kept.slicers },
    sorts: { ...others(current.sorts), ...kept.sorts },
    drills: { ...others(current.drills), ...kept.drills },
    ...(kept.selection && { selection: kept.selection }),
  };
}

/** An authored bookmark as a view: the author's view on its page, its filters in the slicers that show them, else on the report. */
export function authoredBookmark(report: ReportDefinition, name: string): ViewState | undefined {
  const bookmark = report.bookmarks.find((one) => one.name === name);
  const page = report.pages.find((one) => one.name === bookmark?.page);
  if (!bookmark || !page) return undefined;
  const view = authoredView(report);
  view.page = page.name;
  for (const filter of normalizeFilters(bookmark.filters) ?? []) {
    const slicer = page.visuals.find(
      (visual) => visual.type === 'slicer' && visual.category.some((field) => isTargetOf(filter.target, field)),
    );
    if (slicer) view.slicers[visualKey(page.name, slicer.name)] = [filter];
    else view.filters.report = applyFilters(view.filters.report, filtersOperation.replace, [filter]) ?? view.filters.report;
  }
  return view;
}
