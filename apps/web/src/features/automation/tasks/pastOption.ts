/** ECharts option of the past of a rule: the values by day, the limit, and a mark on each day with a notice. */
import type { TestedDay } from '@vitrine/contract/automation/taskQuestions.ts';
import type { EChartsCoreOption } from 'echarts/core';
import { formatDate } from '#platform/formats.ts';
import type { ChartColours } from '#ui/chart/chart.tsx';
import { axis } from '#ui/chart/options.ts';
import { valueOption } from './valueOption.ts';

const drawn = ({ number_value }: TestedDay): boolean => number_value !== null;

export const pastOption =
  (days: readonly TestedDay[], limits: readonly number[], words: { value: string; threshold: string; notice: string }) =>
  (colours: ChartColours): EChartsCoreOption => {
    const points = days.filter(drawn);
    const base = valueOption(
      points.map(({ day, number_value }) => ({ at: formatDate(day), value: number_value ?? 0 })),
      limits,
      words,
    )(colours);
    const [line, ...lines] = base['series'] as object[];
    return {
      ...base,
      yAxis: { type: 'value', scale: true, ...axis(colours) },
      series: [
        { ...line, showSymbol: false },
        ...lines,
        {
          name: words.notice,
          type: 'line',
          data: points.map(({ fired, number_value }) => (fired > 0 ? number_value : null)),
          symbol: 'diamond',
          symbolSize: 11,
          // On a narrow picture the library would leave out some of them.
          showAllSymbol: true,
          lineStyle: { width: 0 },
          itemStyle: { color: colours.font },
        },
      ],
    };
  };
