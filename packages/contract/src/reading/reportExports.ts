/** Reports as files: exactly what is on the screen, made in the background, kept for a day (docs/reference/product-rules.md 12). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

const use = { capability: 'report_export', right: 'use' } as const;

const exportFormats = ['PDF', 'PPTX', 'PNG', 'XLSX', 'CSV'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** What each kind of report can become. */
export const exportFormatsOf: Record<'report' | 'paginated', readonly ExportFormat[]> = {
  report: ['PDF', 'PPTX', 'PNG'],
  paginated: ['PDF', 'XLSX', 'CSV', 'PPTX'],
};
/** Formats that a watermark can be drawn on; where watermarks are on, only these can be exported. */
export const markableFormats: readonly ExportFormat[] = ['PDF', 'PPTX'];

/** How long an exported file is kept. */
export const exportKeptHours = 24;
/** The service's limit of pages per export. */
export const exportPagesLimit = 50;

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'invalid');

const reportExport = z.object({
  id,
  report_id: id,
  title: z.string(),
  format: z.enum(exportFormats),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  percent: z.number(),
  /** Why it failed, in the caller's language. */
  reason: z.string().nullable(),
  /** Where the file is fetched; null while there is none. */
  address: z.string().nullable(),
  file_name: z.string().nullable(),
  size: z.number().nullable(),
  created_at: moment,
});
export type ReportExport = z.infer<typeof reportExport>;

export const add = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/exports',
  can: use,
  summary: 'Makes a file of a report as it is on the screen; one at a time per person',
  audit: 'report_export.add',
  status: 202,
  body: z.strictObject({
    format: z.enum(exportFormats),
    /** The service's name of the page; null: every page. */
    page: text(200).nullable().default(null),
    /** What `bookmarksManager.capture` gave. */
    state: text(200_000).nullable().default(null),
  }),
  answer: reportExport,
});

/** The browser makes this file with `powerbi-client`. It asks for this log entry first, and offers the file only when the entry is written. */
export const noteData = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/data_exports',
  can: use,
  summary: 'Writes down that the data behind a visual are taken away, for whoever may export the report',
  audit: 'report.export_data',
  body: z.strictObject({ visual: text(500) }),
});

export const list = endpoint({
  method: 'GET',
  path: '/api/report_exports',
  can: use,
  summary: 'The caller’s exports of the last day, the latest first',
  answer: z.object({ data: z.array(reportExport) }),
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/report_exports/:export_id',
  can: use,
  summary: 'Forgets an export and its file',
});
