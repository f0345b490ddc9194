/** Serra's sign-in picture: ridges in the fog, a road that winds down, a lorry on it. */
import { box, chance, disc, line, path, ridge, svg, times } from './draw.ts';

const sun = '#f2c14e';
const ridges: [fill: string, base: number, swing: number, pace: number, shift: number][] = [
  ['#2c6650', 560, 70, 150, 0.4],
  ['#27604a', 640, 62, 118, 2.1],
  ['#1f543f', 716, 54, 94, 4.2],
  ['#174634', 790, 40, 84, 1.2],
];

const range = ridges
  .map(([fill, base, swing, pace, shift]) => {
    const heightAt = (x: number) => base - swing * Math.sin(x / pace + shift) - swing * 0.45 * Math.sin(x / (pace * 0.43) + shift * 2);
    const fog = ridge(800, 1000, (x) => heightAt(x) + 62, '#d9efe2', { opacity: 0.07 });
    return ridge(800, 1000, heightAt, fill) + fog;
  })
  .join('');

const pine = (x: number, y: number, size: number) =>
  path(
    `M${x} ${y - size}l${size * 0.34} ${size * 0.42}h${-size * 0.14}l${size * 0.26} ${size * 0.36}h${-size * 0.92}l${size * 0.26} ${-size * 0.36}h${-size * 0.14}Z`,
    '#0d2e22',
  ) + box(x - size * 0.05, y - size * 0.24, size * 0.1, size * 0.26, '#0b271d');

const road = 'M850 806C720 806 690 852 560 876S150 904 210 948 470 1000 620 1010';

const lorry =
  box(250, 846, 152, 74, '#f4f1e6', { rx: 5 }) +
  box(250, 882, 152, 12, '#e0a82e') +
  path('M406 866h34q8 0 12 8l14 26v20h-60Z', '#e0a82e') +
  path('M414 874h22q5 0 8 6l9 18h-39Z', '#bfe3ef') +
  box(244, 918, 226, 9, '#16261f', { rx: 3 }) +
  [278, 316, 384, 440].map((x) => disc(x, 930, 15, '#16261f') + disc(x, 930, 6, '#a9b8b0')).join('') +
  disc(466, 908, 4, '#fff3c4');

export const mountains = (): Buffer =>
  svg(
    800,
    1000,
    disc(590, 500, 84, sun, { opacity: 0.95 }),
    disc(590, 500, 128, sun, { opacity: 0.14 }),
    line('M150 452q12-12 24 0 12-12 24 0M226 420q9-9 18 0 9-9 18 0', '#d9efe2', 3, { opacity: 0.6 }),
    range,
    ridge(800, 1000, (x) => 846 - 22 * Math.sin(x / 130 + 3), '#123a2b'),
    line(road, '#3d4a45', 62),
    line(road, sun, 3, { 'stroke-dasharray': '22 20', opacity: 0.8 }),
    times(16, (index) =>
      index > 3 && index < 9 ? '' : pine(index * 54 + chance(index) * 24, 884 + chance(index, 3) * 26, 74 + chance(index, 5) * 52),
    ),
    ridge(800, 1000, (x) => 938 + 8 * Math.sin(x / 90), '#0f3024'),
    lorry,
    times(9, (index) => pine(index * 100 + 20 + chance(index, 7) * 40, 1010, 60 + chance(index, 8) * 30)),
  );
