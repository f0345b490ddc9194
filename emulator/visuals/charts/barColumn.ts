import type { EChartsOption, SeriesOption } from 'echarts';
import { pointKey } from '../view/selection.ts';
import { textWidth, widest } from '../measure.ts';
import { categoryAxis, plotArea, valueAxis } from './axes.ts';
import type { DrawPicture } from './picture.ts';
import { pivot } from './pivot.ts';
import type { Pivot, Series } from './pivot.ts';
import { pointList, pointOf } from './placed.ts';
import { baseOption, colorAt, dimmed, strength, tooltipContent, tooltipOption, topLegend } from './style.ts';
import type { VisualStyle, VisualModel } from '../visual.ts';

type Shape = { horizontal: boolean; stacked: boolean };
type Size = { width: number; height: number };

const mostLabels = 14;
/** The least height of a category with one bar, and of every further bar. */
const [slotHeight, barHeight] = [15, 9];
/** Beside the bars: the edges of the plot, and the axis of values where the bars do not carry their numbers. */
const [edges, axisHeight] = [16, 24];

/** The selected share of each bar, by point. */
function highlights(model: VisualModel, style: VisualStyle): Map<string, number> | undefined {
  const table = model.data.highlight;
  if (!table) return undefined;
  const { series } = pivot(table, rolesOf(model), undefined, style.format);
  const shares = new Map<string, number>();
  for (const one of series)
    one.points.forEach((point, at) => point && shares.set(highlightKey(one, pointKey(point.identity)), one.values[at] ?? 0));
  return shares;
}

const highlightKey = (series: Series, key: string): string => JSON.stringify(series.column.field) + key;

const rolesOf = ({ definition }: VisualModel) => ({ category: definition.category[0], series: definition.series[0] });

/** Whether the bars carry their numbers, so that the axis of values is not needed. */
function labelled({ categories, series }: Pivot, shape: Shape, length: number, textRoom: number): boolean {
  if (series.length !== 1 || (!shape.horizontal && categories.length > mostLabels)) return false;
  const slot = length / Math.max(1, categories.length);
  return shape.horizontal ? slot >= slotHeight : slot >= Math.max(textRoom, 20) + 2;
}

/** Both axes, and how far the last name stands beyond the plot. */
function axesOf(
  { categories, category, series }: Pivot,
  { horizontal }: Shape,
  numbers: boolean,
  { theme, format }: VisualStyle,
  size: Size,
) {
  const labels = categories.map(({ label }) => label);
  const room = horizontal ? Math.min(size.width * 0.36, 180) : (size.width - (numbers ? 16 : 64)) / Math.max(1, labels.length);
  const ordered = category !== undefined && category.type !== 'text' && category.type !== 'boolean';
  return {
    values: valueAxis(series[0]?.column, format, theme, { hidden: numbers, splits: !horizontal && size.height < 180 ? 3 : 4 }),
    categories: categoryAxis(labels, theme, { room, place: horizontal ? 'beside' : 'below', ordered }),
    // Half of the last name may stand beyond its column.
    beyond: !horizontal && ordered ? (textWidth(labels.at(-1) ?? '', theme.font, 11) - room) / 2 + 4 : 0,
  };
}

