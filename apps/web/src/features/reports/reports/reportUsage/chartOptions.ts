/** ECharts options of the usage charts. */
import type { UsageOverview } from '@vitrine/contract/reports/reportUsage.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { formatDate } from '#platform/formats.ts';
import type { ChartColours } from '#ui/chart/chart.tsx';
import { axis, tooltip } from '#ui/chart/options.ts';

type Day = UsageOverview['days'][number];

/** Views and people of each day. */
export const daysOption =
  (days: readonly Day[], words: { views: string; people: string }) =>
  (colours: ChartColours): EChartsCoreOption => ({
    grid: { left: 8, right: 8, top: 32, bottom: 4, containLabel: true },
    // What is a column and what is a line.
    legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 10, textStyle: { color: colours.dim, fontSize: 12 } },
    tooltip: { trigger: 'axis', ...tooltip(colours) },
    xAxis: { type: 'category', data: days.map(({ day }) => formatDate(day)), ...axis(colours), splitLine: { show: false } },
    yAxis: { type: 'value', minInterval: 1, ...axis(colours) },
    series: [
      {
        name: words.views,
        type: 'bar',
        data: days.map(({ views }) => views),
        itemStyle: { color: colours.accent, opacity: 0.55 },
        barMaxWidth: 18,
      },
      {
        name: words.people,
        type: 'line',
        data: days.map(({ people }) => people),
        showSymbol: false,
        lineStyle: { color: colours.font, width: 1.5 },
        itemStyle: { color: colours.font },
      },
    ],
  });
