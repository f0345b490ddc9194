import type { Cell, QueryTable } from '../../definitions/queries.ts';
import { strength } from '../../visuals/charts/style.ts';
import { pointRows } from '../../visuals/charts/rows.ts';
import { queryParts } from '../../visuals/query/parts.ts';
import { isNumeric } from '../../visuals/tables/numeric.ts';
import { createGrid } from './grid/grid.ts';
import type { MountVisual, VisualEnvironment } from './visual.ts';
import type { VisualModel } from '../../visuals/visual.ts';

/** Rows come in portions: the first with the page, the next when the reader scrolls to the end. */
export const mountTable: MountVisual = (host) => {
  const grid = createGrid(host);
  let source: QueryTable | undefined;
  let rows: Cell[][] = [];
  let more = false;
  let loading = false;

  const draw = (model: VisualModel, environment: VisualEnvironment): void => {
    const { definition, data, selected, sort } = model;
    const table = data.main;
    if (!table) return;
    if (table !== source) {
      source = table;
      rows = table.rows;
      more = table.more && !definition.top;
      loading = false;
    }
    const { format, say } = environment;
    const groups = definition.category.length + definition.series.length;
    const withTotal = table.total && definition.values.length > 0;
    grid.draw({
      label: definition.title,
      columns: table.columns.map((column) => ({ name: column.name, numeric: isNumeric(column), field: column.field })),
      rows: pointRows({ ...table, rows }, definition, format).map(({ cells, point }) => ({
        cells: table.columns.map((column, at) => (at < groups ? format.label(cells[at], column) : format.full(cells[at], column))),
        selected: selected.length > 0 && strength(point, selected) === 1,
        ...(groups > 0 && { select: (additive: boolean) => environment.select(point, additive) }),
      })),
      fading: selected.length > 0,
      onLink: environment.followLink,
      total: withTotal
        ? table.columns.map((column, at) => (at === 0 && groups > 0 ? say('total') : format.full(table.total?.[at] ?? null, column)))
        : undefined,
      sort,
      onSort: environment.sortBy,
      onEnd: () => {
        const part = queryParts(definition, sort).main;
        if (!more || loading || !part) return;
        loading = true;
        environment.ask({ ...part, total: false, offset: rows.length }).then(
          (next) => {
            if (source !== table) return;
            rows = [...rows, ...next.rows];
            more = next.more && next.rows.length > 0;
            loading = false;
            draw(model, environment);
          },
          // The failure is shown and reported where it was asked; the rows that are here stay.
          () => (more = false),
        );
      },
    });
  };
  return { draw };
};
