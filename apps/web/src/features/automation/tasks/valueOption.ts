/** ECharts option of the values of a task: a line, and each limit as another one. */
import type { Task } from '@vitrine/contract/automation/task.ts';
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColours } from '#ui/chart/chart.tsx';
import { axis, tooltip } from '#ui/chart/options.ts';

const compared: readonly string[] = ['equal', 'more', 'at_least', 'less', 'at_most', 'between'];

/** The numbers that values are compared with, two of `between`; none where there is nothing to draw. */
export function limitsOf({ kind, operator, value, value_to }: Pick<Task, 'kind' | 'operator' | 'value' | 'value_to'>): number[] {
  if ((kind !== 'alert' && kind !== 'webhook') || operator === null || !compared.includes(operator)) return [];
  const typed = operator === 'between' ? [value, value_to] : [value];
  return typed
    .filter((text) => text.trim() !== '')
    .map((text) => Number(text.replace(',', '.')))
    .filter((number) => Number.isFinite(number));
}

export const valueOption =
  (points: readonly { at: string; value: number }[], limits: readonly number[], words: { value: string; threshold: string }) =>
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
      // Of one name: the legend has them once.
      ...limits.map((limit) => ({
        name: words.threshold,
        type: 'line',
        data: points.map(() => limit),
        showSymbol: false,
        lineStyle: { color: colours.dim, type: 'dashed' },
        itemStyle: { color: colours.dim },
      })),
    ],
  });
