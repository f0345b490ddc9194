import { expect, test } from 'vitest';
import { reportDefinition } from '../../definitions/report.ts';
import { authoredBookmark, capturedView, decodeState, encodeState, viewWithBookmark } from './bookmarks.ts';
import { basicFilter } from './filters.ts';
import { authoredView } from './view.ts';
import type { ViewState } from './view.ts';

const guid = '7d0a4f0e-54c5-4d3c-9d8e-6b1a3f2c1d00';
const region = { table: 'Store', column: 'Região' };
const layout = { x: 0, y: 0, width: 100, height: 100 };
const south = basicFilter(region, ['Sul']);

const report = reportDefinition.parse({
  id: guid,
  name: 'Sales',
  model: guid,
  pages: [
    {
      name: 'overview',
      display_name: 'Overview',
      visuals: [
        { name: 'regions', type: 'slicer', layout, category: [region], slicer: { mode: 'list' } },
        { name: 'sales', type: 'card', layout },
      ],
    },
    { name: 'stores', display_name: 'Stores', visuals: [{ name: 'list', type: 'tableEx', layout }] },
  ],
  bookmarks: [
    { name: 'south', display_name: 'South', page: 'overview', filters: [south] },
    { name: 'south_stores', display_name: 'South, stores', page: 'stores', filters: [south] },
  ],
});

const view: ViewState = {
  page: 'overview',
  filters: { report: [south], pages: { overview: [], stores: [south] }, visuals: { 'overview/sales': [south], 'stores/list': [] } },
  slicers: { 'overview/regions': [south] },
  sorts: { 'stores/list': { field: { table: 'Store', measure: 'Sales' }, direction: 'descending' } },
  drills: { 'overview/sales': [{ field: region, equals: 'Sul', label: 'Sul' }] },
  selection: { visual: 'sales', points: [[{ field: region, equals: 'São Paulo' }]] },
};

test('a state survives its journey, accents included', () => {
  expect(decodeState(encodeState(view))).toEqual(view);
});

test('what is not a state is not guessed at', () => {
  expect(decodeState('%%%')).toBeUndefined();
  expect(decodeState(btoa('hello'))).toBeUndefined();
  expect(decodeState(btoa('{"version":1,"view":{"page":"overview"}}'))).toBeUndefined();
  expect(decodeState(7)).toBeUndefined();
});

test('a bookmark of one page leaves the other pages as they are', () => {
  const kept = capturedView(view, false);
  expect(Object.keys(kept.filters.pages)).toEqual(['overview']);
  const after = viewWithBookmark({ ...authoredView(report), slicers: { 'stores/x': [south] } }, kept);
  expect(after.slicers).toEqual({ 'stores/x': [south], 'overview/regions': [south] });
  expect(after.filters.pages).toEqual({ overview: [], stores: [] });
  expect(after.selection).toEqual(view.selection);
});

test('a bookmark of all pages keeps them all', () => {
  expect(viewWithBookmark(authoredView(report), capturedView(view, true))).toEqual(view);
});

test("an authored bookmark sets the slicer that shows its field, else the report's filters", () => {
  expect(authoredBookmark(report, 'south')?.slicers['overview/regions']).toEqual([south]);
  expect(authoredBookmark(report, 'south')?.filters.report).toEqual([]);
  expect(authoredBookmark(report, 'south_stores')).toMatchObject({ page: 'stores', filters: { report: [south] } });
  expect(authoredBookmark(report, 'north')).toBeUndefined();
});
