import type { ModelFilter } from '../../src/embed/protocol.ts';
import { periodOf } from './dates.ts';
import { columnTarget, fieldKey, grainOf } from './fields.ts';
import { advancedFilter, basicFilter, tupleFilter } from './filters.ts';
import type { IdentityPart, Selection } from './view.ts';

export function pointKey(point: readonly IdentityPart[]): string {
  return JSON.stringify(point.map((part) => [fieldKey(part.field), part.equals]));
}

export function isSelected(selection: Selection | undefined, visual: string, point: readonly IdentityPart[]): boolean {
  return selection?.visual === visual && selection.points.some((one) => pointKey(one) === pointKey(point));
}

/** Neither a period nor a blank fits into a list of values; such points are selected one at a time. */
const listable = (point: readonly IdentityPart[]): boolean => point.every((part) => part.equals !== null && !grainOf(part.field));

/** A click selects one point, or clears when that point alone is selected. `additive` (Ctrl) adds and removes single points. */
export function toggle(selection: Selection | undefined, visual: string, point: IdentityPart[], additive: boolean): Selection | undefined {
  const same = selection?.visual === visual ? selection.points : [];
  const others = same.filter((one) => pointKey(one) !== pointKey(point));
  const had = others.length < same.length;
  if (additive && listable(point) && same.every(listable)) {
    const points = had ? others : [...same, point];
    return points.length ? { visual, points } : undefined;
  }
  return had && same.length === 1 ? undefined : { visual, points: [point] };
}

const partFilter = ({ field, equals }: IdentityPart): ModelFilter => {
  const target = columnTarget(field);
  if (equals === null) return advancedFilter(target, [{ operator: 'IsBlank' }]);
  const grain = grainOf(field);
  const period = grain && periodOf(equals, grain);
  if (!period) return basicFilter(target, [equals]);
  return advancedFilter(target, [
    { operator: 'GreaterThanOrEqual', value: period.start },
    { operator: 'LessThan', value: period.end },
  ]);
};

/** The filters that a selection puts on the other visuals; all of them hold. */
export function selectionFilters(selection: Selection): ModelFilter[] {
  const [first, ...more] = selection.points;
  if (!first) return [];
  if (more.length === 0) return first.map(partFilter);
  const targets = first.map((part) => columnTarget(part.field));
  const rows = selection.points.map((point) => point.map((part) => part.equals));
  const [only] = targets;
  return targets.length === 1 && only ? [basicFilter(only, rows.flat())] : [tupleFilter(targets, rows)];
}
