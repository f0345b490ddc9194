/** What visuals ask of a model, and what the engine answers. */
import type { EmbedError } from './embedError.ts';
import type { ColumnType, FieldRef } from './model.ts';

/** A value of a cell; dates as `YYYY-MM-DD`, datetimes ISO-8601, blanks null. */
export type Cell = string | number | boolean | null;

/** A filter of powerbi-models: basic, advanced, topN, relativeDate, include/exclude, tuple. */
export type ModelFilter = { $schema?: string; filterType?: number; target?: unknown } & Record<string, unknown>;

/** One visual's question. Filters of report, page, visual, slicers and cross-filter arrive merged as a list: all must hold. */
export type VisualQuery = {
  id: string;
  group_by: FieldRef[];
  values: FieldRef[];
  filters: ModelFilter[];
  order_by?: { field: FieldRef; direction: 'ascending' | 'descending' }[];
  limit?: number;
  offset?: number;
  /** Also answer one row that aggregates everything (totals of tables and matrices). */
  total?: boolean;
};

export type QueryResult =
  | {
      id: string;
      /** One per group_by and then per values, in order. */
      columns: { name: string; field: FieldRef; type: ColumnType; format?: string }[];
      /** Rows in the order of columns; dates as `YYYY-MM-DD`, datetimes ISO-8601, blanks null. */
      rows: Cell[][];
      total?: Cell[];
      /** True when `limit` cut rows off. */
      more: boolean;
    }
  | { id: string; error: EmbedError };

/** An answer that is none of a failure. */
export type QueryTable = Extract<QueryResult, { rows: unknown }>;
