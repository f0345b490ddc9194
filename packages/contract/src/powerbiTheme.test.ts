import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from './colour.ts';
import type { ThemeColours } from './organisation/branding.ts';
import { themeColours } from './organisation/branding.ts';
import { powerbiThemeOf } from './powerbiTheme.ts';
import { darkColours, defaultColours } from './theme.ts';

const fields = Object.keys(themeColours.shape) as (keyof ThemeColours)[];
const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const extreme = fc.constantFrom('#ffffff', '#000000', '#39ff14', '#ffff00', '#777777');
const brand = fc.record(
  Object.fromEntries(fields.map((field) => [field, fc.oneof(anyColour, extreme)])),
) as unknown as fc.Arbitrary<ThemeColours>;

test('a report begins with the colour of the brand’s buttons, on its cards', () => {
  const theme = powerbiThemeOf('Own', { ...defaultColours, button: '#8a1c4a', card: '#fffdf8', background: '#eeeeee' });
  expect(theme).toMatchObject({ name: 'Own', background: '#fffdf8', tableAccent: '#8a1c4a' });
  expect(theme.dataColors[0]).toBe('#8a1c4a');
  expect(theme.visualStyles.page['*'].outspace).toEqual([{ color: { solid: { color: '#eeeeee' } }, transparency: 0 }]);
});

test('whatever the brand, light or dark, texts read, marks are seen, and series differ', () => {
  fc.assert(
    fc.property(brand, fc.boolean(), (light, dark) => {
      const { dataColors, background, foreground, tableAccent } = powerbiThemeOf('Any', dark ? darkColours(light) : light);
      expect(contrast(foreground, background)).toBeGreaterThanOrEqual(4.5);
      for (const colour of [...dataColors, tableAccent]) expect(contrast(colour, background)).toBeGreaterThanOrEqual(3);
      expect(new Set(dataColors).size).toBe(8);
      for (const colour of [...dataColors, background, foreground]) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    }),
    { numRuns: 300 },
  );
});
