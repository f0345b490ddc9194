/** Paginated reports as readable JSON files, `content/<workspace>/<name>.paginated.json`: a list over one model, with groups and parameters. */
import { z } from 'zod';
import { fieldRef } from '../model.ts';

const id = z.guid();
const columnRef = z.strictObject({ table: z.string(), column: z.string() });
const scalar = z.union([z.string(), z.number(), z.boolean()]);

const parameter = z.strictObject({
  /** As `parameterValues` names it: case-sensitive. */
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/),
  /** What stands beside its field. */
  prompt: z.string().min(1),
  /** What it filters; its type is that of the parameter. */
  column: columnRef,
  /** `in`: the rows with its values; `from` and `to`: those from it, or up to it. */
  condition: z.enum(['in', 'from', 'to']).default('in'),
  multi_value: z.boolean().default(false),
  /** Without a value the report waits for one; else no value stands for all. */
  required: z.boolean().default(true),
  default: z.array(scalar).default([]),
  /** What can be chosen: these values, or those of the column. Without it anything can be written. */
  available: z.union([z.literal('column'), z.array(scalar).min(1)]).optional(),
});
export type ParameterDefinition = z.infer<typeof parameter>;

export const paginatedDefinition = z.strictObject({
  id,
  name: z.string().min(1),
  description: z.string().optional(),
  /** The id of the model that it reads. */
  model: id,
  /** Over the first page. */
  title: z.string().min(1),
  subtitle: z.string().optional(),
  orientation: z.enum(['portrait', 'landscape']).default('portrait'),
  parameters: z.array(parameter).default([]),
  /** From the outermost; each has a heading before its rows and its totals after them. */
  groups: z.array(z.strictObject({ field: fieldRef, new_page: z.boolean().default(false) })).default([]),
  /** Columns of the model are what a row stands for, everything else is its numbers. */
  columns: z.array(z.strictObject({ heading: z.string().optional(), field: fieldRef, width: z.number().positive().default(1) })).min(1),
  /** Filters of powerbi-models' shape ($schema, target, …). */
  filters: z.array(z.record(z.string(), z.unknown())).default([]),
});
export type PaginatedDefinition = z.infer<typeof paginatedDefinition>;
