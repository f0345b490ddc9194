/** A report as readable JSON, `<name>.report.json`. Words follow Power BI's own (page, visual, bookmark). */
import { z } from 'zod';
import { fieldRef } from './model.ts';

const id = z.guid();
/** Page and visual names travel unescaped in the embed protocol's URLs (docs/reference/powerbi.md B5). */
const urlName = z.string().regex(/^[A-Za-z0-9_]{1,60}$/);

const layout = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
  z: z.number().optional(),
});

const visualType = z.enum([
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
