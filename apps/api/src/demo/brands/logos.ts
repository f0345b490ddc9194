/** Logos of the demo's units: a glyph and a word, in strokes of their own, in a colour that is seen on white and in the dark. */
import type { DemoUnit } from '../people.ts';
import { box, disc, line, path, svg } from './draw.ts';

/** Capitals of 20 units, as strokes, with their widths. */
const letters: Record<string, [width: number, strokes: string]> = {
  A: [17, 'M0 20 8.5 0 17 20M3.4 13H13.6'],
  D: [15, 'M0 0V20H5A10 10 0 0 0 5 0Z'],
  E: [12, 'M12 0H0V20H12M0 10H10'],
  I: [0, 'M0 0V20'],
  L: [11, 'M0 0V20H11'],
  O: [20, 'M10 0A10 10 0 1 0 10 20A10 10 0 1 0 10 0'],
  R: [13, 'M0 20V0H7A6 6 0 0 1 7 12H0M7 12 13 20'],
  S: [12, 'M11.5 3C9-1.2 1-1 1 5S12 9 12 15 3 21.5 0 17'],
  T: [14, 'M0 0H14M7 0V20'],
  U: [14, 'M0 0V13A7 7 0 0 0 14 13V0'],
};
const gap = 8;

function word(text: string, left: number, colour: string): { drawn: string; width: number } {
  let x = left;
  const drawn = Array.from(text, (letter) => {
    const [width, strokes] = letters[letter] ?? [0, ''];
    const place = x;
    x += width + gap;
    return line(strokes, colour, 3.2, { transform: `translate(${place} 10)` });
  });
  return { drawn: drawn.join(''), width: x - gap - left };
}

const white = '#ffffff';
const marks: Record<DemoUnit, { name: string; colour: string; tile: string; glyph: string }> = {
  // A sun that rises over the counter.
  aurora: {
    name: 'AURORA',
    colour: '#e05a6d',
    tile: '#b8324f',
    glyph: `${path('M10 27A10 10 0 0 1 30 27Z', '#ffd9a8')}${line('M20 12V8M10.5 16 8 13.5M29.5 16 32 13.5', '#ffd9a8', 2.4)}${line('M7 31H33', white, 2.6)}`,
  },
  // Two peaks and the road between them.
  serra: {
    name: 'SERRA',
    colour: '#2f9e6c',
    tile: '#1f6b4a',
    glyph: `${path('M6 31 16 11 22 22 26 16 34 31Z', white)}${line('M19 31C19 27 15 26 17.500 20', '#e0a82e', 2.6)}${disc(29.5, 10.5, 3, '#e0a82e')}`,
  },
  // A cross above the wave.
  litoral: {
    name: 'LITORAL',
    colour: '#e0743a',
    tile: '#0b7285',
    glyph: `${line('M20 8V20M14 14H26', white, 4.6)}${line('M7 28C11 24 14.500 24 18.500 27S27 31 33 26', '#ffd3a3', 3)}${line('M9 33.500C13 30.500 16 30.500 19 32.500S27 35 31 32.500', '#8fd3dd', 2.2)}`,
  },
  // The letter of the name, and a spark in it.
  delta: {
    name: 'DELTA',
    colour: '#7478f2',
    tile: '#3b3fd8',
    glyph: `${line('M20 7 34 32H6Z', white, 3)}${path('M21.500 15 15.500 24H19.500L18 30 24.500 21.500H20.500Z', '#7ff0e0')}`,
  },
};

export function logoOf(unit: DemoUnit): Buffer {
  const { name, colour, tile, glyph } = marks[unit];
  const { drawn, width } = word(name, 54, colour);
  return svg(54 + width + 2, 40, box(0, 0, 40, 40, tile, { rx: 10 }), glyph, drawn);
}
