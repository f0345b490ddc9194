import { randomUUID } from 'node:crypto';
import { reportDefinition } from '../definition.ts';
import type { FieldRef, ReportDefinition } from '../definition.ts';
import type { InspectedColumn } from '../models/inspect.ts';
import { countName, isMeasured } from './infer-model.ts';
import type { InspectedTable } from './infer-model.ts';

type Box = { x: number; y: number; width: number; height: number };
type Visual = { type: string } & Record<string, unknown>;

const gap = 16;
const left = 24;
const right = 1256;
const width = right - left;

/** So many visuals that fit, side by side, in a box. */
const across = (box: Box, count: number): Box[] => {
  const each = (box.width - (count - 1) * gap) / count;
  return Array.from({ length: count }, (_, at) => ({ ...box, x: box.x + at * (each + gap), width: each }));
};

/** The lower part of the page for one to four visuals. */
const rooms = (count: number): Box[] => {
  const whole = { x: left, y: 200, width, height: 496 };
  const [top, bottom] = [
    { ...whole, height: 240 },
    { ...whole, y: 456, height: 240 },
  ];
  if (count <= 2) return across(whole, Math.max(1, count));
  return count === 3 ? [top, ...across(bottom, 2)] : [...across(top, 2), ...across(bottom, 2)];
};

const isDate = ({ type }: InspectedColumn): boolean => type === 'date' || type === 'datetime';

/** What can be read off the columns of a table: what is measured, when, and by what it can be grouped. */
const rolesOf = ({ columns, rows }: InspectedTable) => {
  const groups = columns.filter(
    (column) =>
      (column.type === 'text' || column.type === 'boolean') && column.distinct >= 2 && column.distinct <= Math.min(60, rows * 0.8),
  );
  return {
    date: columns.find((column) => isDate(column) && column.distinct > 1),
    groups: groups.toSorted((a, b) => a.distinct - b.distinct),
    measured: columns.filter(isMeasured).slice(0, 3),
  };
};

const overview = (title: string, table: InspectedTable, tables: number): Visual[] => {
  const { date, groups, measured } = rolesOf(table);
  const column = ({ name }: InspectedColumn): FieldRef => ({ table: table.table, column: name });
  const count: FieldRef = { table: table.table, measure: countName(table.table, tables) };
  const sums = measured.map(({ name }): FieldRef => ({ table: table.table, column: name, aggregation: 'sum' }));
  const [main = count] = sums;

  const charts: Visual[] = [];
  if (date) {
    const grain = date.distinct > 62 ? 'month' : 'day';
    charts.push({ type: 'lineChart', category: [{ ...column(date), grain }], values: [main] });
  }
  const small = groups.find(({ distinct }) => distinct <= 6);
  const large = groups.findLast((group) => group !== small);
  const middle = groups.find((group) => group !== small && group !== large);
  if (large) charts.push({ type: 'clusteredBarChart', category: [column(large)], values: [main], top: 12 });
  if (small) charts.push({ type: 'donutChart', category: [column(small)], values: [main] });
  if (middle) charts.push({ type: 'clusteredColumnChart', category: [column(middle)], values: [sums[1] ?? main], top: 12 });
  if (charts.length < 4) {
    const category = (groups.length > 0 ? groups.toReversed() : table.columns.filter((one) => !isMeasured(one))).slice(0, 3).map(column);
    charts.push({ type: 'tableEx', category, values: [count, ...sums] });
  }

  const slicers = groups.slice(0, 3);
  const places = rooms(charts.length);
  return [
    { type: 'textbox', text: title, layout: { x: left, y: 16, width: right - left - slicers.length * 208 - gap, height: 56 } },
    ...slicers.map((group, at) => ({
      type: 'slicer',
      title: group.name,
      category: [column(group)],
      slicer: { mode: 'dropdown' },
      layout: { x: right - (slicers.length - at) * 208 + gap, y: 16, width: 192, height: 56 },
    })),
    ...across({ x: left, y: 88, width, height: 96 }, sums.length + 1).map((layout, at) => ({
      type: 'card',
      values: [at === 0 ? count : (sums[at - 1] ?? count)],
      layout,
    })),
    ...charts.map((chart, at) => ({ ...chart, layout: places[at] })),
  ];
};

const listing = (table: InspectedTable): Visual[] => [
  {
    type: 'tableEx',
    title: table.table,
    category: table.columns.slice(0, 12).map(({ name }) => ({ table: table.table, column: name })),
    layout: { x: left, y: 16, width, height: 688 },
  },
];

/** A report that shows what is in the tables: an overview of each, and the rows of the largest. */
export const layOutReport = (name: string, modelId: string, tables: InspectedTable[], id: string = randomUUID()): ReportDefinition => {
  const [largest] = tables.toSorted((a, b) => b.rows - a.rows);
  const page = (display_name: string, at: number, visuals: Visual[]) => ({
    name: `page${at}`,
    display_name,
    visuals: visuals.map((visual, index) => ({ name: `visual${at}_${index}`, ...visual })),
  });
  const overviews = tables.map((table, at) => {
    const title = tables.length === 1 ? name : table.table;
    return page(tables.length === 1 ? 'Visão geral' : table.table, at + 1, overview(title, table, tables.length));
  });
  const rows = largest ? [page('Dados', tables.length + 1, listing(largest))] : [];
  return reportDefinition.parse({ id, name, model: modelId, pages: [...overviews, ...rows] });
};
