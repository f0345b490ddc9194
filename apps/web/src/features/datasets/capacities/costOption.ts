/** ECharts option of what a capacity cost by hour. */
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColours } from '#ui/chart/chart.tsx';
import { axis, tooltip } from '#ui/chart/options.ts';

export const costOption =
  (hours: readonly { at: string; cost: number }[], word: string) =>
  (colours: ChartColours): EChartsCoreOption => ({
    grid: { left: 8, right: 8, top: 16, bottom: 4, containLabel: true },
    tooltip: { trigger: 'axis', ...tooltip(colours) },
    xAxis: { type: 'category', data: hours.map(({ at }) => at), ...axis(colours), splitLine: { show: false } },
    yAxis: { type: 'value', ...axis(colours) },
    series: [{ name: word, type: 'bar', data: hours.map(({ cost }) => cost), itemStyle: { color: colours.accent } }],
  });
