import type { LineSeriesOption, EChartsOption } from 'echarts';
import { categoryAxis, plotArea, valueAxis } from './axes.ts';
import type { DrawPicture } from './picture.ts';
import { pivot } from './pivot.ts';
import { pointList } from './placed.ts';
import { baseOption, colorAt, dimmed, strength, tooltipContent, tooltipOption, topLegend } from './style.ts';
import type { IdentityPart } from '../view/view.ts';
import type { Point } from '../visual.ts';

const mostSymbols = 40;
/** The least room between two dots, in pixels. */
const dotRoom = 9;
/** So few points stand in slots of their own, each with its name below; more run from edge to edge. */
const gappedUpTo = 24;

/** A line fades when a point of another line is selected. */
const lineStrength = (points: (Point | undefined)[], selected: IdentityPart[][]): number =>
  Math.max(dimmed, ...points.map((point) => (strength(point, selected) === 1 && point ? 1 : dimmed)));

function linePicture(filled: boolean): DrawPicture {
  return (model, { theme, format }, size) => {
    const table = model.data.main;
    if (!table) throw new Error('A line chart needs an answer');
    const { definition, selected } = model;
    const data = pivot(table, { category: definition.category[0], series: definition.series[0] }, model.sort, format);
    const { points, add } = pointList();
    const many = data.series.length > 1;
    const labels = data.categories.map((category) => category.label);
    const dense = labels.length > mostSymbols || size.width < labels.length * dotRoom + 80;
    const names = topLegend(
      theme,
      data.series.map((series) => series.label),
      size,
    );
    const named = data.category?.type === 'text' || data.category?.type === 'boolean';
    /** A value without neighbours is no line: it needs its dot. */
    const isAlone = (values: (number | null)[], at: number) => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;

    const lines: LineSeriesOption[] = data.series.map((series, index) => {
      const color = colorAt(theme, index);
      const visible = lineStrength(series.points, selected);
      return {
        type: 'line',
        id: `line${index}`,
        name: series.label,
        smooth: false,
        showSymbol: !dense || selected.length > 0 || series.values.some((value, at) => value !== null && isAlone(series.values, at)),
        showAllSymbol: true,
        symbol: 'circle',
        symbolSize: 6,
        connectNulls: false,
        sampling: 'lttb',
        z: 10 - index,
        lineStyle: {
          width: index === 0 || !many ? 2.25 : 1.75,
          color,
          opacity: visible,
          type: theme.strong && index % 2 ? 'dashed' : 'solid',
        },
        itemStyle: { color },
        ...(filled && { areaStyle: { color, opacity: (many ? 0.14 : 0.2) * visible } }),
        emphasis: { focus: 'none', lineStyle: { width: 2.5 } },
        data: series.values.map((value, at) => {
          const point = series.points[at];
          if (!point || value === null) return { value: '-' };
          const chosen = strength(point, selected);
          const usual = dense && !isAlone(series.values, at) ? 0 : 5;
          const dot = selected.length > 0 && chosen === 1 ? 9 : usual;
          return { value, point: add(point, index, at), symbolSize: dot, itemStyle: { opacity: selected.length > 0 ? chosen : 1 } };
        }),
      };
    });

    const option: EChartsOption = {
      ...baseOption(theme),
      grid: plotArea({ top: names.top + 10, right: 16 }),
      legend: names.legend,
      tooltip: {
        ...tooltipOption(theme),
        trigger: 'axis',
        axisPointer: { type: 'line', lineStyle: { color: theme.muted, width: 1, type: 'dashed' } },
        formatter: (items) => {
          const list = Array.isArray(items) ? items : [items];
          const at = list[0]?.dataIndex ?? -1;
          const rows = list
            .map((item) => ({ item, series: data.series.find((one) => one.label === item.seriesName) }))
            .filter(({ series }) => series?.values[at] !== null && series?.values[at] !== undefined)
            .slice(0, 12)
            .map(({ item, series }) => ({
              color: typeof item.color === 'string' ? item.color : undefined,
              name: series?.label ?? '',
              value: series ? format.full(series.values[at], series.column) : '',
            }));
          return rows.length ? tooltipContent(data.categories[at]?.label ?? '', rows) : '';
        },
      },
      xAxis:
        named && labels.length <= gappedUpTo
          ? categoryAxis(labels, theme, { room: (size.width - 64) / Math.max(1, labels.length), place: 'below' })
          : categoryAxis(labels, theme, { room: 0, place: 'line', gap: labels.length <= gappedUpTo }),
      yAxis: valueAxis(data.series[0]?.column, format, theme, {
        splits: size.height < 200 ? 3 : 4,
        scale: !filled && isFlat(data.series.flatMap((one) => one.values)),
      }),
      series: lines,
    };
    return { option, points, hit: 'nearest' };
  };
}

/** Numbers far from zero that hardly change (a price, a temperature in kelvin) would be a straight line on an axis from zero. */
function isFlat(values: (number | null)[]): boolean {
  const numbers = values.filter((value) => value !== null);
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  return numbers.length > 0 && least > 0 && (most - least) / most < 0.25;
}

export const line = linePicture(false);
export const area = linePicture(true);
