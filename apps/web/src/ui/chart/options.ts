/** What every chart has in common: lines and words in the page's colours. */
import type { ChartColours } from './chart.tsx';

export const axis = ({ dim, line }: ChartColours) => ({
  axisLine: { lineStyle: { color: line } },
  axisTick: { show: false },
  axisLabel: { color: dim, fontSize: 12, hideOverlap: true },
  splitLine: { lineStyle: { color: line } },
});

export const tooltip = ({ font, surface, line }: ChartColours) => ({
  confine: true,
  backgroundColor: surface,
  borderColor: line,
  textStyle: { color: font, fontSize: 13 },
});
