/** ECharts options of charts that are columns or rows. */
import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber } from '#platform/formats.ts';
import type { ChartColours } from './chart.tsx';
import { axis, tooltip } from './options.ts';

type Series = { name: string; values: readonly number[]; dim?: boolean };

const grid = { left: 8, right: 8, top: 32, bottom: 4, containLabel: true };

/** An axis whose numbers are written as the page writes them. */
const numbered = (colours: ChartColours, format: (value: number) => string) => {
  const { axisLabel, ...rest } = axis(colours);
  return { ...rest, axisLabel: { ...axisLabel, formatter: format } };
};

/** One column, or two beside each other, for each month or day. */
export const columnsOption =
  (words: readonly string[], series: readonly Series[], format: (value: number) => string, step = 1) =>
  (colours: ChartColours): EChartsCoreOption => ({
    grid: series.length > 1 ? grid : { ...grid, top: 12 },
    ...(series.length > 1
      ? { legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 10, textStyle: { color: colours.dim, fontSize: 12 } } }
      : {}),
    tooltip: { trigger: 'axis', valueFormatter: format, ...tooltip(colours) },
    xAxis: { type: 'category', data: [...words], ...axis(colours), splitLine: { show: false } },
    yAxis: { type: 'value', minInterval: step, ...numbered(colours, format) },
    series: series.map(({ name, values, dim = false }) => ({
      name,
      type: 'bar',
      data: [...values],
      itemStyle: { color: dim ? colours.dim : colours.accent, opacity: dim ? 0.75 : 0.85 },
      barMaxWidth: 22,
    })),
  });

/** A row for each word, with its number at its end. */
export const rowsOption =
  (words: readonly string[], values: readonly number[]) =>
  (colours: ChartColours): EChartsCoreOption => ({
    grid: { ...grid, top: 8, right: 40 },
    tooltip: { ...tooltip(colours) },
    xAxis: { type: 'value', minInterval: 1, ...numbered(colours, (value) => formatNumber(value)) },
    yAxis: { type: 'category', inverse: true, data: [...words], ...axis(colours), splitLine: { show: false } },
    series: [
      {
        type: 'bar',
        data: [...values],
        itemStyle: { color: colours.accent, opacity: 0.85 },
        barMaxWidth: 22,
        label: {
          show: true,
          position: 'right',
          color: colours.font,
          fontSize: 13,
          formatter: ({ value }: { value: number }) => formatNumber(value),
        },
      },
    ],
  });
