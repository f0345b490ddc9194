import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lintBrand } from './brandLint.ts';
import type { BrandMeasure } from './brandMeasures.ts';
import { measureBrand } from './brandMeasures.ts';
import type { ThemeColours } from './organisation/branding.ts';
import { themeColours } from './organisation/branding.ts';
import { defaultColours } from './theme.ts';

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const brand = fc.record(
  Object.fromEntries(Object.keys(themeColours.shape).map((field) => [field, anyColour])),
) as unknown as fc.Arbitrary<ThemeColours>;

const of = (measured: BrandMeasure[], front: string, back: string) => measured.find((one) => one.front === front && one.back === back);

test('a meeting is measured in its worst state, and ring and disabled texts beside what somebody chose', () => {
  const { light } = measureBrand({ ...defaultColours, card: '#ffffff', font: '#767676', forgot_password_link: '#767676' }, {});
  // Nobody points at the card of the sign-in: the grey that just reads on white. Rows of a list are darker under the pointer.
  expect(of(light, 'forgot_password_link', 'card')?.ratios.usual).toBeCloseTo(4.54, 2);
  expect(of(light, 'font', 'card')).toMatchObject({ needed: 4.5 });
  expect(of(light, 'font', 'card')?.ratios.usual).toBeLessThan(4.3);
  for (const made of ['focus', 'disabled']) expect(of(light, made, 'card')).toMatchObject({ needed: 3 });
});

test('pure red on white is measured as those see it who lack a kind of cone', () => {
  const { light } = measureBrand({ ...defaultColours, card: '#ffffff', forgot_password_link: '#ff0000' }, {});
  const ratios = of(light, 'forgot_password_link', 'card')?.ratios;
  expect(ratios?.usual).toBeCloseTo(4, 1);
  // They see #6d5f00 (worked out by hand in the test of the lint), which is 6.4:1 on white.
  expect(ratios?.protanopia).toBeCloseTo(6.4, 1);
  expect(ratios?.deuteranopia).toBeLessThan(4);
});

test('the ring of the keyboard and what is disabled are seen whatever colours somebody chose, light and dark', () => {
  fc.assert(
    fc.property(brand, (colours) => {
      const { light, dark } = measureBrand(colours, {});
      const unseen = [...light, ...dark].filter(({ front, ratios }) => (front === 'focus' || front === 'disabled') && ratios.usual < 3);
      expect(unseen).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('what the lint says of a brand is among what was measured', () => {
  fc.assert(
    fc.property(brand, (colours) => {
      const { light } = measureBrand(colours, {});
      for (const { kind, front, back, vision, ratio } of lintBrand(colours)) {
        if (kind === 'apart') continue;
        // The colour of buttons is that of links as well: two meetings of the same colours.
        const measured = light.filter((one) => one.front === front && one.back === back);
        expect(measured.map(({ ratios }) => ratios[vision])).toContain(ratio);
      }
    }),
    { numRuns: 5 },
  );
});
