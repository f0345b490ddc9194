/** Litoral's sign-in picture: the clinic by the sea, sails, and a wave that beats like a heart. */
import { box, chance, disc, line, path, svg, times } from './draw.ts';

const [white, sand, sail, shade] = ['#f5fbfb', '#f0c58e', '#ff9d5c', '#0a3f4a'];

const wave = (y: number, swing: number, shift: number, fill: string) => {
  const top = Array.from({ length: 9 }, (_, index) => `q50 ${index % 2 === shift ? -swing : swing} 100 0`).join('');
  return path(`M-50 ${y}${top}V1000H-50Z`, fill);
};

const palm = (x: number, y: number, size: number) =>
  line(`M${x} ${y}q${size * 0.12} ${-size * 0.5} ${-size * 0.04} ${-size}`, '#7a5232', size * 0.07) +
  [-80, -38, 0, 38, 80]
    .map((lean) => {
      const [dx, dy] = [lean * size * 0.0062, Math.abs(lean) * size * 0.0042 - size * 0.16];
      return line(`M${x - size * 0.04} ${y - size}q${dx * 0.6} ${dy - size * 0.14} ${dx} ${dy + size * 0.16}`, '#2f8f6b', size * 0.065);
    })
    .join('');

const boat = (x: number, y: number, size: number, colour: string) =>
  path(`M${x} ${y - size}v${size * 0.9}h${-size * 0.55}Z`, white) +
  path(`M${x + size * 0.06} ${y - size * 0.86}v${size * 0.76}h${size * 0.42}Z`, colour) +
  path(`M${x - size * 0.62} ${y - size * 0.04}h${size * 1.2}l${-size * 0.2} ${size * 0.2}h${-size * 0.8}Z`, '#7a3f22');

function clinic(x: number, y: number): string {
  const windows = times(15, (index) =>
    box(x + 28 + (index % 5) * 62, y + 34 + Math.floor(index / 5) * 54, 36, 32, chance(index, 4) > 0.4 ? '#ffe3b0' : '#8fd3dd', { rx: 4 }),
  );
  return (
    box(x, y, 340, 236, white, { rx: 8 }) +
    box(x, y + 200, 340, 36, '#cfe6ea') +
    windows +
    box(x + 132, y - 62, 76, 66, white, { rx: 6 }) +
    path(`M${x + 162} ${y - 52}h16v16h16v16h-16v16h-16v-16h-16v-16h16Z`, sail) +
    box(x + 140, y + 192, 60, 44, '#0b7285', { rx: 4 }) +
    line(`M${x + 170} ${y + 192}v44`, white, 2)
  );
}

const pulse = 'M-10 846H150l16-30 22 66 26-104 24 100 14-32H420l16-30 22 66 26-104 24 100 14-32H810';

export const coast = (): Buffer =>
  svg(
    800,
    1000,
    disc(160, 520, 74, '#ffd9a0', { opacity: 0.95 }),
    disc(160, 520, 116, '#ffd9a0', { opacity: 0.13 }),
    line('M520 420q12-12 24 0 12-12 24 0M470 456q9-9 18 0 9-9 18 0M580 470q8-8 16 0 8-8 16 0', white, 3, { opacity: 0.6 }),
    path('M0 720C120 650 210 690 330 676S640 620 800 660V1000H0Z', '#0d6170'),
    clinic(392, 500),
    palm(372, 740, 170),
    palm(760, 742, 200),
    palm(330, 744, 110),
    path('M0 748C200 726 520 724 800 738V830H0Z', sand),
    wave(786, 16, 0, '#1593a6'),
    boat(120, 800, 96, sail),
    boat(258, 812, 58, '#ffd9a0'),
    wave(832, 18, 1, '#0f8094'),
    line(pulse, '#d9f5f7', 4, { opacity: 0.85 }),
    wave(900, 18, 0, '#0b6677'),
    wave(952, 16, 1, shade),
  );
