import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, readable, toOklch } from './colour.ts';
import type { ThemeColours } from './organisation/branding.ts';
import { themeColours } from './organisation/branding.ts';
import { darkColours, defaultColours, themeCss, themeVariables } from './theme.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const palette = fc.record(Object.fromEntries(Object.keys(themeColours.shape).map((name) => [name, colour]))) as fc.Arbitrary<ThemeColours>;

/** Text on the surface that it stands on, as the style sheets pair them. */
const pairs = [
  ['background-font', 'background'],
  ['background-dim', 'background'],
  ['background-link', 'background'],
  ['background-error', 'background'],
  ['card-font', 'card'],
  ['card-font', 'card-hover'],
  ['card-dim', 'card'],
  ['card-dim', 'card-hover'],
  ['card-link', 'card'],
  ['card-success', 'card'],
  ['card-warning', 'card'],
  ['card-info', 'card'],
  ['card-error', 'card'],
  ['button-font', 'button'],
  ['button-font', 'button-hover'],
  ['group-font', 'group'],
  ['subgroup-font', 'subgroup'],
  ['active-item-font', 'active-item'],
  ['login-background-font', 'login-background'],
  ['login-button-font', 'login-button'],
  ['login-button-font', 'login-button-hover'],
  ['forgot-link', 'card'],
] as const;

const worst = (colours: ThemeColours) => {
  const variables = themeVariables(colours);
  return pairs
    .map(([text, surface]) => ({ text, surface, ratio: contrast(variables[text] as string, variables[surface] as string) }))
    .sort((a, b) => a.ratio - b.ratio)[0];
};

test('knows the contrast of black on white and of equal colours', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#777777')).toBe(1);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('leaves a text alone that reads already, and moves another no further than needed', () => {
  expect(readable('#1c2430', ['#ffffff'])).toBe('#1c2430');
  const moved = readable('#a0b4ff', ['#ffffff']);
  expect(contrast(moved, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(moved, '#ffffff')).toBeLessThan(4.8);
});

test('makes every text readable whatever colours somebody chose, light and dark', () => {
  fc.assert(
    fc.property(palette, (colours) => {
      expect(worst(colours)?.ratio).toBeGreaterThanOrEqual(4.5);
      expect(worst(darkColours(colours))?.ratio).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 400 },
  );
});

test('shows where the keyboard is on every surface', () => {
  fc.assert(
    fc.property(palette, (colours) => {
      const variables = themeVariables(colours);
      for (const surface of ['card', 'background']) {
        expect(contrast(variables[`${surface}-focus`] as string, variables[surface] as string)).toBeGreaterThanOrEqual(3);
      }
    }),
  );
});

test('derives a scheme that is dark, from any colours', () => {
  fc.assert(
    fc.property(palette, (colours) => {
      const dark = darkColours(colours);
      expect(toOklch(dark.background).lightness).toBeLessThan(0.3);
      expect(toOklch(dark.card).lightness).toBeGreaterThan(toOklch(dark.background).lightness);
    }),
  );
});

test('leaves the product’s own colours as they were chosen', () => {
  const variables = themeVariables(defaultColours);
  expect(variables).toMatchObject({
    background: '#f6f7f9',
    card: '#ffffff',
    'card-font': '#1c2430',
    button: '#2f5bd3',
    'button-font': '#ffffff',
  });
  expect(variables['active-item-font']).toBe('#1f3f9a');
});

test('writes the three blocks of a style sheet and nothing but colours into them', () => {
  const css = themeCss({ colours: defaultColours });
  expect(css).toContain(':root{color-scheme:light;');
  expect(css).toContain("[data-mantine-color-scheme='dark']{color-scheme:dark;");
  for (const [, value] of css.matchAll(/--v-[a-z0-9-]+:([^;}]+)/g)) expect(value).toMatch(/^#[0-9a-f]{6}$/);
});

test('refuses what is no colour instead of writing it into a style sheet', () => {
  expect(() => themeCss({ colours: { ...defaultColours, card: 'red}</style>' } })).toThrow('Not a colour');
});
