/** Reports, their pages and data sources (docs/reference/powerbi.md A3). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const report = z.object({
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
export const reportPage = z.object({
  name: z.string(),
  displayName: maybe(z.string()),
  /** Microsoft's example shows a text. */
  order: maybe(z.coerce.number()),
});
export const source = z.object({
  datasourceType: maybe(z.string()),
  connectionDetails: maybe(z.object({ server: maybe(z.string()), database: maybe(z.string()) })),
});
export type SentReport = Sent<typeof report>;
export type SentReportPage = Sent<typeof reportPage>;
export type SentReportSource = Sent<typeof source>;
