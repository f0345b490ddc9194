/** Delta's sign-in picture: a river that branches at night, pylons along it, and the city that they light. */
import { box, chance, disc, line, path, ridge, svg, times } from './draw.ts';

const [steel, wire, spark, lamp] = ['#8f96d8', '#5b61c9', '#7ff0e0', '#ffd98a'];

function pylon(x: number, y: number, size: number): string {
  const at = (dx: number, dy: number) => `${Math.round(x + dx * size)} ${Math.round(y - dy * size)}`;
  const arms = [0.98, 0.82, 0.66].map(
    (height, index) => `M${at(-0.26 + index * 0.03, height)}L${at(0, height + 0.06)}L${at(0.26 - index * 0.03, height)}Z`,
  );
  const cross = [0, 0.18, 0.36].map((height) => {
    const [low, high] = [0.2 - height * 0.34, 0.2 - (height + 0.18) * 0.34];
    return `M${at(-low, height)}L${at(high, height + 0.18)}M${at(low, height)}L${at(-high, height + 0.18)}`;
  });
  return (
    line(
      `M${at(-0.2, 0)}L${at(-0.05, 0.6)}L${at(0, 1.1)}L${at(0.05, 0.6)}L${at(0.2, 0)}${arms.join('')}${cross.join('')}`,
      steel,
      Math.max(1.6, size * 0.014),
    ) +
    [0.98, 0.82, 0.66]
      .map((height, index) => disc(x - (0.26 - index * 0.03) * size, y - (height - 0.04) * size, size * 0.014, spark))
      .join('')
  );
}

const pylons: [number, number, number][] = [
  [90, 900, 470],
  [372, 812, 270],
  [556, 764, 170],
  [680, 736, 110],
];

/** Wires hang from arm to arm, and leave the picture at the left. */
const wires = [-1, 1]
  .flatMap((side) =>
    [0.98, 0.82, 0.66].map((height, index) => {
      const points = pylons.map(([x, y, size]) => [x + side * (0.26 - index * 0.03) * size, y - height * size] as const);
      const [first] = points;
      const start = first
        ? `M-60 ${Math.round(first[1] - 60)}Q0 ${Math.round(first[1] + 24)} ${Math.round(first[0])} ${Math.round(first[1])}`
        : '';
      const rest = points.slice(1).map(([x, y], at) => {
        const before = points[at] ?? [x, y];
        return `Q${Math.round((before[0] + x) / 2)} ${Math.round(Math.max(before[1], y) + 26 - at * 6)} ${Math.round(x)} ${Math.round(y)}`;
      });
      return line(start + rest.join(''), wire, 1.8, { opacity: 0.9 });
    }),
  )
  .join('');

const stars = times(46, (index) =>
  disc(chance(index) * 800, 250 + chance(index, 1) * 380, 0.8 + chance(index, 2) * 1.6, '#ffffff', {
    opacity: 0.25 + chance(index, 3) * 0.5,
  }),
);

const city = times(26, (index) => {
  const height = 24 + chance(index, 6) * 92;
  const x = 420 + index * 15;
  const lit = times(5, (row) =>
    chance(index, row + 11) > 0.4 && row * 16 + 10 < height ? box(x + 3, 736 - height + row * 16, 5, 7, lamp, { opacity: 0.9 }) : '',
  );
  return box(x, 728 - height, 13, height + 14, '#262a52') + lit;
});

export const powerLines = (): Buffer =>
  svg(
    800,
    1000,
    stars,
    disc(610, 690, 230, '#3b3fd8', { opacity: 0.22 }),
    disc(610, 700, 130, '#6a6ef0', { opacity: 0.25 }),
    city,
    ridge(800, 1000, (x) => 744 + 10 * Math.sin(x / 120), '#191c3a'),
    path(
      'M800 760C640 770 560 800 470 826S250 880 -10 884V946C180 944 300 930 400 896L330 1000H520C540 930 520 900 560 868S700 816 800 806Z',
      '#23306e',
    ),
    line('M780 782C650 790 560 826 470 858S230 912 0 914M540 872C500 910 470 950 440 1000', spark, 3, {
      opacity: 0.55,
      'stroke-dasharray': '60 26 14 26',
    }),
    ridge(800, 1000, (x) => 960 + 18 * Math.sin(x / 160 + 1), '#0f1126', { opacity: 0.75 }),
    pylons.map((each) => pylon(...each)).join(''),
    wires,
  );
