/** Aurora's sign-in picture: shops in the first light, and a town behind them. */
import { box, chance, disc, line, path, shape, svg, times } from './draw.ts';

const [dark, wall, coral, sand, glow] = ['#2a1230', '#54294f', '#d9566b', '#ffcf9e', '#ffb487'];

const sky = shape(
  'defs',
  {},
  shape(
    'radialGradient',
    { id: 'dawn', cx: '50%', cy: '78%', r: '62%' },
    shape('stop', { offset: 0, 'stop-color': coral, 'stop-opacity': 0.75 }),
    shape('stop', { offset: 0.55, 'stop-color': '#7a2f57', 'stop-opacity': 0.45 }),
    shape('stop', { offset: 1, 'stop-color': '#3a1d3d', 'stop-opacity': 0 }),
  ),
);

const town = times(22, (index) => {
  const height = 70 + chance(index) * 170;
  const x = index * 38 - 10;
  const lit = times(5, (row) => (chance(index, row + 2) > 0.55 ? box(x + 9, 742 - height + row * 26, 7, 10, sand, { opacity: 0.5 }) : ''));
  return box(x, 720 - height, 36, height + 40, '#46214a', { opacity: 0.9 }) + lit;
});

function awning(x: number, y: number, width: number, colour: string): string {
  const stripe = width / 8;
  return times(8, (index) => {
    const left = x + index * stripe;
    const fill = index % 2 ? '#fff1e4' : colour;
    return path(`M${left} ${y}h${stripe}v34a${stripe / 2} ${stripe / 2} 0 0 1 ${-stripe} 0Z`, fill);
  });
}

function shop(x: number, width: number, height: number, colour: string, index: number): string {
  const top = 900 - height;
  const glass =
    box(x + 18, 796, width * 0.58, 104, sand, { rx: 4 }) + box(x + 18, 796, width * 0.58, 52, '#fff3dd', { rx: 4, opacity: 0.55 });
  const goods = times(4, (each) =>
    box(
      x + 30 + each * width * 0.135,
      858 - chance(each, index) * 22,
      width * 0.085,
      42 + chance(each, index) * 22,
      each % 2 ? coral : '#8c3a63',
      { rx: 3 },
    ),
  );
  const door = box(x + width * 0.72, 796, width * 0.2, 104, '#8c2f4d', { rx: 4 }) + disc(x + width * 0.76, 852, 4, sand);
  const rooms = Math.floor((height - 190) / 62);
  const upper = times(Math.max(0, rooms) * 3, (each) =>
    box(
      x + 26 + (each % 3) * (width / 3.2),
      top + 30 + Math.floor(each / 3) * 62,
      34,
      40,
      chance(each, index + 9) > 0.5 ? sand : '#3c1a3d',
      { rx: 3, opacity: 0.85 },
    ),
  );
  return (
    box(x, top, width, height, wall) +
    box(x - 6, top - 10, width + 12, 14, '#6d3a63', { rx: 4 }) +
    upper +
    glass +
    goods +
    door +
    awning(x + 8, 742, width - 16, colour)
  );
}

const walker = (x: number, coat: string) =>
  disc(x, 862, 9, '#f2c4a4') +
  path(`M${x - 11} 918 ${x - 8} 876a9 9 0 0 1 16 0L${x + 11} 918Z`, coat) +
  box(x + 12, 892, 16, 20, coral, { rx: 2 }) +
  line(`M${x + 15} 892q5-9 10 0`, sand, 2);

export const streets = (): Buffer =>
  svg(
    800,
    1000,
    sky,
    box(0, 0, 800, 1000, 'url(#dawn)'),
    disc(400, 640, 118, glow, { opacity: 0.95 }),
    disc(400, 640, 168, glow, { opacity: 0.16 }),
    town,
    shop(-30, 250, 300, coral, 1),
    shop(226, 300, 236, '#e08a3c', 2),
    shop(534, 300, 340, '#a13b78', 3),
    box(0, 900, 800, 100, dark),
    box(0, 900, 800, 10, '#6d3a63'),
    walker(204, '#7b3b6d'),
    walker(520, '#e08a3c'),
    times(8, (index) => box(index * 110 + 10, 958, 62, 6, sand, { opacity: 0.35, rx: 3 })),
  );
