import { z } from 'zod';
import { refreshRecord } from './refreshRecord.ts';
import { scheduleShape } from './schedule.ts';

const connectionDetails = z.record(z.string(), z.string());
const datasource = z.strictObject({
  datasourceType: z.string(),
  connectionDetails,
  datasourceId: z.string(),
  gatewayId: z.string(),
});
export type Datasource = z.infer<typeof datasource>;

export const datasetRights = [
  'None',
  'Read',
  'ReadExplore',
  'ReadReshare',
  'ReadReshareExplore',
  'ReadWrite',
  'ReadWriteExplore',
  'ReadWriteReshare',
  'ReadWriteReshareExplore',
] as const;
export type DatasetRight = (typeof datasetRights)[number];

/** Whom a dataset was shared with, beside those who belong to its workspace. */
const datasetUser = z.strictObject({
  identifier: z.string(),
  principalType: z.enum(['User', 'Group', 'App']),
  datasetUserAccessRight: z.enum(datasetRights),
});
export type DatasetUser = z.infer<typeof datasetUser>;

const scaleOut = z.strictObject({ autoSyncReadOnlyReplicas: z.boolean(), maxReadOnlyReplicas: z.number() });

/** What the service knows of a dataset beside its definition. */
export const datasetState = z.strictObject({
  /** Object id of the principal that may change schedule, parameters and data sources. */
  owner: z.string(),
  created_at_ms: z.number(),
  target_storage_mode: z.enum(['Abf', 'PremiumFiles']).default('Abf'),
  schedule: scheduleShape,
  direct_query_schedule: z.record(z.string(), z.unknown()).optional(),
  /** Scheduled refreshes are entered up to this moment. */
  scheduled_until_ms: z.number(),
  refreshes: z.array(refreshRecord).default([]),
  /** Values that differ from the model's definition. */
  parameters: z.record(z.string(), z.string()).default({}),
  datasources: z.array(datasource).optional(),
  users: z.array(datasetUser).default([]),
  query_scale_out: scaleOut.default({ autoSyncReadOnlyReplicas: true, maxReadOnlyReplicas: 0 }),
});
export type DatasetState = z.infer<typeof datasetState>;
