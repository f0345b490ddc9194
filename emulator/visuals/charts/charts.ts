/** What draws with ECharts, as a chunk that loads beside the shell; rarer pictures are chunks of their own. */
import type { VisualDefinition } from '../../definitions/report.ts';
import { clusteredBar, clusteredColumn, stackedColumn } from './barColumn.ts';
import { area, line } from './lineArea.ts';
import type { DrawPicture } from './picture.ts';

export { init } from './echarts.ts';
export type { ECharts } from './echarts.ts';

/** Fetches the small ones of the rarer pictures, so that a report that has one does not wait for it. */
export const fetchRarer = (): Promise<unknown> => Promise.all([import('./pieDonut.ts'), import('./scatter.ts')]);

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
      return (await import('./pieDonut.ts')).pie;
    case 'donutChart':
      return (await import('./pieDonut.ts')).donut;
    case 'scatterChart':
      return (await import('./scatter.ts')).scatter;
    case 'map':
      return (await import('./map.ts')).map;
    default:
      return undefined;
  }
}
