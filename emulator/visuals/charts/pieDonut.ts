import type { EChartsOption } from 'echarts';
import { PieChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { textWidth, widest } from '../measure.ts';
import { shorten } from './axes.ts';
import type { DrawPicture } from './picture.ts';
import { numeric, pivot } from './pivot.ts';
import type { Pivot, Series } from './pivot.ts';
import { pointList, pointOf } from './placed.ts';
import { baseOption, colorAt, legendLines, legendOption, strength, tooltipContent, tooltipOption } from './style.ts';
import type { Theme } from '../theme/theme.ts';
import type { Point } from '../visual.ts';

use([PieChart]);

/** The coloured dot of a legend and the space around it. */
const markWidth = 30;
/** More slices have no gaps between them: there would be nothing else. */
const mostGaps = 60;
/** More names than these are not read one after the other; pointing at a slice says its own. */
const mostNames = 30;
/** Below this a number in the hole cannot be read. */
const leastMiddle = 9;

const legendLine = 20;
/** Beside each name its share. */
const shareWidth = 54;

type Size = { width: number; height: number };

type Slice = { label: string; value: number; point: Point; column: Series['column'] };

/** The slices by size and order of the answer. Without a category each measure is a slice. */
function slicesOf({ categories, series }: Pivot, byCategory: boolean): Slice[] {
  return (byCategory ? series.slice(0, 1) : series).flatMap((one) =>
    one.values.flatMap((value, at) => {
      const point = one.points[at];
      const label = byCategory ? (categories[at]?.label ?? '') : one.label;
      return point && value !== null && value > 0 ? [{ label, value, point, column: one.column }] : [];
    }),
  );
}

/** Where pie and names stand: beside each other in a wide room, else the names below. */
function placesOf(slices: Slice[], theme: Theme, size: Size) {
  const named = slices.length <= mostNames;
  const wide = named && size.width > size.height * 1.35;
  const labels = slices.map((slice) => slice.label);
  const nameWidth = widest(labels, theme.font, 12) + 6;
  const legendWidth = wide ? Math.min(size.width * 0.54, nameWidth + shareWidth + markWidth) : 0;
  const lines = legendLines(
    labels.map((label) => textWidth(shorten(label, 22), theme.font, 12)),
    22,
    size.width,
  );
  // All names below the pie where they fit, else one after the other.
  const below = lines * legendLine <= size.height * 0.5 ? lines * legendLine : 0;
  const legendHeight = wide || !named ? 0 : below || Math.min(44, size.height * 0.24);
  const nameRoom = Math.max(30, legendWidth - shareWidth - markWidth);
  return {
    named,
    wide,
    below,
    legendWidth,
    nameRoom,
    letters: Math.floor((nameRoom / nameWidth) * Math.max(1, ...labels.map((label) => label.length))),
    outer: Math.max(40, Math.min(size.width - legendWidth - 8, size.height - legendHeight - 8)) / 2,
    center: [(size.width - legendWidth) / 2, (size.height - legendHeight) / 2],
  };
}

function legendOf(slices: Slice[], places: ReturnType<typeof placesOf>, share: (value: number) => string, theme: Theme, size: Size) {
  const { named, wide, below, legendWidth, nameRoom, letters } = places;
  const names = new Map(slices.map((slice) => [slice.label, slice]));
  const style = { fontSize: 12, fontFamily: theme.font };
  return legendOption(theme, {
    show: named,
    ...(wide
      ? { orient: 'vertical', left: size.width - legendWidth + 8, top: 'middle' }
      : { bottom: 0, left: 'center', width: below ? size.width : size.width - 16, ...(below && { type: 'plain' as const }) }),
    itemGap: wide ? 9 : below ? 6 : 12,
    formatter: (name: string) => {
      const slice = names.get(name);
      return wide && slice
        ? `{name|${shorten(name, letters).replaceAll(/[{}|]/g, ' ')}}{share|${share(slice.value)}}`
        : shorten(name, below ? 22 : Math.min(22, Math.max(4, Math.floor((size.width - 110) / 14))));
    },
    textStyle: {
      ...style,
      color: theme.muted,
      rich: {
        name: { ...style, width: nameRoom, color: theme.muted },
        share: { ...style, width: shareWidth - 4, align: 'right', color: theme.text, fontWeight: 600 },
      },
    },
  });
}

/** The total in the hole of a donut; undefined where it could not be read. */
function middleLabel(text: string, outer: number, theme: Theme) {
  const fitting = (outer * 0.62 * 1.7) / Math.max(0.1, textWidth(text, theme.font, 100, true) / 100);
  if (fitting < leastMiddle) return undefined;
  return {
    show: true,
    position: 'center' as const,
    formatter: text,
    color: theme.text,
    opacity: 1,
    fontSize: Math.min(20, fitting),
    fontWeight: 600 as const,
    fontFamily: theme.font,
  };
}

function piePicture(hole: boolean): DrawPicture {
  return ({ definition, data, sort, selected }, { theme, format }, size) => {
    const table = data.main;
    if (!table) throw new Error('A pie chart needs an answer');
    const [category = definition.series[0]] = definition.category;
    const slices = slicesOf(pivot(table, { category, series: undefined }, sort, format), category !== undefined);
    const { points, add } = pointList();
    const total = slices.reduce((sum, slice) => sum + slice.value, 0);
    const share = (value: number) => format.percent(total ? value / total : 0);
    const places = placesOf(slices, theme, size);
    const { outer, center } = places;
    const column = slices[0]?.column;
    const whole = category ? numeric(table.total?.[table.columns.findIndex((one) => one === column)]) : total;
    const middle = hole && middleLabel(column && whole !== null ? format.compact(whole, column) : '', outer, theme);
    const gaps = slices.length <= mostGaps;

    const option: EChartsOption = {
      ...baseOption(theme),
      legend: legendOf(slices, places, share, theme, size),
      tooltip: {
        ...tooltipOption(theme),
        trigger: 'item',
        formatter: (item) => {
          const one = Array.isArray(item) ? item[0] : item;
          const point = pointOf(points, one?.data);
          const slice = slices[one?.dataIndex ?? -1];
          if (!point || !slice) return '';
          const color = typeof one?.color === 'string' ? one.color : undefined;
          return tooltipContent(slice.label, [
            { color, name: slice.column.name, value: `${point.values[0]?.formatted ?? ''} (${share(slice.value)})` },
          ]);
        },
      },
      series: [
        {
          type: 'pie',
          id: 'slices',
          center,
          radius: [hole ? outer * 0.62 : 0, outer],
          startAngle: 90,
          padAngle: 0,
          showEmptyCircle: false,
          minAngle: gaps ? 1 : 0,
          avoidLabelOverlap: true,
          cursor: 'pointer',
          itemStyle: {
            borderColor: theme.surface,
            borderWidth: slices.length > 1 && gaps ? 2 : 0,
            borderRadius: hole ? 3 : 0,
          },
          emphasis: { scaleSize: 3 },
          label: { show: false },
          labelLine: { show: false },
          data: slices.map((slice, at) => ({
            name: slice.label,
            value: slice.value,
            point: add(slice.point, 0, at),
            // The total stands in the hole once; ECharts would write it for every slice.
            ...(middle && at === 0 && { label: middle }),
            itemStyle: { color: colorAt(theme, at), opacity: strength(slice.point, selected) },
          })),
        },
      ],
    };
    return { option, points, hit: 'item' };
  };
}

export const pie = piePicture(false);
export const donut = piePicture(true);
