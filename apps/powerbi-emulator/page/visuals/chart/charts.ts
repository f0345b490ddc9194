/** Everything that draws with ECharts, as one chunk that loads beside the shell. */
import type { VisualDefinition } from '../../../src/definition.ts';
import { clusteredBar, clusteredColumn, stackedColumn } from '../bar-column.ts';
import { area, line } from '../line-area.ts';
import { map } from '../map.ts';
import { donut, pie } from '../pie-donut.ts';
import { scatter } from '../scatter.ts';
import type { DrawPicture } from './picture.ts';

export { init } from './engine.ts';
export type { ECharts } from './engine.ts';

export const pictures: Partial<Record<VisualDefinition['type'], DrawPicture>> = {
  clusteredBarChart: clusteredBar,
  clusteredColumnChart: clusteredColumn,
  stackedColumnChart: stackedColumn,
  lineChart: line,
  areaChart: area,
  pieChart: pie,
  donutChart: donut,
  scatterChart: scatter,
  map,
};