function barPicture(shape: Shape): DrawPicture {
  return (model, style, size) => {
    const { theme, format } = style;
    const table = model.data.main;
    if (!table) throw new Error('A bar chart needs an answer');
    const data = pivot(table, rolesOf(model), model.sort, format);
    const shares = highlights(model, style);
    const { points, add } = pointList();
    const many = data.series.length > 1;
    const [first] = data.series;
    const texts = (first?.values ?? []).map((value) => (value === null || !first ? '' : format.compact(value, first.column)));
    const textRoom = widest(texts, theme.font, 11);
    const numbers = labelled(data, shape, shape.horizontal ? size.height - edges : size.width - 24, textRoom);
    const names = topLegend(theme, [...new Set(data.series.map((one) => one.label))], size);

    const bars: SeriesOption[] = data.series.flatMap((series, index) => {
      const color = colorAt(theme, index);
      const stack = shape.stacked ? 'all' : `series${index}`;
      const last = !shape.stacked || index === data.series.length - 1;
      /** The end that points away from zero is round. */
      const radius = (value: number): number | number[] => {
        if (shape.stacked && !last) return 0;
        if (shape.horizontal) return value < 0 ? [3, 0, 0, 3] : [0, 3, 3, 0];
        return value < 0 ? [0, 0, 3, 3] : [3, 3, 0, 0];
      };
      const bar = (id: string, values: (number | null)[], opacity: (at: number) => number): SeriesOption => ({
        type: 'bar',
        id: `${id}${index}`,
        name: series.label,
        stack: shares || shape.stacked ? stack : undefined,
        barMaxWidth: shape.horizontal ? 26 : 48,
        barCategoryGap: many && !shape.stacked ? '28%' : '34%',
        barGap: '8%',
        itemStyle: { color, ...(theme.strong && { borderColor: theme.text, borderWidth: 1 }) },
        emphasis: { focus: 'none' },
        cursor: 'pointer',
        label: {
          show: numbers && id === 'all',
          position: shape.horizontal ? 'right' : 'top',
          color: theme.text,
          fontSize: 11,
          formatter: ({ value }) => (typeof value === 'number' ? format.compact(value, series.column) : ''),
        },
        data: values.map((value, at) => {
          const point = series.points[at];
          if (!point || value === null) return { value: '-' };
          return { value, point: add(point, index, at), itemStyle: { opacity: opacity(at), borderRadius: radius(value) } };
        }),
      });
      if (!shares) return [bar('all', series.values, (at) => strength(series.points[at], model.selected))];
      const share = series.values.map((_, at) => {
        const point = series.points[at];
        return point ? (shares.get(highlightKey(series, pointKey(point.identity))) ?? 0) : null;
      });
      const rest = series.values.map((value, at) =>
        value === null ? null : Math.abs(value) > Math.abs(share[at] ?? 0) ? value - (share[at] ?? 0) : 0,
      );
      return [bar('share', share, () => 1), bar('rest', rest, () => dimmed)];
    });

    const { values, categories, beyond } = axesOf(data, shape, numbers, style, size);
    const option: EChartsOption = {
      ...baseOption(theme),
      grid: plotArea({
        top: (many ? names.top + 8 : 6) + (numbers && !shape.horizontal ? 14 : 2),
        right: numbers && shape.horizontal ? textRoom + 12 : Math.max(10, beyond),
      }),
      legend: names.legend,
      tooltip: {
        ...tooltipOption(theme),
        trigger: 'item',
        formatter: (item) => {
          const one = Array.isArray(item) ? item[0] : item;
          const point = pointOf(points, one?.data);
          const series = data.series.find((candidate) => candidate.label === one?.seriesName);
          const category = data.categories[one?.dataIndex ?? -1]?.label ?? '';
          if (!point || !series) return '';
          const rows = [
            { color: typeof one?.color === 'string' ? one.color : undefined, name: series.label, value: point.values[0]?.formatted ?? '' },
          ];
          const share = shares?.get(highlightKey(series, pointKey(point.identity)));
          if (share !== undefined)
            rows.push({ color: undefined, name: style.say('highlighted'), value: format.full(share, series.column) });
          return tooltipContent(category, rows);
        },
      },
      xAxis: shape.horizontal ? values : categories,
      yAxis: shape.horizontal ? categories : values,
      series: bars,
    };
    const height =
      data.categories.length * (slotHeight + (data.series.length - 1) * barHeight) + (many ? names.top + axisHeight : 0) + edges;
    return { option, points, hit: 'item', ...(shape.horizontal && { height }) };
  };
}

export const clusteredBar = barPicture({ horizontal: true, stacked: false });
export const clusteredColumn = barPicture({ horizontal: false, stacked: false });
export const stackedColumn = barPicture({ horizontal: false, stacked: true });
