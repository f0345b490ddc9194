import { z } from 'zod';
import { modelDefinition, reportDefinition } from '../definition.ts';
import { paginatedDefinition } from '../paginated/definition.ts';

const printItem = z.strictObject({
  page: z.string(),
  visual: z.string().optional(),
  bookmark: z.object({ name: z.string().optional(), state: z.string().optional() }).optional(),
});
/** A page, or one visual of it, with the bookmark that it is shown in. */
export type PrintItem = z.infer<typeof printItem>;

/** Formats of paginated reports that are made here (powerbi.md A3). */
export const paginatedFormats = ['PDF', 'PPTX', 'IMAGE', 'XLSX', 'CSV'] as const;

const paginatedJob = z.strictObject({
  paginated: paginatedDefinition,
  /** The model that types its parameters. */
  model: modelDefinition,
  parameters: z.array(z.strictObject({ name: z.string(), value: z.string().nullish() })),
  /** The pages that are wanted, counted from one. */
  first_page: z.number(),
  last_page: z.number().nullable(),
  locale: z.string(),
  format: z.enum(paginatedFormats),
  now_ms: z.number(),
});
export type PaginatedJob = z.infer<typeof paginatedJob>;

const printJob = z.strictObject({
  report: reportDefinition,
  items: z.array(printItem),
  filters: z.array(z.record(z.string(), z.unknown())),
  locale: z.string(),
  format: z.enum(['PDF', 'PPTX', 'PNG']),
  now_ms: z.number(),
});
export type PrintJob = z.infer<typeof printJob>;

const work = z.strictObject({
  job: z.union([printJob, paginatedJob]),
  model_id: z.string(),
  identity: z.strictObject({ username: z.string(), roles: z.array(z.string()), custom_data: z.string().optional() }).optional(),
});
/** What an export prints, and who asks for its data. */
export type Work = z.infer<typeof work>;

/** An export as its folder keeps it. */
export const exportRecord = z.strictObject({
  id: z.string(),
  workspace_id: z.string(),
  report_id: z.string(),
  report_name: z.string(),
  capacity_id: z.string(),
  created_at_ms: z.number(),
  pages: z.number(),
  done: z.number(),
  phase: z.enum(['waiting', 'printing', 'printed', 'failed']),
  /** Of the file, once it is there. */
  extension: z.string().optional(),
  /** It fails whatever it prints; with a wait the service was busy. */
  fault: z.strictObject({ retry_after_s: z.number().optional() }).optional(),
  /** While it is not over. */
  work: work.optional(),
});
export type Export = z.infer<typeof exportRecord>;
