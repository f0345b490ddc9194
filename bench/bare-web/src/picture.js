// One picture of a report and nothing else: the parts of ECharts that it needs, and its data within.
import { BarChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, AriaComponent, GridComponent, TooltipComponent, SVGRenderer]);

const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });
const regions = { East: 6.42e6, North: 6.38e6, West: 6.35e6, South: 6.31e6, Centre: 6.29e6 };

init(document.getElementById('picture'), null, { renderer: 'svg' }).setOption({
  animation: false,
  aria: { enabled: true },
  textStyle: { fontFamily: 'system-ui', fontSize: 11, color: '#5b6472' },
  grid: { left: 4, right: 10, top: 22, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  tooltip: { trigger: 'item', confine: true },
  xAxis: { type: 'category', data: Object.keys(regions), axisTick: { show: false }, axisLabel: { fontSize: 11 } },
  yAxis: { type: 'value', show: false },
  series: [
    {
      type: 'bar',
      barMaxWidth: 48,
      barCategoryGap: '34%',
      itemStyle: { color: '#2f6bda', borderRadius: [3, 3, 0, 0] },
      label: { show: true, position: 'top', fontSize: 11, formatter: ({ value }) => compact.format(value) },
      data: Object.values(regions),
    },
  ],
});
