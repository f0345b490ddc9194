import { expect, test } from 'vitest';
import { reportDefinition } from '../../definitions/report.ts';
import { encodeState } from './bookmarks.ts';
import { basicFilter } from './filters.ts';
import { authoredView } from './view.ts';
import { openingView } from './openingView.ts';

const guid = '7d0a4f0e-54c5-4d3c-9d8e-6b1a3f2c1d00';
const layout = { x: 0, y: 0, width: 100, height: 100 };
const region = { table: 'Store', column: 'Region' };
const year = { table: 'Date', column: 'Year' };
const slicer = { type: 'slicer', layout, category: [region], slicer: { mode: 'list' } };

const report = reportDefinition.parse({
  id: guid,
  name: 'Sales',
  model: guid,
  filters: [basicFilter(year, [2025])],
  pages: [
    { name: 'hidden', display_name: 'H', hidden: true, visuals: [{ ...slicer, name: 'a' }] },
    { name: 'overview', display_name: 'O', visuals: [{ ...slicer, name: 'b' }] },
    { name: 'stores', display_name: 'S', visuals: [{ ...slicer, name: 'c' }] },
  ],
});
const base = authoredView(report);
const south = basicFilter(region, ['Sul']);

test('opens on the first page that is shown, or on the one that the host names', () => {
  expect(openingView(report, base, {}).page).toBe('overview');
  expect(openingView(report, base, { pageName: 'stores' }).page).toBe('stores');
  expect(openingView(report, base, { pageName: 'nowhere' }).page).toBe('overview');
});

test('a list of filters replaces same targets and keeps the others of the author', () => {
  const view = openingView(report, base, { filters: [basicFilter(year, [2026]), south] });
  expect(view.filters.report).toMatchObject([{ target: year, values: [2026] }, { target: region }]);
});

test('the other form of filters chooses level and operation', () => {
  const filters = { allPages: { operation: 0 }, currentPage: { operation: 2, filters: [south] } };
  const view = openingView(report, base, { pageName: 'stores', filters });
  expect(view.filters.report).toEqual([]);
  expect(view.filters.pages.stores).toEqual([south]);
});

test('slicers are found by name and by field', () => {
  const state = { filters: [south] };
  expect(openingView(report, base, { slicers: [{ selector: { visualName: 'b' }, state }] }).slicers).toMatchObject({
    'overview/b': [south],
    'stores/c': [],
  });
  expect(openingView(report, base, { slicers: [{ selector: { target: region }, state }] }).slicers).toMatchObject({
    'overview/b': [south],
    'stores/c': [south],
  });
});

test('a bookmark leads to its page, one of another report is ignored', () => {
  const state = encodeState({ ...base, page: 'stores' });
  expect(openingView(report, base, { bookmark: { state } }).page).toBe('stores');
  expect(openingView(report, base, { bookmark: { state: encodeState({ ...base, page: 'elsewhere' }) } }).page).toBe('overview');
});
