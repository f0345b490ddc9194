/**
 * What a workspace of the local reporting service consists of, as readable JSON files:
 * `content/<workspace>/workspace.json`, `<name>.model.json`, `<name>.report.json`, `<name>.paginated.json`.
 * A further report is one further file. Words follow Power BI's own (model, measure, role, visual).
 */
import { z } from 'zod';
import type { Dashboard } from './dashboards.ts';
import type { PaginatedDefinition } from './paginated/definition.ts';

const id = z.guid();
/** Page and visual names travel unescaped in the embed protocol's URLs (powerbi.md B5). */
const urlName = z.string().regex(/^[A-Za-z0-9_]{1,60}$/);

export const columnType = z.enum(['text', 'integer', 'number', 'boolean', 'date', 'datetime']);
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
  /** `package`: a file below node_modules; `file`: beside the model; `generated`: a generator of src/models/generators. */
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

const layout = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
  z: z.number().optional(),
});

export const visualType = z.enum([
  'card',
  'kpi',
  'clusteredBarChart',
  'clusteredColumnChart',
  'stackedColumnChart',
  'lineChart',
  'areaChart',
  'pieChart',
  'donutChart',
  'scatterChart',
  'map',
  'tableEx',
  'pivotTable',
  'slicer',
  'textbox',
  'actionButton',
]);

const visual = z.strictObject({
  name: urlName,
  type: visualType,
  title: z.string().default(''),
  layout,
  /** Place in the phone layout; a page has a phone layout when any visual has one. */
  mobile_layout: layout.optional(),
  /** Roles of the fields: category (axis, rows, slicer field), series (legend, matrix columns), values, latitude/longitude/size for points. */
  category: z.array(fieldRef).default([]),
  series: z.array(fieldRef).default([]),
  values: z.array(fieldRef).default([]),
  sort: z.strictObject({ field: fieldRef, direction: z.enum(['ascending', 'descending']) }).optional(),
  top: z.number().int().positive().optional(),
  /** Slicers: how to choose. */
  slicer: z.strictObject({ mode: z.enum(['list', 'dropdown', 'range', 'date']), single: z.boolean().default(false) }).optional(),
  /** Buttons: where a press leads, beside telling the host; the title is what stands on them. */
  action: z.strictObject({ kind: z.enum(['page', 'bookmark']), target: urlName }).optional(),
  /** Text boxes: plain text, one paragraph a line. */
  text: z.string().optional(),
  /** Filters of powerbi-models' shape ($schema, target, …). */
  filters: z.array(z.record(z.string(), z.unknown())).default([]),
  hidden: z.boolean().optional(),
});
export type VisualDefinition = z.infer<typeof visual>;

const page = z.strictObject({
  name: urlName,
  display_name: z.string().min(1),
  hidden: z.boolean().default(false),
  width: z.number().default(1280),
  height: z.number().default(720),
  mobile_width: z.number().default(324),
  mobile_height: z.number().default(980),
  filters: z.array(z.record(z.string(), z.unknown())).default([]),
  visuals: z.array(visual),
});
export type PageDefinition = z.infer<typeof page>;

export const reportDefinition = z.strictObject({
  id,
  name: z.string().min(1),
  description: z.string().optional(),
  /** The id of the model that the report reads. */
  model: id,
  filters: z.array(z.record(z.string(), z.unknown())).default([]),
  pages: z.array(page).min(1),
  bookmarks: z
    .array(
      z.strictObject({
        name: urlName,
        display_name: z.string(),
        page: urlName,
        filters: z.array(z.record(z.string(), z.unknown())).default([]),
      }),
    )
    .default([]),
  /** Data colours and the like, in the shape of a Power BI theme file. */
  theme: z.record(z.string(), z.unknown()).optional(),
});
export type ReportDefinition = z.infer<typeof reportDefinition>;

export const workspaceDefinition = z.strictObject({
  id,
  name: z.string().min(1),
  capacity_id: id.optional(),
});
export type WorkspaceDefinition = z.infer<typeof workspaceDefinition>;

/** A workspace folder, read. */
export type WorkspaceContent = {
  dashboards?: Dashboard[];
  workspace: WorkspaceDefinition;
  directory: string;
  models: ModelDefinition[];
  reports: ReportDefinition[];
  paginated?: PaginatedDefinition[];
};
