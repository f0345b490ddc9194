/** What is to be printed, as the service hands it to the thread that prints. */
import { z } from 'zod';
import { modelDefinition } from '../definitions/model.ts';
import { reportDefinition } from '../definitions/report.ts';
import { paginatedDefinition } from '../definitions/paginated/report.ts';

const printItem = z.strictObject({
  page: z.string(),
  visual: z.string().optional(),
  bookmark: z.object({ name: z.string().optional(), state: z.string().optional() }).optional(),
});
/** A page, or one visual of it, with the bookmark that it is shown in. */
export type PrintItem = z.infer<typeof printItem>;

/** Formats of paginated reports that are made here (docs/reference/powerbi.md A3). */
export const paginatedFormats = ['PDF', 'PPTX', 'IMAGE', 'XLSX', 'CSV'] as const;

export const paginatedJob = z.strictObject({
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

export const printJob = z.strictObject({
  report: reportDefinition,
  items: z.array(printItem),
  filters: z.array(z.record(z.string(), z.unknown())),
  locale: z.string(),
  format: z.enum(['PDF', 'PPTX', 'PNG']),
  now_ms: z.number(),
});
export type PrintJob = z.infer<typeof printJob>;
