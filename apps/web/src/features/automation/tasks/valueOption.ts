/** ECharts option of the values of a task: a line, and the limit as another one. */
import type { Task } from '@vitrine/contract/automation/tasks.ts';
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColours } from '#ui/chart/chart.tsx';
import { axis, tooltip } from '#ui/chart/options.ts';

/** The number that values are compared with; null where there is none to draw. */
export const thresholdOf = ({ kind, operator, value }: Pick<Task, 'kind' | 'operator' | 'value'>): number | null => {
  const compares = operator !== null && ['equal', 'more', 'at_least', 'less', 'at_most', 'between'].includes(operator);
  const number = Number(value.replace(',', '.'));
  return (kind === 'alert' || kind === 'webhook') && compares && value !== '' && Number.isFinite(number) ? number : null;
};

export const valueOption =
  (points: readonly { at: string; value: number }[], threshold: number | null, words: { value: string; threshold: string }) =>
  (colours: ChartColours): EChartsCoreOption => ({
    grid: { left: 8, right: 8, top: 48, bottom: 4, containLabel: true },
    legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 10, textStyle: { color: colours.dim, fontSize: 12 } },
    tooltip: { trigger: 'axis', ...tooltip(colours) },
    xAxis: { type: 'category', data: points.map(({ at }) => at), ...axis(colours), splitLine: { show: false } },
    yAxis: { type: 'value', scale: true, ...axis(colours) },
    series: [
      {
        name: words.value,
        type: 'line',
        data: points.map(({ value }) => value),
        symbolSize: 6,
        lineStyle: { color: colours.accent },
        itemStyle: { color: colours.accent },
      },
      ...(threshold === null
        ? []
        : [
            {
              name: words.threshold,
              type: 'line',
              data: points.map(() => threshold),
              showSymbol: false,
              lineStyle: { color: colours.dim, type: 'dashed' },
              itemStyle: { color: colours.dim },
            },
          ]),
    ],
  });
