import { expect, test } from 'vitest';
import { boundsOf, inUnitedStates, miller } from './mapBounds.ts';

const brazil: [number, number][] = [
  [-46.6, -23.5],
  [-51.2, -30],
  [-48.5, -1.4],
];

test('shows where the points are, with a margin', () => {
  const bounds = boundsOf(brazil);
  expect(bounds.west).toBeLessThan(-51.2);
  expect(bounds.east).toBeGreaterThan(-46.6);
  expect(bounds.north).toBeLessThan(5);
  expect(inUnitedStates(bounds)).toBe(false);
});

test('a few far-away points do not shrink the others to a spot', () => {
  const many = Array.from({ length: 200 }, (_, at): [number, number] => [-100 + (at % 20), 30 + (at % 15)]);
  const bounds = boundsOf([...many, [144.8, 13.5]]);
  expect(bounds.east).toBeLessThan(-60);
  expect(inUnitedStates(bounds)).toBe(true);
});

test('points all over the world show the world, and so do none', () => {
  const world = { west: -180, east: 180 };
  expect(boundsOf([...brazil, [140, 35]])).toMatchObject(world);
  expect(boundsOf([])).toMatchObject(world);
});

test('the projection finds its way back', () => {
  for (const place of [
    [-46.6, -23.5],
    [0, 0],
    [120, 70],
  ] as const) {
    const [longitude = 0, latitude = 0] = miller.unproject(miller.project([...place]));
    expect(longitude).toBeCloseTo(place[0], 6);
    expect(latitude).toBeCloseTo(place[1], 6);
  }
});
