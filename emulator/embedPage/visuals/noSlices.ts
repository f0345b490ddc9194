import type { VisualModel } from '../../visuals/visual.ts';

/** Whether a pie has nothing to share: what is negative or zero is no slice. */
export function hasNoSlices({ definition, data }: VisualModel): boolean {
  if (definition.type !== 'pieChart' && definition.type !== 'donutChart') return false;
  const groups = definition.category.length > 0 || definition.series.length > 0 ? 1 : 0;
  return !(data.main?.rows ?? []).some((row) => row.slice(groups).some((value) => typeof value === 'number' && value > 0));
}
