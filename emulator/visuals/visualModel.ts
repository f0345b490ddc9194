import type { PageDefinition, VisualDefinition } from '../definitions/report.ts';
import type { QueryTable } from '../definitions/queries.ts';
import { sortOf } from './query/parts.ts';
import { shownAt } from './query/plan.ts';
import { isDrillable } from './view/drill.ts';
import { visualKey } from './view/view.ts';
import type { ViewState } from './view/view.ts';
import type { VisualModel } from './visual.ts';

/** What a visual draws in a view, on the screen and on paper. `drilling`: a click goes deeper. */
export function modelOf(
  view: ViewState,
  page: PageDefinition,
  visual: VisualDefinition,
  data: Record<string, QueryTable>,
  drilling: boolean,
): VisualModel {
  const key = visualKey(page.name, visual.name);
  const { definition, sort } = shownAt(view, page, visual);
  const steps = view.drills[key] ?? [];
  return {
    definition,
    drill: { steps: steps.map(({ label }) => label), deeper: isDrillable(visual, steps), on: drilling },
    data,
    selected: view.selection?.visual === visual.name ? view.selection.points : [],
    slicer: view.slicers[key] ?? [],
    sort: sortOf(definition, sort)[0],
  };
}
