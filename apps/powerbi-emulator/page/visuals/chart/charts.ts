/** What draws with ECharts, as a chunk that loads beside the shell; rarer pictures are chunks of their own. */
import type { VisualDefinition } from '../../../src/definition.ts';
import { clusteredBar, clusteredColumn, stackedColumn } from '../bar-column.ts';
import { area, line } from '../line-area.ts';
import type { DrawPicture } from './picture.ts';

export { init } from './engine.ts';
export type { ECharts } from './engine.ts';

/** How a type of visual is drawn; undefined for one that is no chart. */
export async function pictureOf(type: VisualDefinition['type']): Promise<DrawPicture | undefined> {
  switch (type) {
    case 'clusteredBarChart':
      return clusteredBar;
    case 'clusteredColumnChart':
      return clusteredColumn;
    case 'stackedColumnChart':
      return stackedColumn;
    case 'lineChart':
      return line;
    case 'areaChart':
      return area;
    case 'pieChart':
      return (await import('../pie-donut.ts')).pie;
    case 'donutChart':
      return (await import('../pie-donut.ts')).donut;
    case 'scatterChart':
      return (await import('../scatter.ts')).scatter;
    case 'map':
      return (await import('../map.ts')).map;
    default:
      return undefined;
  }
}
