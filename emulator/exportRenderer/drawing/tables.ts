import type { QueryTable } from '../../definitions/queries.ts';
import { isNumeric } from '../../visuals/tables/numeric.ts';
import { headerOf, layMatrix, startsOpen } from '../../visuals/tables/matrixRows.ts';
import type { VisualStyle, VisualModel } from '../../visuals/visual.ts';
import { drawGrid } from './grid.ts';
import type { Box, Drawing } from './sheet.ts';

type Column = QueryTable['columns'][number];

export const drawTable = (sheet: Drawing, box: Box, { definition, data }: VisualModel, { format, say }: VisualStyle): void => {
  const table = data['main'];
  if (!table) return;
  const groups = definition.category.length + definition.series.length;
  const write = (column: Column, value: QueryTable['rows'][number][number] | undefined, at: number): string =>
    at < groups ? format.label(value ?? null, column) : format.full(value ?? null, column);
  const rows = table.rows.map((cells) => ({ cells: table.columns.map((column, at) => write(column, cells[at], at)) }));
  const total = table.total && definition.values.length > 0 ? table.total : undefined;
  drawGrid(sheet, box, {
    columns: table.columns.map((column) => ({ name: column.name, numeric: isNumeric(column) })),
    rows,
    more: table.more && definition.top === undefined,
    total: total && {
      cells: table.columns.map((column, at) => (at === 0 && groups > 0 ? say('total') : format.full(total[at] ?? null, column))),
    },
  });
};

/** A matrix as it begins: with its branches open where they are few. */
export const drawMatrix = (sheet: Drawing, box: Box, { definition, data }: VisualModel, { format, say }: VisualStyle): void => {
  const open = startsOpen(data);
  const matrix = layMatrix(definition, data, () => open);
  const across = matrix.series.length > 0;
  const many = definition.values.length > 1;
  const header = (path: (typeof matrix.columns)[number]['path']): string => headerOf(path, matrix.series, format, say);
  const write = (cells: (typeof matrix.rows)[number]['cells']): string[] =>
    matrix.columns.map(({ value }, at) => format.full(cells[at] ?? null, value));
  const labels = matrix.fields.map((field) => field.name).join(' / ');
  drawGrid(sheet, box, {
    columns: [
      { name: labels, numeric: false, ...(across && many && { group: '' }) },
      ...matrix.columns.map(({ path, value }) => ({
        name: across && !many ? header(path) : value.name,
        numeric: true,
        ...(across && many && { group: header(path) }),
      })),
    ],
    rows: matrix.rows.map(({ path, level, branch, cells }) => {
      const field = matrix.fields[level];
      const label = field ? format.label(path.at(-1) ?? null, field) : '';
      return { cells: [label, ...write(cells)], bold: branch, indent: level * 12 };
    }),
    total: { cells: [say('total'), ...write(matrix.total)] },
  });
};
