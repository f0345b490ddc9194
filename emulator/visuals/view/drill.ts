/** Going down a hierarchy within one visual: from a region to its cities, from a year to its months. */
import type { FieldRef } from '../../definitions/model.ts';
import type { VisualDefinition } from '../../definitions/report.ts';
import type { ModelFilter } from '../../definitions/queries.ts';
import { columnTarget, grainOf, sameField } from './fields.ts';
import { basicFilter } from './filters.ts';
import type { DrillStep, IdentityPart, Sort } from './view.ts';

const drillable = new Set<VisualDefinition['type']>([
  'clusteredBarChart',
  'clusteredColumnChart',
  'stackedColumnChart',
  'lineChart',
  'areaChart',
  'pieChart',
  'donutChart',
]);
const grains = ['year', 'quarter', 'month', 'day'] as const;

/** The fields of the hierarchy, the widest first. A date has its shorter periods below it. */
export function levelsOf({ type, category }: VisualDefinition): FieldRef[] {
  const [only, ...more] = category;
  if (!only || !drillable.has(type)) return category;
  const from = grains.findIndex((grain) => grain === grainOf(only));
  if (more.length > 0 || from < 0 || !('column' in only)) return category;
  return grains.slice(from).map((grain) => ({ table: only.table, column: only.column, grain }));
}

/** Whether there is a level below the one that is shown. */
export function isDrillable(visual: VisualDefinition, steps: readonly DrillStep[]): boolean {
  return drillable.has(visual.type) && steps.length < levelsOf(visual).length - 1;
}

/** The visual at the level that was gone down to. */
export function shownVisual(visual: VisualDefinition, steps: readonly DrillStep[]): VisualDefinition {
  const level = levelsOf(visual)[steps.length];
  if (steps.length === 0 || !level) return visual;
  const { sort, ...rest } = visual;
  const keeps = sort && visual.values.some((field) => sameField(field, sort.field));
  return { ...rest, category: [level], ...(keeps ? { sort } : {}) };
}

/** The reader's order, as long as its field is shown. */
export function shownSort(visual: VisualDefinition, steps: readonly DrillStep[], sort: Sort | undefined): Sort | undefined {
  if (!sort || steps.length === 0) return sort;
  const { category, series, values } = shownVisual(visual, steps);
  return [...category, ...series, ...values].some((field) => sameField(field, sort.field)) ? sort : undefined;
}

export function drillFilters(steps: readonly DrillStep[]): ModelFilter[] {
  return steps.map(({ field, equals }) => basicFilter(columnTarget(field), [equals]));
}

/** The steps after going into a point; undefined where there is nothing below. */
export function deeper(
  visual: VisualDefinition,
  steps: readonly DrillStep[],
  point: { identity: IdentityPart[]; label: string },
): DrillStep[] | undefined {
  const level = levelsOf(visual)[steps.length];
  const part = level && point.identity.find(({ field }) => sameField(field, level));
  if (!part || !isDrillable(visual, steps)) return undefined;
  return [...steps, { ...part, label: point.label }];
}
