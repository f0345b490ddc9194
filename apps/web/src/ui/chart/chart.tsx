/** Charts with one theme, from the page's CSS variables. Loaded on demand. */
import type { EChartsCoreOption } from 'echarts/core';
import { init, use } from 'echarts/core';
import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import css from './chart.module.css';

use([AriaComponent, BarChart, GridComponent, HeatmapChart, LegendComponent, LineChart, SVGRenderer, TooltipComponent, VisualMapComponent]);

export type ChartColours = { font: string; dim: string; line: string; accent: string; surface: string };

const token = (element: Element, name: string): string => getComputedStyle(element).getPropertyValue(name).trim();

const coloursOf = (element: Element): ChartColours => ({
  font: token(element, '--surface-font'),
  dim: token(element, '--surface-dim'),
  line: token(element, '--surface-line'),
  accent: token(element, '--surface-link'),
  surface: token(element, '--surface'),
});

type Props = { label: string; height: number; option: (colours: ChartColours) => EChartsCoreOption };

/** Renders again when size, colour scheme or data change. Screen readers get the table beside it. */
export function Chart({ label, height, option }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const chart = init(element, null, { renderer: 'svg' });
    const draw = () => chart.setOption({ animation: false, ...option(coloursOf(element)) }, true);
    draw();
    const size = new ResizeObserver(() => chart.resize());
    size.observe(element);
    const scheme = new MutationObserver(draw);
    scheme.observe(document.documentElement, { attributes: true });
    return () => {
      size.disconnect();
      scheme.disconnect();
      chart.dispose();
    };
  }, [option]);
  return <div ref={place} className={css.chart} style={{ height }} role="img" aria-label={label} />;
}
