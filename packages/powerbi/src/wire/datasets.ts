/** Datasets (docs/reference/powerbi.md A4). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const properties = z.object({
  id: z.string(),
  name: z.string(),
  configuredBy: maybe(z.string()),
  addRowsAPIEnabled: maybe(z.boolean()),
  isRefreshable: maybe(z.boolean()),
  /** An embed token needs an effective identity. */
  isEffectiveIdentityRequired: maybe(z.boolean()),
  /** That identity needs roles. */
  isEffectiveIdentityRolesRequired: maybe(z.boolean()),
  isOnPremGatewayRequired: maybe(z.boolean()),
  targetStorageMode: maybe(z.string()),
  createdDate: maybe(z.string()),
  webUrl: maybe(z.string()),
  createReportEmbedURL: maybe(z.string()),
  qnaEmbedURL: maybe(z.string()),
});
export type SentDataset = Sent<typeof properties>;
