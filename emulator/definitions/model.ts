/** A semantic model as readable JSON, `<name>.model.json`. Words follow Power BI's own (model, measure, role). */
import { z } from 'zod';

const id = z.guid();

const columnType = z.enum(['text', 'integer', 'number', 'boolean', 'date', 'datetime']);
export type ColumnType = z.infer<typeof columnType>;

/** A display format: `#,0` | `#,0.00` | `0.0%` | `R$ #,0` | `R$ #,0.00` | `dd/mm/yyyy` | `mmm yyyy` and the like. */
const format = z.string().max(40);

const column = z.strictObject({
  name: z.string().min(1),
  type: columnType,
  /** DuckDB expression over the source's columns; without it the source column of the same name. */
  sql: z.string().optional(),
  format: format.optional(),
  hidden: z.boolean().optional(),
  /** Sort this column by another one of the table (month names by month number). */
  sort_by: z.string().optional(),
});

/** DuckDB query over `source` (the file as it is) for files that are not one record a row: `SELECT unnest(features) …`. */
const sourceQuery = z.string().optional();

const table = z.strictObject({
  name: z.string().min(1),
  /** `package`: a file below node_modules; `file`: beside the model; `generated`: a generator of the engine. */
  source: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('package'), path: z.string(), query: sourceQuery }),
    z.strictObject({ kind: z.literal('file'), path: z.string(), query: sourceQuery }),
    z.strictObject({ kind: z.literal('generated'), generator: z.string(), table: z.string() }),
  ]),
  columns: z.array(column).min(1),
});

const measure = z.strictObject({
  name: z.string().min(1),
  table: z.string(),
  /** A DAX scalar expression, such as `DIVIDE(SUM(Sales[Amount]), COUNTROWS(Sales))`. */
  expression: z.string(),
  format: format.optional(),
});

const role = z.strictObject({
  name: z.string().min(1).max(50),
  /** DAX row filters by table, such as `Store[Region] = "Sul"` or `Store[Manager] = USERPRINCIPALNAME()`. */
  filters: z.array(z.strictObject({ table: z.string(), expression: z.string() })).min(1),
});

const parameter = z.strictObject({
  name: z.string().min(1),
  type: z.enum(['Text', 'Number', 'Logical', 'Date', 'DateTime', 'Any', 'Binary']).default('Text'),
  required: z.boolean().default(true),
  value: z.string().optional(),
  suggested: z.array(z.string()).default([]),
});

export const modelDefinition = z.strictObject({
  id,
  name: z.string().min(1),
  description: z.string().optional(),
  tables: z.array(table).min(1),
  /** Many-to-one: filters flow from the `to` table to the `from` table. */
  relationships: z
    .array(
      z.strictObject({
        from: z.strictObject({ table: z.string(), column: z.string() }),
        to: z.strictObject({ table: z.string(), column: z.string() }),
        /** False for one that only USERELATIONSHIP follows. */
        active: z.boolean().optional(),
      }),
    )
    .default([]),
  measures: z.array(measure).default([]),
  roles: z.array(role).default([]),
  /** Parameters of its queries; names are case-sensitive. */
  parameters: z.array(parameter).default([]),
});
export type ModelDefinition = z.infer<typeof modelDefinition>;

/** A field of the model as a visual uses it: a column (grouped, or aggregated) or a measure. */
export const fieldRef = z.union([
  z.strictObject({ table: z.string(), column: z.string(), grain: z.enum(['year', 'quarter', 'month', 'week', 'day']).optional() }),
  z.strictObject({
    table: z.string(),
    column: z.string(),
    aggregation: z.enum(['sum', 'average', 'min', 'max', 'count', 'distinct_count']),
  }),
  z.strictObject({ table: z.string(), measure: z.string() }),
]);
export type FieldRef = z.infer<typeof fieldRef>;
