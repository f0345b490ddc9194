import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BrandFinding } from './brandLint.ts';
import { isRefused, lintBrand, unreadablePairs } from './brandLint.ts';
import { pairs, statesOf } from './brandPairs.ts';
import { seenAs } from './colourVision.ts';
import type { ThemeColours } from './organisation/branding.ts';
import { themeColours } from './organisation/branding.ts';
import { darkColours, defaultColours, themeVariables } from './theme.ts';

const fields = Object.keys(themeColours.shape) as (keyof ThemeColours)[];
const all = (colour: string) => Object.fromEntries(fields.map((field) => [field, colour])) as ThemeColours;
const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const extreme = fc.constantFrom('#ffffff', '#000000', '#39ff14', '#ff00ff', '#00ffff', '#ffff00', '#777777');
const brand = fc.record(
  Object.fromEntries(fields.map((field) => [field, fc.oneof(anyColour, extreme)])),
) as unknown as fc.Arbitrary<ThemeColours>;

const of = (findings: BrandFinding[], front: string, back: string, kind = 'text') =>
  findings.find((one) => one.front === front && one.back === back && one.kind === kind);
/** Contrast by the text of WCAG 2.2, written down a second time. */
function wcag(one: string, other: string): number {
  const luminance = (hex: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
      const share = parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16) / 255;
      return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test('has nothing to say about the product’s own colours', () => {
  expect(lintBrand(defaultColours)).toEqual([]);
});

test.each([
  // On white, as WebAIM's checker gives them; the text is over a row under the pointer as well, where it reads a little worse.
  ['#595959', null],
  ['#767676', 'warned'],
  ['#949494', 'refused'],
  // 4.0:1, but under 3:1 for whoever lacks the cones for green.
  ['#ff0000', 'refused'],
  ['#ffff00', 'refused'],
  ['#0000ff', null],
])('a text of %s on a white card: %s', (font, level) => {
  const finding = of(lintBrand({ ...defaultColours, font, background: '#ffffff' }), 'font', 'card');
  expect(finding?.level ?? null).toBe(level);
});

test('a refusal tells whose eyes it is for', () => {
  const told = (font: string) => of(lintBrand({ ...defaultColours, font, background: '#ffffff' }), 'font', 'card');
  // 4.0:1 for most, which is a warning; under 3:1 without the cones for green, which is why it is refused.
  expect(told('#ff0000')).toMatchObject({ level: 'refused', vision: 'deuteranopia' });
  expect(told('#ff0000')?.ratio).toBeLessThan(3);
  expect(told('#ffff00')).toMatchObject({ level: 'refused', vision: 'usual' });
  expect(told('#767676')).toMatchObject({ level: 'warned', vision: 'usual', state: 'hover' });
});

test('says the worst contrast, what is shown instead, and the neighbour that reads', () => {
  const white = of(lintBrand({ ...defaultColours, button: '#ffdd00' }), 'button_font', 'button');
  expect(white).toMatchObject({ level: 'refused', shown: '#000000', scheme: 'light' });
  expect(white?.ratio).toBeCloseTo(wcag('#ffffff', '#ffdd00'), 0);
  for (const { field, colour } of white?.proposals ?? []) {
    const chosen = { ...defaultColours, button: '#ffdd00', [field]: colour };
    expect(wcag(chosen.button_font, chosen.button)).toBeGreaterThanOrEqual(4.5);
  }
  expect(white?.proposals).toHaveLength(2);
});

test('a neighbour is no further away than it has to be', () => {
  const proposal = of(lintBrand({ ...defaultColours, forgot_password_link: '#999999' }), 'forgot_password_link', 'card')?.proposals[0];
  // #767676 is the lightest grey that reads on white (4.54:1).
  expect(proposal).toEqual({ field: 'forgot_password_link', colour: '#767676' });
});

test('a text that nobody chose for its surface is a warning, and is told with what is shown', () => {
  const finding = of(lintBrand({ ...defaultColours, group: '#1d2b53' }), 'font', 'group');
  expect(finding).toMatchObject({ level: 'warned', shown: '#ffffff' });
});

test('knows colours as people without a kind of cone see them', () => {
  // Machado et al. 2009, worked out by hand from the table: pure red has 15.2 %, 11.5 % and no light left.
  expect(seenAs('protanopia', '#ff0000')).toBe('#6d5f00');
  for (const vision of ['protanopia', 'deuteranopia', 'tritanopia'] as const) {
    expect(seenAs(vision, '#ffffff')).toBe('#ffffff');
    expect(seenAs(vision, '#000000')).toBe('#000000');
  }
});

test('a chosen entry that differs in a hue that some do not see is told', () => {
  const base = { ...defaultColours, background: '#ffffff', font: '#333333', active_item_font: '#333333' };
  const tinted = of(lintBrand({ ...base, active_item: '#ffffe0' }), 'active_item', 'card', 'apart');
  expect(tinted).toMatchObject({ level: 'warned', vision: 'tritanopia', ratio: null });
  expect(of(lintBrand({ ...base, active_item: '#d0d0d0' }), 'active_item', 'card', 'apart')).toBeUndefined();
});

test('of the dark scheme only what somebody chose is judged, and only that is proposed', () => {
  expect(lintBrand(defaultColours, {})).toEqual([]);
  const [finding, ...more] = lintBrand(defaultColours, { font: '#222222' }).filter(({ kind, back }) => kind === 'text' && back === 'card');
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ scheme: 'dark', level: 'refused', front: 'font' });
  expect(finding?.proposals.map(({ field }) => field)).toEqual(['font']);
});

