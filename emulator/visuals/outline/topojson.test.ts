import { expect, test } from 'vitest';
import { features, simplify } from './topojson.ts';
import type { Topology } from './topojson.ts';

/** Two squares side by side that share their middle border (arc 0). */
const squares: Topology = {
  transform: { scale: [1, 1], translate: [10, 20] },
  arcs: [
    [
      [1, 0],
      [0, 1],
    ],
    [
      [1, 1],
      [-1, 0],
      [0, -1],
      [1, 0],
    ],
    [
      [1, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ],
  ],
  objects: {
    areas: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', id: 1, arcs: [[0, 1]] },
        { type: 'MultiPolygon', id: 2, arcs: [[[~0, ~2]]] },
      ],
    },
  },
};

test('follows shared arcs in both directions', () => {
  const [west, east] = features(squares, 'areas', 0);
  expect(west).toMatchObject({
    properties: { name: '1' },
    geometry: {
      coordinates: [
        [
          [
            [11, 20],
            [11, 21],
            [10, 21],
            [10, 20],
            [11, 20],
          ],
        ],
      ],
    },
  });
  expect(east?.geometry.coordinates[0]?.[0]).toEqual([
    [11, 21],
    [11, 20],
    [12, 20],
    [12, 21],
    [11, 21],
  ]);
});

test('simplifies what is nearly straight and keeps corners', () => {
  expect(
    simplify(
      [
        [0, 0],
        [1, 0.01],
        [2, 0],
      ],
      0.1,
    ),
  ).toEqual([
    [0, 0],
    [2, 0],
  ]);
  expect(
    simplify(
      [
        [0, 0],
        [1, 1],
        [2, 0],
      ],
      0.1,
    ),
  ).toHaveLength(3);
});

test('says when an object is missing', () => {
  expect(() => features(squares, 'seas', 0)).toThrow('seas');
});
