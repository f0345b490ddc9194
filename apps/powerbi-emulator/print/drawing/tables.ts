import type { QueryTable } from '../../page/query/cache.ts';
import { layMatrix } from '../../page/visuals/matrix-rows.ts';
import type { VisualEnvironment, VisualModel } from '../../page/visuals/visual.ts';
import { drawGrid } from './grid.ts';
import type { Box, Drawing } from './sheet.ts';

type Column = QueryTable['columns'][number];

const isNumeric = ({ type, field }: Column): boolean =>
  type === 'number' || (type === 'integer' && ('measure' in field || 'aggregation' in field));

export const drawTable = (sheet: Drawing, box: Box, { definition, data }: VisualModel, { format, say }: VisualEnvironment): void => {
  const table = data['main'];
  if (!table) return;
  const groups = definition.category.length + definition.series.length;
  const write = (column: Column, value: QueryTable['rows'][number][number] | undefined, at: number): string =>
    at < groups ? format.label(value ?? null, column) : format.full(value ?? null, column);
  const rows = table.rows.map((cells) => ({ cells: table.columns.map((column, at) => write(column, cells[at], at)) }));
  const total = table.total && definition.values.length > 0 ? table.total : undefined;
  drawGrid(
    sheet,
    box,
    table.columns.map((column) => ({ name: column.name, numeric: isNumeric(column) })),
    rows,
    total && {
      cells: table.columns.map((column, at) => (at === 0 && groups > 0 ? say('total') : format.full(total[at] ?? null, column))),
    },
  );
};

/** A matrix with all its levels open. */
export const drawMatrix = (sheet: Drawing, box: Box, { definition, data }: VisualModel, { format, say }: VisualEnvironment): void => {
  const matrix = layMatrix(definition, data, () => true);
  const [header] = matrix.series;
  const single = definition.values.length === 1;
  const nameOf = ({ path, value }: (typeof matrix.columns)[number]): string => {
    const above = path.length === 0 ? (matrix.series.length > 0 ? say('total') : '') : header ? format.label(path[0] ?? null, header) : '';
    if (above === '') return value.name;
    return single ? above : `${above} ${value.name}`;
  };
  const write = (cells: (typeof matrix.rows)[number]['cells']): string[] =>
    matrix.columns.map(({ value }, at) => format.full(cells[at] ?? null, value));
  const labels = matrix.fields.map((field) => field.name).join(' / ');
  drawGrid(
    sheet,
    box,
    [{ name: labels, numeric: false }, ...matrix.columns.map((column) => ({ name: nameOf(column), numeric: true }))],
    matrix.rows.map(({ path, level, branch, cells }) => {
      const field = matrix.fields[level];
      const label = field ? format.label(path.at(-1) ?? null, field) : '';
      return { cells: [label, ...write(cells)], bold: branch, indent: level * 12 };
    }),
    { cells: [say('total'), ...write(matrix.total)] },
  );
};