test.each(['#ffffff', '#000000', '#39ff14', '#777777'])('a brand all of %s is refused', (colour) => {
  const findings = lintBrand(all(colour));
  expect(isRefused(findings)).toBe(true);
});

test('every proposal makes its pair pass, whatever colours somebody chose', () => {
  fc.assert(
    fc.property(brand, (colours) => {
      for (const { kind, front, back, proposals } of lintBrand(colours)) {
        expect(proposals.length).toBeGreaterThan(0);
        for (const { field, colour } of proposals) {
          const mended = { ...colours, [field]: colour };
          expect(of(lintBrand(mended), front, back, kind)).toBeUndefined();
          if (kind !== 'apart') expect(wcag(mended[front], mended[back])).toBeGreaterThanOrEqual(kind === 'text' ? 4.5 : 3);
        }
      }
    }),
    { numRuns: 4 },
  );
});

test('judges the surfaces that the theme really draws', () => {
  const variable = (field: string) => field.replaceAll('_', '-');
  fc.assert(
    fc.property(brand, (colours) => {
      const variables = themeVariables(colours);
      for (const { kind, front, back } of pairs) {
        if (kind !== 'text') continue;
        const { rest, hover } = statesOf(back, colours, front === 'button' ? colours.button : colours[front]);
        expect([rest, hover]).toEqual([variables[variable(back)], variables[`${variable(back)}-hover`]]);
      }
    }),
    { numRuns: 50 },
  );
});

test('no text of the theme that somebody chose is left out', () => {
  const made = Object.keys(themeVariables(defaultColours)).filter((name) => /-(font|link)$/.test(name));
  const judged = pairs.map(({ variable }) => variable);
  // White on the picture of the sign-in is nobody's choice.
  expect(made.filter((name) => !judged.includes(name))).toEqual(['login-background-font']);
});

test('a card alone may be chosen for the dark: texts that nobody chose are made to read on it', () => {
  const grey = fc.integer({ min: 0, max: 255 }).map((level) => `#${level.toString(16).padStart(2, '0').repeat(3)}`);
  fc.assert(
    fc.property(brand, grey, (colours, card) => {
      const dark = darkColours(colours, { card });
      for (const text of [dark.font, dark.forgot_password_link]) expect(wcag(text, card)).toBeGreaterThanOrEqual(4.45);
    }),
    { numRuns: 200 },
  );
  const findings = lintBrand({ ...defaultColours, forgot_password_link: '#1f3f9a' }, { card: '#2a2a33' });
  expect([of(findings, 'font', 'card'), of(findings, 'forgot_password_link', 'card')]).toEqual([undefined, undefined]);
});

test('what may not be published is found without looking for neighbours', () => {
  fc.assert(
    fc.property(brand, fc.record({ font: anyColour, card: anyColour }, { requiredKeys: [] }), (colours, dark) => {
      const refused = lintBrand(colours, dark).filter(({ level }) => level === 'refused');
      expect(unreadablePairs(colours, dark)).toEqual(refused.map(({ scheme, front, back }) => ({ scheme, front, back })));
    }),
    { numRuns: 6 },
  );
  expect(unreadablePairs(defaultColours, { font: '#222222' })).toContainEqual({ scheme: 'dark', front: 'font', back: 'card' });
});
