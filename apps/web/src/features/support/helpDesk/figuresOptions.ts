/** ECharts options of how the help desk is doing. */
import type { TicketFigures } from '@vitrine/contract/support/ticketFigures.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { formatDate } from '#platform/formats.ts';
import type { ChartColours } from '#ui/chart/chart.tsx';
import { axis, tooltip } from '#ui/chart/options.ts';

/** Bars side by side: a name and a number for each of the categories. */
export type Series = { name: string; values: readonly (number | null)[] };

const opacities = [0.85, 0.45, 1, 0.6];

/** The first two in the accent, what follows in the colour of words. */
export const barsOption =
  (categories: readonly string[], series: readonly Series[], max?: number) =>
  (colours: ChartColours): EChartsCoreOption => ({
    grid: { left: 8, right: 8, top: series.length > 1 ? 48 : 8, bottom: 4, containLabel: true },
    ...(series.length > 1
      ? { legend: { top: 0, left: 0, itemWidth: 14, itemHeight: 10, textStyle: { color: colours.dim, fontSize: 12 } } }
      : {}),
    tooltip: { trigger: 'axis', ...tooltip(colours) },
    xAxis: { type: 'category', data: [...categories], ...axis(colours), splitLine: { show: false } },
    yAxis: { type: 'value', ...(max === undefined ? {} : { max }), ...axis(colours) },
    series: series.map(({ name, values }, index) => ({
      name,
      type: 'bar',
      data: [...values],
      barMaxWidth: 24,
      itemStyle: { color: index < 2 ? colours.accent : colours.dim, opacity: opacities[index] ?? 1 },
    })),
  });

export const weeksOption = (weeks: TicketFigures['weeks'], words: { opened: string; resolved: string }) =>
  barsOption(
    weeks.map(({ week }) => formatDate(week)),
    [
      { name: words.opened, values: weeks.map(({ opened }) => opened) },
      { name: words.resolved, values: weeks.map(({ resolved }) => resolved) },
    ],
  );
