import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandOf, leadingColour } from './brandFrom.ts';
import { lintBrand } from './brandLint.ts';

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const pixels = (...runs: [number, number[]][]) => Uint8ClampedArray.from(runs.flatMap(([times, pixel]) => Array(times).fill(pixel).flat()));

test('a colour that reads is kept', () => {
  expect(brandOf('#0b5fa5')).toMatchObject({ button: '#0b5fa5', button_font: '#ffffff', card: '#ffffff' });
});

test('whatever the colour, the lint has nothing to say about the brand', () => {
  fc.assert(
    fc.property(fc.oneof(anyColour, fc.constantFrom('#ffffff', '#000000', '#ffff00', '#39ff14', '#ff0000')), (colour) => {
      expect(lintBrand(brandOf(colour))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('the colourful part of a logo leads, not its paper, its black letters or what is transparent', () => {
  const logo = pixels([900, [255, 255, 255, 255]], [500, [0, 200, 0, 0]], [300, [20, 20, 20, 255]], [120, [200, 30, 60, 255]]);
  expect(leadingColour(logo)).toBe('#c81e3c');
});

test('a logo in grey leads with its grey, and an empty one with nothing', () => {
  expect(leadingColour(pixels([10, [64, 64, 64, 255]]))).toBe('#404040');
  expect(leadingColour(pixels([10, [255, 255, 255, 255]], [5, [9, 9, 9, 0]]))).toBeNull();
  expect(leadingColour(new Uint8ClampedArray())).toBeNull();
});
