import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { path } from './http.ts';
import { listOf, maybe } from './lists.ts';

const report = z.object({
  id: z.string(),
  name: z.string(),
  /** PowerBIReport or PaginatedReport. */
  reportType: maybe(z.string()),
  webUrl: maybe(z.string()),
  /** Used as it is: it names the cluster, and its host decides whether `powerbi-client` accepts it. */
  embedUrl: z.string(),
  /** Absent on paginated reports. */
  datasetId: maybe(z.string()),
  /** Present when the dataset lives in another workspace. */
  datasetWorkspaceId: maybe(z.string()),
  description: maybe(z.string()),
});
/** A report (powerbi.md A3). */
export type Report = z.infer<typeof report>;

const reportPage = z.object({
  name: z.string(),
  displayName: maybe(z.string()),
  /** Microsoft's example shows a text. */
  order: maybe(z.coerce.number()),
});
/** A page of a report; `name` is what embedding and export address it by. */
export type ReportPage = z.infer<typeof reportPage>;

/** Reports of a workspace (powerbi.md A3). Errors: `PowerBiError`. */
export const reportCalls = (call: Caller) => ({
  /** `GET /groups/{workspace}/reports`, all of them. */
  list: (workspaceId: string, options: CallOptions = {}): Promise<Report[]> =>
    call({ method: 'GET', path: path`groups/${workspaceId}/reports`, reply: listOf(report), signal: options.signal }),

  /** `GET /groups/{workspace}/reports/{id}`. */
  get: (workspaceId: string, reportId: string, options: CallOptions = {}): Promise<Report> =>
    call({ method: 'GET', path: path`groups/${workspaceId}/reports/${reportId}`, reply: report, signal: options.signal }),

  /** `GET /groups/{workspace}/reports/{id}/pages`, hidden pages too. */
  pages: (workspaceId: string, reportId: string, options: CallOptions = {}): Promise<ReportPage[]> =>
    call({ method: 'GET', path: path`groups/${workspaceId}/reports/${reportId}/pages`, reply: listOf(reportPage), signal: options.signal }),
});
