import type { ModelFilter } from '../../definitions/queries.ts';
import { columnTarget, fieldKey } from './fields.ts';
import { basicFilter, tupleFilter } from './filters.ts';
import type { IdentityPart, Selection } from './view.ts';

export function pointKey(point: readonly IdentityPart[]): string {
  return JSON.stringify(point.map((part) => [fieldKey(part.field), part.equals]));
}

/** A click selects one point, or clears when that point alone is selected. `additive` (Ctrl) adds and removes single points. */
export function toggle(selection: Selection | undefined, visual: string, point: IdentityPart[], additive: boolean): Selection | undefined {
  const same = selection?.visual === visual ? selection.points : [];
  const others = same.filter((one) => pointKey(one) !== pointKey(point));
  const had = others.length < same.length;
  if (!additive) return had && same.length === 1 ? undefined : { visual, points: [point] };
  const points = had ? others : [...same, point];
  return points.length ? { visual, points } : undefined;
}

/** The filters that a selection puts on the other visuals; all of them hold. */
export function selectionFilters({ points }: Selection): ModelFilter[] {
  const [first, ...more] = points;
  if (!first) return [];
  if (more.length === 0) return first.map((part) => basicFilter(columnTarget(part.field), [part.equals]));
  const targets = first.map((part) => columnTarget(part.field));
  const rows = points.map((point) => point.map((part) => part.equals));
  const [only] = targets;
  return targets.length === 1 && only ? [basicFilter(only, rows.flat())] : [tupleFilter(targets, rows)];
}
