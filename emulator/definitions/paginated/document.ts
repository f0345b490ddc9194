import type { ColumnType } from '../model.ts';
import type { QueryResult, Cell } from '../queries.ts';
import type { PaginatedDefinition } from './report.ts';

type Answered = Extract<QueryResult, { columns: unknown }>;

/** A column of an answer: what its values are written by. */
export type AnswerColumn = Answered['columns'][number];

/** `level` counts groups from the outermost; the totals of everything have the level -1. */
export type Line =
  | { kind: 'group'; level: number; value: Cell; new_page: boolean }
  | { kind: 'row'; cells: Cell[] }
  | { kind: 'total'; level: number; value: Cell; cells: Cell[] };

/** A parameter as the reader meets it. */
export type ShownParameter = {
  name: string;
  prompt: string;
  column: AnswerColumn;
  condition: 'in' | 'from' | 'to';
  multi_value: boolean;
  required: boolean;
  /** Null: anything can be written. */
  available: Cell[] | null;
  chosen: Cell[];
};

/** A report filled with data, not yet cut into pages. */
export type PaginatedDocument = {
  title: string;
  subtitle?: string;
  orientation: 'portrait' | 'landscape';
  columns: { heading: string; width: number; numeric: boolean; column: AnswerColumn }[];
  groups: AnswerColumn[];
  lines: Line[];
  /** There were more rows than a report takes. */
  cut: boolean;
};

const numeric = new Set<ColumnType>(['integer', 'number']);
const keyOf = (cells: Cell[]): string => JSON.stringify(cells);

type Answers = { rows: Answered; totals: Answered[]; all: Answered | undefined };

/** Lines of groups, rows and totals in their order. `totals` has one answer a group, from the outermost. */
export const composeDocument = (definition: PaginatedDefinition, { rows, totals, all }: Answers): PaginatedDocument => {
  const { title, subtitle, orientation, groups } = definition;
  const depth = groups.length;
  const isValue = definition.columns.map(({ field }) => 'measure' in field || 'aggregation' in field);
  const described = isValue.filter((value) => !value).length;
  /** Where a column of the report stands in an answer with so many columns before its values. */
  const places = (before: number, withRows: boolean): (number | undefined)[] => {
    let [own, value] = [before, before + (withRows ? described : 0)];
    return isValue.map((one) => (one ? value++ : withRows ? own++ : undefined));
  };
  const cellsOf = (row: Cell[], at: (number | undefined)[]): Cell[] =>
    at.map((place) => (place === undefined ? null : (row[place] ?? null)));
  const rowPlaces = places(depth, true);
  const known = totals.map(
    (answer, level) => new Map(answer.rows.map((row) => [keyOf(row.slice(0, level + 1)), cellsOf(row, places(level + 1, false))] as const)),
  );

  const lines: Line[] = [];
  let open: Cell[] = [];
  const close = (until: number): void => {
    for (let level = open.length - 1; level >= until; level--) {
      const cells = known[level]?.get(keyOf(open.slice(0, level + 1)));
      if (cells) lines.push({ kind: 'total', level, value: open[level] ?? null, cells });
    }
    open = open.slice(0, until);
  };
  for (const row of rows.rows) {
    let same = 0;
    while (same < open.length && open[same] === row[same]) same++;
    if (same < depth) close(same);
    for (let level = open.length; level < depth; level++) {
      const value = row[level] ?? null;
      lines.push({ kind: 'group', level, value, new_page: groups[level]?.new_page === true });
      open.push(value);
    }
    lines.push({ kind: 'row', cells: cellsOf(row, rowPlaces) });
  }
  close(0);
  const [overall] = all?.rows ?? [];
  if (overall && lines.length > 0) lines.push({ kind: 'total', level: -1, value: null, cells: cellsOf(overall, places(0, false)) });

  return {
    title,
    ...(subtitle !== undefined && { subtitle }),
    orientation,
    columns: definition.columns.flatMap(({ heading, width }, at) => {
      const column = rows.columns[rowPlaces[at] ?? -1];
      return column ? [{ heading: heading ?? column.name, width, numeric: isValue[at] === true && numeric.has(column.type), column }] : [];
    }),
    groups: rows.columns.slice(0, depth),
    lines,
    cut: rows.more,
  };
};
