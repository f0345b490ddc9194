/** ECharts options of the analysis. */
import type { Analysis } from '@vitrine/contract/reports/analyze.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { formatDate } from '#platform/formats.ts';
import type { ChartColours } from '#ui/chart/chart.tsx';
import { axis, tooltip } from '#ui/chart/options.ts';

export const peopleSpans = ['people', 'people_7', 'people_30'] as const;

/** Users of each day, and of the 7 and 30 days that end with it: a line each, told apart by more than colour. */
export const peopleOption =
  (days: Analysis['days'], words: Record<(typeof peopleSpans)[number], string>) =>
  (colours: ChartColours): EChartsCoreOption => {
    const lines = {
      people: { color: colours.accent, width: 1.5, type: 'solid' },
      people_7: { color: colours.font, width: 1.5, type: 'dashed' },
      people_30: { color: colours.dim, width: 2, type: 'solid' },
    };
    return {
      grid: { left: 8, right: 8, top: 32, bottom: 4, containLabel: true },
      legend: { top: 0, left: 0, itemWidth: 22, itemHeight: 10, textStyle: { color: colours.dim, fontSize: 12 } },
      tooltip: { trigger: 'axis', ...tooltip(colours) },
      xAxis: { type: 'category', data: days.map(({ day }) => formatDate(day)), ...axis(colours), splitLine: { show: false } },
      yAxis: { type: 'value', minInterval: 1, ...axis(colours) },
      series: peopleSpans.map((key) => ({
        name: words[key],
        type: 'line',
        data: days.map((row) => row[key]),
        showSymbol: false,
        lineStyle: lines[key],
        itemStyle: { color: lines[key].color },
      })),
    };
  };
