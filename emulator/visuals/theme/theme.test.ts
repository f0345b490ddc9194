import { describe, expect, test } from 'vitest';
import { contrast, parseColor } from './color.ts';
import type { Rgb } from './color.ts';
import { darkColors, lightColors, themeFrom } from './theme.ts';

const ratio = (a: string, b: string) => contrast(parseColor(a) as Rgb, parseColor(b) as Rgb);

describe.each(['light', 'dark'] as const)('the %s base', (base) => {
  const theme = themeFrom(undefined, base);
  test('carries readable text on cards and canvas', () => {
    for (const ground of [theme.surface, theme.canvas]) {
      expect(ratio(theme.text, ground)).toBeGreaterThanOrEqual(7);
      expect(ratio(theme.muted, ground)).toBeGreaterThanOrEqual(4.5);
    }
    for (const color of [theme.accent, theme.good, theme.bad]) expect(ratio(color, theme.surface)).toBeGreaterThanOrEqual(4.5);
  });
  test('draws data with at least 3 to 1', () => {
    for (const color of base === 'light' ? lightColors : darkColors) expect(ratio(color, theme.surface), color).toBeGreaterThanOrEqual(3);
  });
});

test("a file's background decides whether the theme is dark", () => {
  expect(themeFrom({ background: '#101820' }, 'light').scheme).toBe('dark');
  expect(themeFrom({ background: '#fffdf5' }, 'dark').scheme).toBe('light');
  expect(themeFrom({ name: 'no colours' }, 'dark').scheme).toBe('dark');
});

test('text that a file makes unreadable becomes readable', () => {
  const theme = themeFrom({ background: '#ffffff', foreground: '#f5f5f5', dataColors: ['#eeee00'] }, 'light');
  expect(ratio(theme.text, theme.surface)).toBeGreaterThanOrEqual(7);
  expect(ratio(theme.accent, theme.surface)).toBeGreaterThanOrEqual(4.5);
  expect(theme.data).toEqual(['#eeee00']);
});

test('high contrast leaves no shades', () => {
  const theme = themeFrom({ background: '#ffffff' }, 'light', 3);
  expect(theme).toMatchObject({ strong: true, scheme: 'dark', canvas: '#000000', text: '#ffffff', line: '#ffffff' });
});

test('a font name cannot smuggle in other styles', () => {
  expect(themeFrom({ fontFamily: 'x; background: url(//evil)' }, 'light').font).not.toContain('url');
  expect(themeFrom({ fontFamily: 'Georgia' }, 'light').font).toMatch(/^Georgia, /);
});

test('the colours that a system forces win over a theme file', () => {
  const system = { canvas: 'rgb(0, 0, 0)', text: 'rgb(255, 255, 0)', accent: 'rgb(0, 255, 255)' };
  const forced = themeFrom({ background: '#ffffff', dataColors: ['#ff8800'] }, 'light', 0, system);
  expect(forced).toMatchObject({ strong: true, scheme: 'dark', surface: system.canvas, text: system.text, accent: system.accent });
  for (const color of forced.data) expect(ratio(color, '#000000'), color).toBeGreaterThanOrEqual(3);
  expect(themeFrom(undefined, 'dark', 0, { ...system, canvas: 'rgb(255, 255, 255)', text: 'rgb(0, 0, 0)' }).scheme).toBe('light');
});

test.each([1, 2, 3, 4])('in contrast mode %d ten series have ten colours that stand out from the ground', (mode) => {
  const { data, canvas } = themeFrom(undefined, 'light', mode);
  expect(new Set(data).size).toBe(10);
  for (const color of data) expect(ratio(color, canvas)).toBeGreaterThan(4.5);
});
