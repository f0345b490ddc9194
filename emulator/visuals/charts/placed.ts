import { pointKey } from '../view/selection.ts';
import type { Point } from '../visual.ts';
import type { PlacedPoint } from './picture.ts';

/** Collects a picture's points; `add` answers the number by which a data item refers to its point. */
export function pointList(): { points: PlacedPoint[]; add: (point: Point, seriesIndex: number, dataIndex: number) => number } {
  const points: PlacedPoint[] = [];
  const known = new Map<string, number>();
  return {
    points,
    add(point, seriesIndex, dataIndex) {
      // A bar and its highlighted share are one point.
      const key = pointKey(point.identity) + point.values.map((value) => JSON.stringify(value.field)).join('');
      const at = known.get(key) ?? points.push({ ...point, seriesIndex, dataIndex }) - 1;
      known.set(key, at);
      return at;
    },
  };
}

/** The point that a data item of ECharts refers to. */
export function pointOf(points: PlacedPoint[], data: unknown): PlacedPoint | undefined {
  const at = typeof data === 'object' && data !== null && 'point' in data ? data.point : undefined;
  return typeof at === 'number' ? points[at] : undefined;
}
