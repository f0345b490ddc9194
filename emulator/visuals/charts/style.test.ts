import { expect, test } from 'vitest';
import { themeFrom } from '../theme/theme.ts';
import { legendLines, topLegend } from './style.ts';

const theme = themeFrom(undefined, 'light');

test('names stand beside each other as long as there is room', () => {
  expect(legendLines([50, 50, 50], 20, 210)).toBe(1);
  expect(legendLines([50, 50, 50], 20, 209)).toBe(2);
  // A name that is broader than the chart has a line of its own.
  expect(legendLines([500, 50], 20, 200)).toBe(2);
});

test('one series needs no names', () => {
  expect(topLegend(theme, ['Sul'], { width: 400, height: 200 })).toEqual({ legend: { show: false }, top: 0 });
});

test('names take the lines they need, then two columns, and are read page by page only where they would take the chart its room', () => {
  const regions = ['Europa e Ásia Central', 'Leste da Ásia e Pacífico', 'Oriente Médio e Norte da África', 'Sul da Ásia'];
  const wide = topLegend(theme, regions, { width: 460, height: 200 });
  expect([wide.legend.type, wide.top]).toEqual(['plain', 40]);
  expect(wide.legend.textStyle).not.toHaveProperty('width');
  const narrow = topLegend(theme, regions, { width: 240, height: 200 });
  expect([narrow.legend.type, narrow.top]).toEqual(['plain', 40]);
  expect(narrow.legend.textStyle).toMatchObject({ width: 86, overflow: 'truncate' });
  const low = topLegend(theme, regions, { width: 240, height: 100 });
  expect([low.legend.type, low.top]).toEqual(['scroll', 20]);
});
