import { randomUUID } from 'node:crypto';
import { reportDefinition } from '../../definitions/report.ts';
import type { FieldRef } from '../../definitions/model.ts';
import type { ReportDefinition } from '../../definitions/report.ts';
import type { ColumnReading } from '../../definitions/dataFile.ts';
import { leadsTo } from '../../engine/relationships.ts';
import type { DataTable, Relation } from '../../engine/relationships.ts';
import { countName } from './inferModel.ts';

type Box = { x: number; y: number; width: number; height: number };
type Chart = { type: string } & Record<string, unknown>;
type Visual = Chart & { layout: Box };

const gap = 16;
const left = 24;
const right = 1256;
const width = right - left;

/** So many visuals that fit, side by side, in a box. */
const across = (box: Box, count: number): Box[] => {
  const each = (box.width - (count - 1) * gap) / count;
  return Array.from({ length: count }, (_, at) => ({ ...box, x: box.x + at * (each + gap), width: each }));
};

/** On a phone: below each other in reading order, cards in pairs. */
const phoneHeights: Partial<Record<string, number>> = { textbox: 44, card: 84, slicer: 56 };
const phone = { width: 324, margin: 8, otherHeight: 248 };

const stacked = (visuals: Visual[]): { visuals: Visual[]; height: number } => {
  const wide = phone.width - 2 * phone.margin;
  let y = phone.margin;
  let half: Box | undefined;
  // The first of an odd number of cards has a row of its own.
  let isSingle = visuals.filter(({ type }) => type === 'card').length % 2 === 1;
  const placed = visuals.map((visual): Visual => {
    const height = phoneHeights[visual.type] ?? phone.otherHeight;
    if (visual.type === 'card' && half) {
      const mobile_layout = { ...half, x: half.x + half.width + phone.margin };
      half = undefined;
      return { ...visual, mobile_layout };
    }
    const isHalf = visual.type === 'card' && !isSingle;
    const box = { x: phone.margin, y, width: isHalf ? (wide - phone.margin) / 2 : wide, height };
    half = isHalf ? box : undefined;
    if (visual.type === 'card') isSingle = false;
    y += height + phone.margin;
    return { ...visual, mobile_layout: box };
  });
  return { visuals: placed, height: y };
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

const isDate = ({ type }: ColumnReading): boolean => type === 'date' || type === 'datetime';

/** Numbers of which the mean says something and the sum nothing. */
const isMean = ({ name, read_as }: ColumnReading): boolean =>
  read_as === 'percentage' ||
  /(^|[\s_])(idade|age|rate|nota)($|[\s_])|pre[cç]o|price|taxa|m[eé]di[ao]|average|percent|%|score|temperatur|margem|margin/i.test(name);

/** What a report is about first: money, then other decimals, then counts, then what is only averaged. */
const weightOf = (column: ColumnReading): number => {
  if (isMean(column)) return 0;
  if (/valor|receita|faturamento|venda|total|amount|revenue|sales|value|importe|ingreso/i.test(column.name)) return 3;
  return column.type === 'number' ? 2 : 1;
};

type Field = { table: string; column: ColumnReading };

const refOf = ({ table, column }: Field): FieldRef => ({ table, column: column.name });

/** What can be read off a table and those that it looks up: what is measured, when, and by what it can be grouped. */
const rolesOf = (table: DataTable, lookups: DataTable[], relations: Relation[]) => {
  // A column that is only the way to another table says there what it has to say.
  const isWay = ({ name }: ColumnReading) => relations.some(({ from }) => from.table === table.table && from.column === name);
  const own = table.columns.filter((column) => !isWay(column)).map((column): Field => ({ table: table.table, column }));
  const fields = [...own, ...lookups.flatMap((one) => one.columns.map((column): Field => ({ table: one.table, column })))];
  const groups = fields.filter(
    ({ column: { type, distinct } }) =>
      (type === 'text' || type === 'boolean') && distinct >= 2 && distinct <= Math.min(60, Math.max(2, table.rows * 0.8)),
  );
  return {
    date: fields.find(({ column }) => isDate(column) && column.distinct > 1),
    groups: groups.toSorted((a, b) => a.column.distinct - b.column.distinct),
    measured: table.columns
      .filter(({ summed }) => summed)
      .toSorted((a, b) => weightOf(b) - weightOf(a))
      .slice(0, 3),
    fields,
  };
};

const overview = (title: string, table: DataTable, tables: DataTable[], relations: Relation[]): Visual[] => {
  const names = new Set(leadsTo(relations, table.table));
  const lookups = tables.filter((one) => names.has(one.table));
  const { date, groups, measured, fields } = rolesOf(table, lookups, relations);
  const count: FieldRef = { table: table.table, measure: countName(table.table, tables.length) };
  const sums = measured.map((column): FieldRef => ({
    table: table.table,
    column: column.name,
    aggregation: isMean(column) ? 'average' : 'sum',
  }));
  const [main = count] = sums;
  const isWhole = measured[0] === undefined || !isMean(measured[0]);

  const charts: Chart[] = [];
  if (date) {
    const grain = date.column.distinct > 62 ? 'month' : 'day';
    charts.push({ type: 'lineChart', category: [{ ...refOf(date), grain }], values: [main] });
  }
  const small = groups.find(({ column }) => column.distinct <= 6);
  const large = groups.findLast((group) => group !== small);
  const middle = groups.find((group) => group !== small && group !== large);
  if (large) charts.push({ type: 'clusteredBarChart', category: [refOf(large)], values: [main], top: 12 });
  if (small) charts.push({ type: isWhole ? 'donutChart' : 'clusteredColumnChart', category: [refOf(small)], values: [main] });
  if (middle) charts.push({ type: 'clusteredColumnChart', category: [refOf(middle)], values: [sums[1] ?? main], top: 12 });
  if (charts.length < 4) {
    const named = groups.length > 0 ? groups.toReversed() : fields.filter(({ column }) => !column.summed);
    charts.push({ type: 'tableEx', category: named.slice(0, 3).map(refOf), values: [count, ...sums] });
  }

  const slicers = groups.slice(0, 3);
  const places = rooms(charts.length);
  return [
    { type: 'textbox', text: title, layout: { x: left, y: 16, width: right - left - slicers.length * 208 - gap, height: 56 } },
    ...slicers.map((group, at) => ({
      type: 'slicer',
      title: group.column.name,
      category: [refOf(group)],
      slicer: { mode: 'dropdown' },
      layout: { x: right - (slicers.length - at) * 208 + gap, y: 16, width: 192, height: 56 },
    })),
    ...across({ x: left, y: 88, width, height: 96 }, sums.length + 1).map((layout, at) => ({
      type: 'card',
      values: [at === 0 ? count : (sums[at - 1] ?? count)],
      layout,
    })),
    ...charts.flatMap((chart, at) => (places[at] ? [{ ...chart, layout: places[at] }] : [])),
  ];
};

const listing = (table: DataTable): Visual[] => [
  {
    type: 'tableEx',
    title: table.table,
    category: table.columns.slice(0, 12).map(({ name }) => ({ table: table.table, column: name })),
    layout: { x: left, y: 16, width, height: 688 },
  },
];

/** A report that shows what is in the tables: an overview of each that none of them looks up, and the rows of the largest. */
export const layOutReport = (name: string, modelId: string, tables: DataTable[], relations: Relation[]): ReportDefinition => {
  const [largest] = tables.toSorted((a, b) => b.rows - a.rows);
  const page = (display_name: string, at: number, drawn: Visual[]) => {
    const { visuals, height } = stacked(drawn);
    return {
      name: `page${at}`,
      display_name,
      mobile_width: phone.width,
      mobile_height: Math.max(height, 560),
      visuals: visuals.map((visual, index) => ({ name: `visual${at}_${index}`, ...visual })),
    };
  };
  // Ways lead from table to table and never back: there is always one that none looks up.
  const subjects = tables.filter(({ table }) => !relations.some(({ to }) => to.table === table));
  const isOne = subjects.length === 1;
  const overviews = subjects.map((table, at) =>
    page(isOne ? 'Visão geral' : table.table, at + 1, overview(isOne ? name : table.table, table, tables, relations)),
  );
  const rows = largest ? [page('Dados', subjects.length + 1, listing(largest))] : [];
  return reportDefinition.parse({ id: randomUUID(), name, model: modelId, pages: [...overviews, ...rows] });
};
