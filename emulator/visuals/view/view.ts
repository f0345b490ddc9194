import type { FieldRef } from '../../definitions/model.ts';
import type { PageDefinition, ReportDefinition } from '../../definitions/report.ts';
import type { ModelFilter, Cell } from '../../definitions/queries.ts';
import { normalizeFilters } from './filters.ts';

export type Sort = { field: FieldRef; direction: 'ascending' | 'descending' };

export type IdentityPart = { field: FieldRef; equals: Cell };
/** A value that was gone into, and how it is called. */
export type DrillStep = IdentityPart & { label: string };

/** The points that are selected in one visual of the active page. */
export type Selection = { visual: string; points: IdentityPart[][] };

/** Everything a reader can change: what a bookmark keeps. Keys of visuals are `page/visual`. */
export type ViewState = {
  page: string;
  filters: { report: ModelFilter[]; pages: Record<string, ModelFilter[]>; visuals: Record<string, ModelFilter[]> };
  slicers: Record<string, ModelFilter[]>;
  sorts: Record<string, Sort>;
  /** What was gone into, visual by visual. */
  drills: Record<string, DrillStep[]>;
  selection?: Selection;
};

export function visualKey(page: string, visual: string): string {
  return `${page}/${visual}`;
}

function firstPage(report: ReportDefinition): PageDefinition | undefined {
  return report.pages.find((page) => !page.hidden) ?? report.pages[0];
}

/** The view as the report's author left it. */
export function authoredView(report: ReportDefinition): ViewState {
  const pages: Record<string, ModelFilter[]> = {};
  const visuals: Record<string, ModelFilter[]> = {};
  const slicers: Record<string, ModelFilter[]> = {};
  for (const page of report.pages) {
    pages[page.name] = normalizeFilters(page.filters) ?? [];
    for (const visual of page.visuals) {
      const filters = normalizeFilters(visual.filters) ?? [];
      // An author's filter on a slicer is the choice that it starts with.
      (visual.type === 'slicer' ? slicers : visuals)[visualKey(page.name, visual.name)] = filters;
    }
  }
  return {
    page: firstPage(report)?.name ?? '',
    filters: { report: normalizeFilters(report.filters) ?? [], pages, visuals },
    slicers,
    sorts: {},
    drills: {},
  };
}
