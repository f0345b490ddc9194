/** Reports as files: what is asked for, and how far it is (docs/reference/powerbi.md A3). */
import { z } from 'zod';
import { identities } from './embedTokens.ts';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const exported = z.object({
  /** Opaque. */
  id: z.string(),
  /** NotStarted, Running, Succeeded or Failed. */
  status: z.string(),
  percentComplete: maybe(z.number()),
  reportName: maybe(z.string()),
  /** `.pdf`, `.pptx`, `.png`, or `.zip` for a PNG of several pages; `.xlsx`, `.csv` and the like for a paginated report. */
  resourceFileExtension: maybe(z.string()),
  /** Until when the file can be fetched. */
  expirationTime: maybe(z.string()),
});
export type SentExport = Sent<typeof exported>;

const exportFormats = ['PDF', 'PPTX', 'PNG'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** By its name in the report, or the state that `bookmarksManager.capture` gave. */
const bookmark = z.object({ name: z.string().optional(), state: z.string().optional() });

/** `POST …/ExportTo` of a report with pages: at most 50 pages and visuals; without them every page that is not hidden. */
export const exportRequest = z.object({
  format: z.string().toUpperCase().pipe(z.enum(exportFormats, 'must be PDF, PPTX or PNG for a report of this kind')),
  powerBIReportConfiguration: z
    .object({
      settings: z.object({ locale: z.string().nullish(), includeHiddenPages: z.boolean().nullish() }).nullish(),
      pages: z
        .array(z.object({ pageName: z.string(), visualName: z.string().nullish(), bookmark: bookmark.nullish() }))
        .min(1)
        .nullish(),
      defaultBookmark: bookmark.nullish(),
      reportLevelFilters: z
        .array(z.object({ filter: z.string() }))
        .max(1, 'takes one filter only')
        .nullish(),
      datasetToBind: z.guid().nullish(),
      identities,
    })
    .nullish(),
});

const paginatedExportFormats = ['PDF', 'PPTX', 'XLSX', 'DOCX', 'CSV', 'XML', 'MHTML', 'IMAGE', 'ACCESSIBLEPDF'] as const;

/** Pages are given as texts, from one. */
const page = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be the number of a page')
  .transform(Number);

/** `POST …/ExportTo` of a paginated report. A parameter with several values comes several times. */
export const paginatedExportRequest = z.object({
  format: z.enum(paginatedExportFormats),
  paginatedReportConfiguration: z
    .object({
      formatSettings: z
        .looseObject({
          OutputFormat: z.string().optional(),
          StartPage: page.optional(),
          EndPage: page.optional(),
        })
        .nullish(),
      parameterValues: z.array(z.object({ name: z.string(), value: z.string().nullish() })).nullish(),
      locale: z.string().nullish(),
      identities,
    })
    .nullish(),
});
