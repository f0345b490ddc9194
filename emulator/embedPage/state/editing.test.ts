import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportDefinition } from '../../definitions/report.ts';
import { gridStep, layerOf, pageAdded, pageDeleted, placedOn, retyped, typesFor, visualCloned, withVisual } from './editing.ts';

const report = reportDefinition.parse({
  id: '11111111-2222-4333-8444-555555555555',
  name: 'R',
  model: '11111111-2222-4333-8444-555555555556',
  pages: [
    {
      name: 'p1',
      display_name: 'One',
      visuals: [
        {
          name: 'bars',
          type: 'clusteredBarChart',
          layout: { x: 0, y: 0, width: 400, height: 300 },
          category: [{ table: 'T', column: 'c' }],
          values: [{ table: 'T', measure: 'm' }],
        },
        { name: 'words', type: 'textbox', layout: { x: 0, y: 300, width: 400, height: 40 } },
      ],
    },
    { name: 'p2', display_name: 'Two', visuals: [] },
  ],
  bookmarks: [{ name: 'b', display_name: 'B', page: 'p2' }],
});
const [bars, words] = report.pages[0]!.visuals;
const place = { page: 'p1', visual: 'bars' };

test('wherever a visual is dragged, it stays on the page and on the grid', () => {
  const number = fc.double({ min: -3000, max: 3000, noNaN: true });
  fc.assert(
    fc.property(number, number, number, number, (x, y, width, height) => {
      const layout = placedOn({ width: 1280, height: 720 }, { x, y, width, height });
      expect(layout.x).toBeGreaterThanOrEqual(0);
      expect(layout.y).toBeGreaterThanOrEqual(0);
      expect(layout.x + layout.width).toBeLessThanOrEqual(1280);
      expect(layout.y + layout.height).toBeLessThanOrEqual(720);
      expect([layout.x % gridStep, layout.y % gridStep, layout.width % gridStep, layout.height % gridStep]).toEqual([0, 0, 0, 0]);
    }),
  );
});

test('changes one visual and leaves the report before it as it was', () => {
  const changed = withVisual(report, place, (visual) => ({ ...retyped(visual, 'lineChart'), title: 'New' }));
  expect(changed.pages[0]?.visuals.map(({ type, title }) => [type, title])).toEqual([
    ['lineChart', 'New'],
    ['textbox', ''],
  ]);
  expect(changed.pages[1]).toBe(report.pages[1]);
  expect(report.pages[0]?.visuals[0]?.type).toBe('clusteredBarChart');
});

test('offers the types that can show the fields', () => {
  expect(typesFor(bars!)).toContain('pieChart');
  expect(typesFor({ ...bars!, category: [] })).toEqual(['clusteredBarChart', 'tableEx', 'card']);
  expect(typesFor(words!)).toEqual([]);
});

test('clones, adds and deletes with names of their own', () => {
  const once = visualCloned(report, place);
  const twice = visualCloned(once!.report, place, { x: 800, y: 16 });
  expect([once?.name, twice?.name]).toEqual(['bars_1', 'bars_2']);
  expect(twice?.report.pages[0]?.visuals.at(-1)?.layout).toMatchObject({ x: 800, y: 16, width: 400, height: 304 });
  expect(visualCloned(report, { page: 'p1', visual: 'nothing' })).toBeUndefined();
  const added = pageAdded(report, 'Third');
  expect(added.page).toMatchObject({ name: 'page1', display_name: 'Third', width: 1280 });
  const fewer = pageDeleted(added.report, 'p2');
  expect([fewer.pages.map(({ name }) => name), fewer.bookmarks]).toEqual([['p1', 'page1'], []]);
});

test('a visual comes to lie above what it meets in its new place, and keeps its layer elsewhere', () => {
  const [page] = report.pages;
  if (!page) throw new Error('there is a page');
  const beside = { x: 500, y: 0, width: 100, height: 40 };
  expect(layerOf(page, 'words', beside)).toBe(0);
  expect(layerOf(page, 'words', { ...beside, z: 3 })).toBe(3);
  const above = { x: 100, y: 100, width: 100, height: 40 };
  expect(layerOf(page, 'words', above)).toBe(1);
  expect(layerOf(page, 'words', { ...above, z: 5 })).toBe(5);
  // Edges that touch do not cover each other.
  expect(layerOf(page, 'words', { x: 400, y: 0, width: 100, height: 40 })).toBe(0);
});
