/** Reads just enough of TopoJSON to draw land behind points: polygons from delta-coded, shared arcs. */

export type Position = [number, number];
type Arcs = number[][] | number[][][];
type Geometry = { type: string; id?: string | number; arcs?: Arcs; geometries?: Geometry[] };
export type Topology = {
  transform?: { scale: Position; translate: Position };
  arcs: Position[][];
  objects: Record<string, Geometry>;
};
export type Feature = {
  type: 'Feature';
  properties: { name: string };
  geometry: { type: 'MultiPolygon'; coordinates: Position[][][] };
};
export type Outline = { type: 'FeatureCollection'; features: Feature[] };

function decodeArcs({ arcs, transform }: Topology): Position[][] {
  if (!transform) return arcs;
  const { scale, translate } = transform;
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Position => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

const distance = ([px, py]: Position, [ax, ay]: Position, [bx, by]: Position): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length));
  return Math.hypot(px - ax - share * dx, py - ay - share * dy);
};

/** Douglas-Peucker: keeps the points that stand further off than `tolerance` degrees. Shared arcs stay shared, so borders still meet. */
export function simplify(line: Position[], tolerance: number): Position[] {
  const [first, last] = [line[0], line.at(-1)];
  if (line.length < 3 || !first || !last) return line;
  let [furthest, at] = [0, 0];
  line.forEach((point, index) => {
    const away = distance(point, first, last);
    if (away > furthest) [furthest, at] = [away, index];
  });
  if (furthest <= tolerance) return [first, last];
  return [...simplify(line.slice(0, at + 1), tolerance).slice(0, -1), ...simplify(line.slice(at), tolerance)];
}

const rounded = ([x, y]: Position): Position => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];

function ring(indexes: number[], arcs: Position[][]): Position[] {
  return indexes.flatMap((index, position) => {
    const arc = index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? []);
    return (position === 0 ? arc : arc.slice(1)).map(rounded);
  });
}

const isArea = (points: Position[]): boolean => new Set(points.map(String)).size >= 3;

function polygons(geometry: Geometry, arcs: Position[][]): Position[][][] {
  // TopoJSON nests one deeper for several polygons than for one; the type says which it is.
  const list = (geometry.type === 'Polygon' ? [geometry.arcs ?? []] : (geometry.arcs ?? [])) as number[][][];
  return list.map((rings) => rings.map((indexes) => ring(indexes, arcs)).filter(isArea)).filter((rings) => rings.length > 0);
}

/** The polygons of one object of a topology as GeoJSON features, named by their id. */
export function features(topology: Topology, object: string, tolerance: number): Feature[] {
  const arcs = decodeArcs(topology).map((arc) => simplify(arc, tolerance));
  const root = topology.objects[object];
  if (!root) throw new Error(`The topology has no object ${object}`);
  return (root.geometries ?? [root])
    .map((geometry): Feature => ({
      type: 'Feature',
      properties: { name: String(geometry.id ?? '') },
      geometry: { type: 'MultiPolygon', coordinates: polygons(geometry, arcs) },
    }))
    .filter((feature) => feature.geometry.coordinates.length > 0);
}
