import type { VisualDefinition } from '../../src/definition.ts';
import { mountCard } from './card.ts';
import { mountChart } from './chart/mount.ts';
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
  clusteredBarChart: mountChart,
  clusteredColumnChart: mountChart,
  stackedColumnChart: mountChart,
  lineChart: mountChart,
  areaChart: mountChart,
  pieChart: mountChart,
  donutChart: mountChart,
  scatterChart: mountChart,
  map: mountChart,
  tableEx: mountTable,
  pivotTable: mountMatrix,
  slicer: mountSlicer,
  textbox: mountTextbox,
};
