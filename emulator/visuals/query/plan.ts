import type { PageDefinition, VisualDefinition } from '../../definitions/report.ts';
import type { ModelFilter, VisualQuery } from '../../definitions/queries.ts';
import { drillFilters, shownSort, shownVisual } from '../view/drill.ts';
import { restricts } from '../view/filters.ts';
import { selectionFilters } from '../view/selection.ts';
import { visualKey } from '../view/view.ts';
import type { Sort, ViewState } from '../view/view.ts';
import { queryParts } from './parts.ts';

export type PlannedQuery = { visual: string; part: string; query: VisualQuery };

/** Visual types that highlight the selected share of their bars, instead of being filtered. */
const highlighting = new Set<VisualDefinition['type']>(['clusteredBarChart', 'clusteredColumnChart', 'stackedColumnChart']);

/** The filters that hold for a visual: report, page, its own, and the page's slicers except itself. */
export function standingFilters(view: ViewState, page: PageDefinition, visual: VisualDefinition): ModelFilter[] {
  const key = visualKey(page.name, visual.name);
  const slicers = page.visuals.flatMap((one) =>
    one.type === 'slicer' && one.name !== visual.name ? (view.slicers[visualKey(page.name, one.name)] ?? []) : [],
  );
  const all = [...view.filters.report, ...(view.filters.pages[page.name] ?? []), ...(view.filters.visuals[key] ?? []), ...slicers];
  return [...all.filter(restricts), ...drillFilters(view.drills[key] ?? [])];
}

/** The filters of a selection in another visual. Slicers offer all their values whatever is selected. */
export function crossFilters(view: ViewState, visual: VisualDefinition): ModelFilter[] {
  const { selection } = view;
  return selection && selection.visual !== visual.name && visual.type !== 'slicer' ? selectionFilters(selection) : [];
}

/** A visual at the level of its hierarchy that the reader is at, in the order that the reader wants. */
export function shownAt(
  view: ViewState,
  page: PageDefinition,
  visual: VisualDefinition,
): { definition: VisualDefinition; sort: Sort | undefined } {
  const key = visualKey(page.name, visual.name);
  const steps = view.drills[key] ?? [];
  return { definition: shownVisual(visual, steps), sort: shownSort(visual, steps, view.sorts[key]) };
}

/** All questions of one visual, each with every filter that holds for it. */
function planVisual(view: ViewState, page: PageDefinition, visual: VisualDefinition): PlannedQuery[] {
  const standing = standingFilters(view, page, visual);
  const cross = crossFilters(view, visual);
  const highlights = cross.length > 0 && highlighting.has(visual.type);
  const planned: PlannedQuery[] = [];
  const { definition, sort } = shownAt(view, page, visual);
  for (const [part, question] of Object.entries(queryParts(definition, sort))) {
    const own = [...(question.filters ?? []), ...standing];
    const add = (name: string, filters: ModelFilter[]) =>
      planned.push({ visual: visual.name, part: name, query: { ...question, id: `${visual.name}:${name}`, filters } });
    add(part, highlights ? own : [...own, ...cross]);
    if (highlights) add('highlight', [...own, ...cross]);
  }
  return planned;
}

/** The questions of the visuals that are on the canvas. */
export function planPage(view: ViewState, page: PageDefinition, visuals: readonly VisualDefinition[]): PlannedQuery[] {
  return visuals.flatMap((visual) => planVisual(view, page, visual));
}
