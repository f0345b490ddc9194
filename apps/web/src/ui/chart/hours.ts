/** When reports are opened: the hours of the week as a heat map. */
import type { EChartsCoreOption } from 'echarts/core';
import { currentLocale } from '#platform/locale.ts';
import { dayName } from '#platform/weekHours.ts';
import type { ChartColours } from './chart.tsx';
import { axis, tooltip } from './options.ts';

/** 0 is Sunday. */
type HourViews = { weekday: number; hour: number; views: number };

export const weekdayNames = (): string[] => Array.from({ length: 7 }, (_, day) => dayName(day, currentLocale(), 'short'));

/** A heat map of the hours of the week. */
export const hoursOption =
  (hours: readonly HourViews[], weekdays: readonly string[], word: string) =>
  (colours: ChartColours): EChartsCoreOption => ({
    grid: { left: 8, right: 8, top: 8, bottom: 4, containLabel: true },
    tooltip: {
      ...tooltip(colours),
      formatter: ({ value: [hour, weekday, views] }: { value: [number, number, number] }) =>
        `${weekdays[weekday]} ${hour}:00 · ${word}: ${views}`,
    },
    xAxis: { type: 'category', data: Array.from({ length: 24 }, (_, hour) => String(hour)), ...axis(colours) },
    yAxis: { type: 'category', inverse: true, data: [...weekdays], ...axis(colours) },
    visualMap: {
      show: false,
      min: 0,
      max: Math.max(1, ...hours.map(({ views }) => views)),
      inRange: { color: [colours.surface, colours.accent] },
    },
    series: [
      {
        type: 'heatmap',
        data: hours.map(({ weekday, hour, views }) => [hour, weekday, views]),
        itemStyle: { borderColor: colours.surface, borderWidth: 2, borderRadius: 3 },
      },
    ],
  });
