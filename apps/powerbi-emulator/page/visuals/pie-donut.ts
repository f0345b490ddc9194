import type { EChartsOption } from 'echarts';
import { PieChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { textWidth, widest } from '../measure.ts';
import { shorten } from './chart/axes.ts';
import type { DrawPicture } from './chart/picture.ts';
import { numeric, pivot } from './chart/pivot.ts';
import type { Series } from './chart/pivot.ts';
import { pointList, pointOf } from './chart/placed.ts';
import { baseOption, colorAt, legendLines, legendOption, strength, tooltipContent, tooltipOption } from './chart/style.ts';
import type { Point } from './visual.ts';

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

type Slice = { label: string; value: number; point: Point; column: Series['column'] };

function piePicture(hole: boolean): DrawPicture {
  return (model, { theme, format }, size) => {
    const table = model.data.main;
    if (!table) throw new Error('A pie chart needs an answer');
    const { definition, selected } = model;
    const [category = definition.series[0]] = definition.category;
    const data = pivot(table, { category, series: undefined }, model.sort, format);
    // Without a category each measure is a slice.
    const slices: Slice[] = (category ? data.series.slice(0, 1) : data.series).flatMap((series) =>
      series.values.flatMap((value, at) => {
        const point = series.points[at];
        const label = category ? (data.categories[at]?.label ?? '') : series.label;
        return point && value !== null && value > 0 ? [{ label, value, point, column: series.column }] : [];
      }),
    );
    const { points, add } = pointList();
    const total = slices.reduce((sum, slice) => sum + slice.value, 0);
    const named = slices.length <= mostNames;
    const share = (value: number) => format.percent(total ? value / total : 0);

    const wide = named && size.width > size.height * 1.35;
    const shareWidth = 54;
    const nameWidth =
      widest(
        slices.map((slice) => slice.label),
        theme.font,
        12,
      ) + 6;
    const legendWidth = wide ? Math.min(size.width * 0.54, nameWidth + shareWidth + markWidth) : 0;
    const lines = legendLines(
      slices.map((slice) => textWidth(shorten(slice.label, 22), theme.font, 12)),
      22,
      size.width,
    );
    // All names below the pie where they fit, else one after the other.
    const below = lines * legendLine <= size.height * 0.5 ? lines * legendLine : 0;
    const legendHeight = wide || !named ? 0 : below || Math.min(44, size.height * 0.24);
    const diameter = Math.max(40, Math.min(size.width - legendWidth - 8, size.height - legendHeight - 8));
    const outer = diameter / 2;
    const center = [(size.width - legendWidth) / 2, (size.height - legendHeight) / 2];
    const column = slices[0]?.column;
    const names = new Map(slices.map((slice) => [slice.label, slice]));
    const nameRoom = Math.max(30, legendWidth - shareWidth - markWidth);
    const letters = Math.floor((nameRoom / nameWidth) * Math.max(1, ...slices.map((slice) => slice.label.length)));

    const whole = category ? numeric(table.total?.[table.columns.findIndex((one) => one === column)]) : total;
    const middle = column && whole !== null ? format.compact(whole, column) : '';
    const fitting = (outer * 0.62 * 1.7) / Math.max(0.1, textWidth(middle, theme.font, 100, true) / 100);
    const middleStyle = {
      color: theme.text,
      opacity: 1,
      fontSize: Math.min(20, fitting),
      fontWeight: 600 as const,
      fontFamily: theme.font,
    };

    const option: EChartsOption = {
      ...baseOption(theme),
      legend: legendOption(theme, {
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
          color: theme.muted,
          fontFamily: theme.font,
          fontSize: 12,
          rich: {
            name: { width: nameRoom, color: theme.muted, fontSize: 12, fontFamily: theme.font },
            share: { width: shareWidth - 4, align: 'right', color: theme.text, fontSize: 12, fontWeight: 600, fontFamily: theme.font },
          },
        },
      }),
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
          minAngle: slices.length <= mostGaps ? 1 : 0,
          avoidLabelOverlap: true,
          cursor: 'pointer',
          itemStyle: {
            borderColor: theme.surface,
            borderWidth: slices.length > 1 && slices.length <= mostGaps ? 2 : 0,
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
            ...(hole &&
              at === 0 &&
              fitting >= leastMiddle && { label: { show: true, position: 'center' as const, formatter: middle, ...middleStyle } }),
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
