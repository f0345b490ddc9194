/** The one place that loads ECharts, and only the parts that the visuals draw with. */
import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import {
  AriaComponent,
  GeoComponent,
  GridComponent,
  LegendPlainComponent,
  LegendScrollComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, registerMap, use } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  AriaComponent,
  GeoComponent,
  GridComponent,
  LegendPlainComponent,
  LegendScrollComponent,
  TooltipComponent,
  CanvasRenderer,
  SVGRenderer,
]);

export { init, registerMap };
export type { ECharts } from 'echarts/core';
