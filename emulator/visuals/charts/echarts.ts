/** The one place that loads ECharts: what columns and lines are drawn with. Other pictures bring their parts along. */
import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendPlainComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, AriaComponent, GridComponent, LegendPlainComponent, LegendScrollComponent, TooltipComponent, SVGRenderer]);

export { init } from 'echarts/core';
export type { ECharts } from 'echarts/core';
