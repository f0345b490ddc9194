import type { VisualDefinition } from '../../definitions/report.ts';
import { mountActionButton } from './actionButton.ts';
import { mountCard } from './card.ts';
import { chartOf } from './chart/mount.ts';
import { mountKpi } from './kpi.ts';
import { mountMatrix } from './matrix.ts';
import { mountSlicer } from './slicer/slicer.ts';
import { mountTable } from './table.ts';
import { mountTextbox } from './textbox.ts';
import type { MountVisual } from './visual.ts';

/** How each type of visual is shown. */
export const mounts: Record<VisualDefinition['type'], MountVisual> = {
  card: mountCard,
  kpi: mountKpi,
  clusteredBarChart: chartOf('clusteredBarChart'),
  clusteredColumnChart: chartOf('clusteredColumnChart'),
  stackedColumnChart: chartOf('stackedColumnChart'),
  lineChart: chartOf('lineChart'),
  areaChart: chartOf('areaChart'),
  pieChart: chartOf('pieChart'),
  donutChart: chartOf('donutChart'),
  scatterChart: chartOf('scatterChart'),
  map: chartOf('map'),
  tableEx: mountTable,
  pivotTable: mountMatrix,
  slicer: mountSlicer,
  textbox: mountTextbox,
  actionButton: mountActionButton,
};
