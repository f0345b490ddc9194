import { expect, test } from 'vitest';
import { themeFrom } from '../../visuals/theme/theme.ts';
import { pixelsOf } from '../files/raster.ts';
import { createSheet } from './sheet.ts';

const theme = { ...themeFrom(undefined, 'light'), canvas: '#ffffff' };

test('a picture that reaches far beyond its box is drawn, and ends at the box', async () => {
  const sheet = createSheet(200, 100, theme);
  // As the outline of the world is, when a map shows one country.
  const land = '<path d="M-1000 -800L2000 -800L2000 900L-1000 900Z" fill="#ff0000"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" viewBox="0 0 80 60">${land}</svg>`;
  sheet.picture(svg, { x: 20, y: 20, width: 80, height: 60 });
  const { width, height, rgb } = await pixelsOf(sheet.done());
  const at = (x: number, y: number) => [
    ...rgb.subarray(3 * ((y / 100) * height * width + (x / 200) * width), 3 * ((y / 100) * height * width + (x / 200) * width) + 3),
  ];
  expect(at(60, 50)).toEqual([255, 0, 0]);
  for (const [x, y] of [
    [10, 50],
    [110, 50],
    [60, 10],
    [60, 90],
  ] as const)
    expect(at(x, y)).toEqual([255, 255, 255]);
});
