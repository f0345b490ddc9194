import { expect, test } from 'vitest';
import { reportDefinition } from '../../definitions/report.ts';
import { advancedFilter, basicFilter } from '../view/filters.ts';
import { authoredView } from '../view/view.ts';
import type { ViewState } from '../view/view.ts';
import { planPage } from './plan.ts';

const guid = '7d0a4f0e-54c5-4d3c-9d8e-6b1a3f2c1d00';
const layout = { x: 0, y: 0, width: 100, height: 100 };
const region = { table: 'Store', column: 'Region' };
const line = { table: 'Product', column: 'Line' };
const amount = { table: 'Sales', measure: 'Amount' };

const report = reportDefinition.parse({
  id: guid,
  name: 'Sales',
  model: guid,
  filters: [basicFilter({ table: 'Date', column: 'Year' }, [2025])],
  pages: [
    {
      name: 'overview',
      display_name: 'Overview',
      filters: [basicFilter({ table: 'Store', column: 'Open' }, [true])],
      visuals: [
        { name: 'regions', type: 'slicer', layout, category: [region], slicer: { mode: 'list' } },
        { name: 'amount', type: 'card', layout, values: [amount], filters: [advancedFilter(line, [{ operator: 'IsNotBlank' }])] },
        { name: 'by_line', type: 'clusteredColumnChart', layout, category: [line], values: [amount] },
        { name: 'top_lines', type: 'stackedColumnChart', layout, category: [line], series: [region], values: [amount], top: 5 },
        {
          name: 'pivot',
          type: 'pivotTable',
          layout,
          category: [region, line],
          series: [{ table: 'Date', column: 'Year' }],
          values: [amount],
        },
        { name: 'note', type: 'textbox', layout, text: 'Hello' },
      ],
    },
  ],
});
const [page] = report.pages;
if (!page) throw new Error('no page');

const plan = (view: ViewState) => planPage(view, page, page.visuals);
const targets = (view: ViewState, id: string) =>
  plan(view)
    .find((one) => one.query.id === id)
    ?.query.filters.map((filter) => filter.target);

test('report, page and own filters reach a visual, the slicers too', () => {
  const view = authoredView(report);
  view.slicers['overview/regions'] = [basicFilter(region, ['Sul'])];
  expect(targets(view, 'amount:main')).toEqual([{ table: 'Date', column: 'Year' }, { table: 'Store', column: 'Open' }, line, region]);
});

test('a slicer does not filter itself, and an empty one filters nothing', () => {
  const view = authoredView(report);
  view.slicers['overview/regions'] = [basicFilter(region, ['Sul'])];
  expect(targets(view, 'regions:main')).not.toContainEqual(region);
  view.slicers['overview/regions'] = [basicFilter(region, [])];
  expect(targets(view, 'by_line:main')).not.toContainEqual(region);
});

test('a selection filters the others, highlights columns and leaves its own visual and the slicers alone', () => {
  const view: ViewState = { ...authoredView(report), selection: { visual: 'top_lines', points: [[{ field: line, equals: 'Casa' }]] } };
  expect(targets(view, 'amount:main')).toContainEqual(line);
  expect(targets(view, 'by_line:main')).not.toContainEqual(line);
  expect(targets(view, 'by_line:highlight')).toContainEqual(line);
  expect(targets(view, 'regions:main')).not.toContainEqual(line);
  expect(plan(view).some((one) => one.query.id === 'top_lines:highlight')).toBe(false);
});

test('top n counts categories, also when there is a series', () => {
  const query = plan(authoredView(report)).find((one) => one.visual === 'top_lines')?.query;
  expect(query?.filters[0]).toMatchObject({ filterType: 5, itemCount: 5, target: line, orderBy: amount });
});

test('a matrix asks for each level of totals', () => {
  const parts = plan(authoredView(report)).filter((one) => one.visual === 'pivot');
  expect(parts.map((one) => one.part).toSorted()).toEqual(['cells1', 'columns', 'level1', 'main', 'rows']);
  expect(parts.find((one) => one.part === 'rows')?.query.total).toBe(true);
});

test('the order that the reader chose wins', () => {
  const view = authoredView(report);
  expect(plan(view).find((one) => one.visual === 'by_line')?.query.order_by).toEqual([{ field: amount, direction: 'descending' }]);
  view.sorts['overview/by_line'] = { field: line, direction: 'ascending' };
  expect(plan(view).find((one) => one.visual === 'by_line')?.query.order_by).toEqual([{ field: line, direction: 'ascending' }]);
});

test('a text box asks nothing', () => {
  expect(plan(authoredView(report)).some((one) => one.visual === 'note')).toBe(false);
});
