import type { EChartsOption, ScatterSeriesOption } from 'echarts';
import { ScatterChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { VisualDefinition } from '../../definitions/report.ts';
import type { QueryTable } from '../../definitions/queries.ts';
import type { DrawPicture } from './picture.ts';
import { numeric } from './pivot.ts';
import { pointList, pointOf } from './placed.ts';
import { bySeries, pointRows } from './rows.ts';
import { baseOption, colorAt, strength, tooltipContent, tooltipOption, topLegend } from './style.ts';
import { boundsOf, miller } from './mapBounds.ts';
import { outlineFor } from './mapOutline.ts';

use([ScatterChart, CanvasRenderer]);

const heavyFrom = 1500;

/** Where the coordinates stand in a row: by the columns' names, wherever the author put them, else the first two values. */
function coordinates(table: QueryTable, definition: VisualDefinition): { latitude: number; longitude: number; size: number } {
  const named = (pattern: RegExp) => table.columns.findIndex((column) => pattern.test(column.name));
  const first = definition.category.length + definition.series.length;
  const [byLatitude, byLongitude] = [named(/^(?:.*\b)?lat(?:itude)?\b/i), named(/^(?:.*\b)?(?:lon|lng)(?:gitude)?\b/i)];
  const found = byLatitude >= 0 && byLongitude >= 0;
  const [latitude, longitude] = found ? [byLatitude, byLongitude] : [first, first + 1];
  const size = table.columns.findIndex((_, at) => at >= first && at !== latitude && at !== longitude);
  return { latitude, longitude, size };
}

/** Points of latitude and longitude over an outline of the land. */
export const map: DrawPicture = (model, { theme, format }, room) => {
  const table = model.data.main;
  if (!table) throw new Error('A map needs an answer');
  const { definition, selected } = model;
  const at = coordinates(table, definition);
  const rows = pointRows(table, definition, format).filter(
    ({ cells }) => numeric(cells[at.latitude]) !== null && numeric(cells[at.longitude]) !== null,
  );
  const place = (cells: (typeof rows)[number]['cells']): [number, number] => [
    numeric(cells[at.longitude]) ?? 0,
    numeric(cells[at.latitude]) ?? 0,
  ];
  const bounds = boundsOf(rows.map(({ cells }) => place(cells)));
  const outline = outlineFor(bounds);
  const groups = bySeries(rows, table, definition, format);
  const names = topLegend(
    theme,
    groups.map((group) => group.label),
    room,
  );
  const { points, add } = pointList();
  const weight = (cells: (typeof rows)[number]['cells']) => Math.abs(numeric(cells[at.size]) ?? 0);
  const most = Math.max(1e-9, ...rows.map(({ cells }) => weight(cells)));
  const few = rows.length < 300;
  const sizeOf = (cells: (typeof rows)[number]['cells']) =>
    at.size >= 0 ? (few ? 6 : 3) + Math.sqrt(weight(cells) / most) * (few ? 26 : 11) : few ? 9 : 5;
  const isPlace = (index: number) => index === at.latitude || index === at.longitude;

  const series: ScatterSeriesOption[] = groups.map((group, index) => ({
    type: 'scatter',
    id: `places${index}`,
    name: group.label,
    coordinateSystem: 'geo',
    geoIndex: 0,
    cursor: 'pointer',
    itemStyle: { color: colorAt(theme, index), opacity: few ? 0.72 : 0.5, borderColor: theme.surface, borderWidth: few ? 1 : 0.5 },
    emphasis: { scale: 1.15 },
    data: group.rows
      .toSorted((a, b) => weight(b.cells) - weight(a.cells))
      .map(({ cells, point }, position) => ({
        value: place(cells),
        point: add(point, index, position),
        symbolSize: sizeOf(cells),
        ...(selected.length > 0 && { itemStyle: { opacity: strength(point, selected) } }),
      })),
  }));

  const option: EChartsOption = {
    ...baseOption(theme),
    legend: names.legend,
    tooltip: {
      ...tooltipOption(theme),
      trigger: 'item',
      formatter: (item) => {
        const one = Array.isArray(item) ? item[0] : item;
        const point = pointOf(points, one?.data);
        if (!point) return '';
        const groupCount = table.columns.length - point.values.length;
        const names = point.identity.map((part, index) =>
          isPlace(index) ? '' : format.label(part.equals, table.columns[index] ?? { ...part, type: 'text' }),
        );
        const facts = point.values.flatMap((value, index) =>
          isPlace(groupCount + index) ? [] : [{ name: table.columns[groupCount + index]?.name ?? '', value: value.formatted }],
        );
        return tooltipContent(names.filter(Boolean).join(', '), facts);
      },
    },
    geo: {
      map: outline.name,
      roam: true,
      scaleLimit: { min: 0.8, max: 24 },
      silent: true,
      projection: miller,
      boundingCoords: [
        [bounds.west, bounds.north],
        [bounds.east, bounds.south],
      ],
      left: 0,
      right: 0,
      top: names.top > 0 ? names.top + 6 : 0,
      bottom: 0,
      itemStyle: {
        areaColor: theme.strong ? theme.surface : theme.line,
        borderColor: theme.strong ? theme.line : theme.surface,
        borderWidth: 0.8,
      },
      emphasis: { disabled: true },
      label: { show: false },
    },
    series,
  };
  return { option, points, hit: 'item', heavy: rows.length > heavyFrom, ready: outline.ready };
};
