import type { Cell } from '../../definitions/queries.ts';
import type { IdentityPart } from '../../visuals/view/view.ts';
import { strength } from '../../visuals/charts/style.ts';
import { createGrid } from './grid/grid.ts';
import { headerOf, layMatrix, startsOpen } from '../../visuals/tables/matrixRows.ts';
import type { MountVisual, VisualEnvironment } from './visual.ts';
import type { Point, VisualModel } from '../../visuals/visual.ts';

/** Groups by rows and columns, with totals on every level. */
export const mountMatrix: MountVisual = (host) => {
  const grid = createGrid(host);
  const turned = new Set<string>();

  const draw = (model: VisualModel, environment: VisualEnvironment): void => {
    const { definition, data, selected, sort } = model;
    if (!data.rows) return;
    const { format, say } = environment;
    const opened = startsOpen(data);
    const isOpen = (path: Cell[]) => turned.has(JSON.stringify(path)) !== opened;
    const matrix = layMatrix(definition, data, isOpen);
    const many = definition.values.length > 1;
    const header = (path: Cell[]) => headerOf(path, matrix.series, format, say);
    const across = matrix.series.length > 0;

    grid.draw({
      label: definition.title,
      rowHeads: true,
      columns: [
        {
          name: matrix.fields.map((field) => field.name).join(' / '),
          numeric: false,
          field: matrix.fields[0]?.field,
          ...(across && many && { group: '' }),
        },
        ...matrix.columns.map(({ path, value }) => ({
          name: across && !many ? header(path) : value.name,
          numeric: true,
          // Only the totals sort: the service orders rows by one number each.
          field: path.length ? undefined : value.field,
          ...(across && many && { group: header(path) }),
        })),
      ],
      rows: matrix.rows.map((row) => {
        const identity: IdentityPart[] = row.path.map((equals, at) => ({
          field: matrix.fields[at]?.field ?? { table: '', column: '' },
          equals,
        }));
        const last = matrix.fields[row.level];
        const label = last ? format.label(row.path[row.level], last) : '';
        const point: Point = {
          identity,
          label,
          values: matrix.columns.flatMap(({ path, value }, at) =>
            path.length ? [] : [{ field: value.field, value: row.cells[at] ?? null, formatted: format.full(row.cells[at], value) }],
          ),
        };
        return {
          cells: [label, ...row.cells.map((cell, at) => (matrix.columns[at] ? format.full(cell, matrix.columns[at].value) : ''))],
          level: row.level,
          subtotal: row.branch,
          selected: selected.length > 0 && strength(point, selected) === 1,
          select: (additive: boolean) => environment.select(point, additive),
          ...(row.branch && {
            open: isOpen(row.path),
            toggle: () => {
              const key = JSON.stringify(row.path);
              if (!turned.delete(key)) turned.add(key);
              draw(model, environment);
            },
          }),
        };
      }),
      fading: selected.length > 0,
      total: matrix.total.length
        ? [say('total'), ...matrix.columns.map(({ value }, at) => format.full(matrix.total[at], value))]
        : undefined,
      sort,
      onSort: environment.sortBy,
      expandLabel: (row) => say(row.open ? 'collapse' : 'expand', { name: row.cells[0] ?? '' }),
    });
  };
  return { draw };
};
