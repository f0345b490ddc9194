import type { ISelection } from 'powerbi-models';
import type { PageDefinition, VisualDefinition } from '../../definitions/report.ts';
import { columnTarget, modelTarget } from '../../visuals/view/fields.ts';
import type { Cell } from '../../definitions/queries.ts';
import type { Point } from '../../visuals/visual.ts';

type Reference = { target: object; equals?: Cell };
/** The shape of powerbi-models' selection; its filter targets are wider than what a visual selects. */
export type SelectionEvent = Pick<ISelection, 'report' | 'page' | 'visual'> & {
  dataPoints: { identity: Reference[]; values: { target: object; value: Cell; formattedValue: string }[] }[];
  regions: [];
  filters: [];
};

/** The body of `dataSelected`; no points when a selection is cleared. */
export function selectionEvent(
  report: { id: string; name: string },
  page: PageDefinition,
  visual: VisualDefinition,
  points: Point[],
): SelectionEvent {
  return {
    report: { id: report.id, displayName: report.name },
    page: { name: page.name, displayName: page.display_name },
    visual: { name: visual.name, title: visual.title, type: visual.type },
    dataPoints: points.map((point) => ({
      identity: point.identity.map(({ field, equals }) => ({ target: columnTarget(field), equals })),
      values: point.values.map(({ field, value, formatted }) => ({ target: modelTarget(field), value, formattedValue: formatted })),
    })),
    regions: [],
    filters: [],
  };
}
