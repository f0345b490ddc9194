import type { EChartsOption, ScatterSeriesOption } from 'echarts';
import { ScatterChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { Cell } from '../../definitions/queries.ts';
import { plotArea, valueAxis } from './axes.ts';
import type { DrawPicture } from './picture.ts';
import { numeric } from './pivot.ts';
import { pointList, pointOf } from './placed.ts';
import { pointRows, bySeries } from './rows.ts';
import { baseOption, colorAt, strength, tooltipContent, tooltipOption, topLegend } from './style.ts';

use([ScatterChart, CanvasRenderer]);

const heavyFrom = 1500;

/** Points by two measures; a third one is their size. */
export const scatter: DrawPicture = (model, { theme, format }, size) => {
  const table = model.data.main;
  if (!table) throw new Error('A scatter chart needs an answer');
  const { definition, selected } = model;
  const first = definition.category.length + definition.series.length;
  const [x, y, weight] = [first, first + 1, first + 2];
  const rows = pointRows(table, definition, format).filter(({ cells }) => numeric(cells[x]) !== null && numeric(cells[y]) !== null);
  const groups = bySeries(rows, table, definition, format);
  const { points, add } = pointList();
  const most = Math.max(1e-9, ...rows.map(({ cells }) => Math.abs(numeric(cells[weight]) ?? 0)));
  const few = rows.length < 200;
  const sizeOf = (cells: Cell[]): number =>
    table.columns[weight] ? 5 + Math.sqrt(Math.abs(numeric(cells[weight]) ?? 0) / most) * 25 : few ? 9 : 6;

  const series: ScatterSeriesOption[] = groups.map((group, index) => ({
    type: 'scatter',
    id: `points${index}`,
    name: group.label,
    cursor: 'pointer',
    itemStyle: { color: colorAt(theme, index), opacity: few ? 0.8 : 0.55, borderColor: theme.surface, borderWidth: few ? 1 : 0 },
    emphasis: { scale: 1.2 },
    data: group.rows.map(({ cells, point }, at) => ({
      value: [numeric(cells[x]) ?? 0, numeric(cells[y]) ?? 0],
      point: add(point, index, at),
      symbolSize: sizeOf(cells),
      ...(selected.length > 0 && { itemStyle: { opacity: strength(point, selected) } }),
    })),
  }));

  const [columnX, columnY] = [table.columns[x], table.columns[y]];
  const names = topLegend(
    theme,
    groups.map((group) => group.label),
    size,
  );
  const name = (text: string | undefined) => ({ name: text, nameTextStyle: { color: theme.muted, fontSize: 11 } });
  /** An axis far from zero begins where its points do; the outermost keep off its ends and their marks. */
  const extent = (at: number): { scale: boolean; boundaryGap: [string | number, string] } => {
    const values = rows.map(({ cells }) => numeric(cells[at]) ?? 0);
    const scale = Math.min(...values) > 0 && Math.min(...values) > Math.max(...values) * 0.2;
    return { scale, boundaryGap: [scale ? '10%' : 0, '6%'] };
  };
  const option: EChartsOption = {
    ...baseOption(theme),
    grid: plotArea({ top: names.top + 26, right: 18, bottom: 22 }),
    legend: names.legend,
    tooltip: {
      ...tooltipOption(theme),
      trigger: 'item',
      formatter: (item) => {
        const one = Array.isArray(item) ? item[0] : item;
        const point = pointOf(points, one?.data);
        if (!point) return '';
        return tooltipContent(
          point.label,
          point.values.map((value, at) => ({ name: table.columns[first + at]?.name ?? '', value: value.formatted })),
        );
      },
    },
    xAxis: {
      ...valueAxis(columnX, format, theme, { splits: size.width < 420 ? 4 : 6 }),
      ...extent(x),
      ...name(columnX?.name),
      nameLocation: 'middle',
      nameGap: 26,
    },
    yAxis: {
      ...valueAxis(columnY, format, theme),
      ...extent(y),
      ...name(columnY?.name),
      nameTextStyle: { color: theme.muted, fontSize: 11, align: 'left', padding: [0, 0, 0, -4] },
    },
    series,
  };
  return { option, points, hit: 'item', heavy: rows.length > heavyFrom };
};
