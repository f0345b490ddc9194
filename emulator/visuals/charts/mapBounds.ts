export type Bounds = { west: number; east: number; south: number; north: number };

const between = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.round((sorted.length - 1) * share))] ?? 0;

/** The part of the world to show: where nearly all points are, with a margin; the whole one when they span it. */
export function boundsOf(points: [number, number][]): Bounds {
  const longitudes = points.map(([longitude]) => longitude).toSorted((a, b) => a - b);
  const latitudes = points.map(([, latitude]) => latitude).toSorted((a, b) => a - b);
  // A few far-away points must not shrink all the others to a spot; the reader can still move the map to them.
  const trim = points.length >= 50 ? 0.02 : 0;
  const [west, east] = [between(longitudes, trim), between(longitudes, 1 - trim)];
  const [south, north] = [between(latitudes, trim), between(latitudes, 1 - trim)];
  if (points.length === 0 || east - west > 120) return { west: -180, east: 180, south: -62, north: 78 };
  // As wide as the largest point is on a small map.
  const margin = Math.max((east - west) * 0.14, (north - south) * 0.14, 1.5);
  return { west: west - margin, east: east + margin, south: south - margin, north: north + margin };
}

/** Whether the outline with the states of the USA fits. */
export const inUnitedStates = ({ west, east, south, north }: Bounds): boolean =>
  west > -172 && east < -62 && south > 12 && north < 73 && east - west > 8;

const radians = Math.PI / 180;

/** Miller's cylindrical projection: shapes stay familiar and the poles do not run away. */
export const miller = {
  project: ([longitude = 0, latitude = 0]: number[]): number[] => [
    longitude * radians,
    -1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * latitude * radians)),
  ],
  unproject: ([x = 0, y = 0]: number[]): number[] => [x / radians, (2.5 * (Math.atan(Math.exp(-0.8 * y)) - Math.PI / 4)) / radians],
};
