import { expect, test } from 'vitest';
import { reportDefinition } from '../../definitions/report.ts';
import { canvasScale, pageLayout } from './layout.ts';

const guid = '7d0a4f0e-54c5-4d3c-9d8e-6b1a3f2c1d00';
const layout = { x: 10, y: 20, width: 300, height: 200 };
const [page] = reportDefinition.parse({
  id: guid,
  name: 'Sales',
  model: guid,
  pages: [
    {
      name: 'overview',
      display_name: 'Overview',
      visuals: [
        { name: 'sales', type: 'card', layout, mobile_layout: { x: 0, y: 0, width: 324, height: 100 } },
        { name: 'stores', type: 'tableEx', layout },
        { name: 'secret', type: 'card', layout, hidden: true },
      ],
    },
  ],
}).pages;
if (!page) throw new Error('no page');

const names = (settings: Parameters<typeof pageLayout>[1]) => pageLayout(page, settings).placed.map(({ visual }) => visual.name);

test('hidden visuals have no place', () => expect(names({})).toEqual(['sales', 'stores']));

test('the phone layout shows only what has a place there, fitted to the width', () => {
  expect(names({ layoutType: 2 })).toEqual(['sales']);
  const phone = pageLayout(page, { layoutType: 2 });
  expect(phone).toMatchObject({ width: 324, height: 980, phone: true });
  expect(canvasScale(phone, { width: 648, height: 100 }, 1)).toBe(2);
});

test('a custom layout moves, hides and shows visuals', () => {
  const custom = {
    layoutType: 1,
    customLayout: {
      pageSize: { type: 4, width: 500, height: 400 },
      displayOption: 2,
      pagesLayout: {
        overview: {
          defaultLayout: { displayState: { mode: 1 } },
          visualsLayout: { secret: { x: 1, y: 1, width: 498, height: 398, displayState: { mode: 0 } } },
        },
      },
    },
  };
  const result = pageLayout(page, custom);
  expect(result).toMatchObject({ width: 500, height: 400, placed: [{ visual: { name: 'secret' }, box: { x: 1, width: 498 } }] });
  expect(canvasScale(result, { width: 1000, height: 1000 }, 1.5)).toBe(1.5);
});

test('a page fits into its room, whichever side is shorter', () => {
  const whole = pageLayout(page, {});
  expect(canvasScale(whole, { width: 640, height: 720 }, 1)).toBe(0.5);
  expect(canvasScale(whole, { width: 1280, height: 360 }, 1)).toBe(0.5);
  expect(canvasScale(whole, { width: 0, height: 0 }, 1)).toBe(0.05);
});
