import { z } from 'zod';
import { autoScaleShape } from '../arm/armRecords.ts';
import { operationShape } from '../arm/armRecords.ts';
import { capacityShape } from '../capacity.ts';
import { dashboardDefinition } from '../../definitions/dashboard.ts';
import { directoryShape } from '../directory/directory.ts';
import { datasetState } from '../datasets/datasetRecord.ts';
import { modelDefinition } from '../../definitions/model.ts';
import { reportDefinition } from '../../definitions/report.ts';
import { importRecord } from '../imports/importRecord.ts';
import { paginatedDefinition } from '../../definitions/paginated/report.ts';

const id = z.guid().toLowerCase();

const member = z.strictObject({
  /** Object id of a service principal or group, mail address of a person. */
  identifier: z.string(),
  displayName: z.string(),
  principalType: z.enum(['User', 'Group', 'App']),
  groupUserAccessRight: z.enum(['None', 'Viewer', 'Contributor', 'Member', 'Admin']),
  emailAddress: z.string().optional(),
  profile: z.strictObject({ id, displayName: z.string() }).optional(),
});

const workspace = z.strictObject({
  id,
  name: z.string().min(1),
  capacity_id: id.optional(),
  storage_format: z.enum(['Small', 'Large']).default('Small'),
  /** Without it the first application is Admin. */
  members: z.array(member).optional(),
  /** By id what the content folder holds, in full what it does not. */
  models: z.array(z.union([id, modelDefinition])).default([]),
  reports: z.array(z.union([id, reportDefinition])).default([]),
  paginated: z.array(z.union([id, paginatedDefinition])).default([]),
  dashboards: z.array(dashboardDefinition).default([]),
  assignment: z.strictObject({ capacity_id: z.string(), started_at_ms: z.number() }).optional(),
});

/**
 * A whole tenant as one JSON file: what the service keeps over a restart, and what a fixture describes.
 * Everything but the workspaces may be left out.
 */
export const tenantDocument = z.strictObject({
  version: z.literal(1).default(1),
  /** How far the service's clock is ahead of the machine's. */
  clock_ahead_ms: z.number().default(0),
  workspaces: z.array(workspace),
  /** Without it: one for each that a workspace names, and one without workspaces. */
  capacities: z.array(capacityShape).optional(),
  operations: z.array(operationShape).default([]),
  /** Where the data of models lies that are given in full: relative to the file. */
  model_directories: z.record(z.string(), z.string()).default({}),
  datasets: z.record(z.string(), datasetState).default({}),
  profiles: z.array(z.strictObject({ id, displayName: z.string(), object_id: z.string() })).default([]),
  imports: z.array(importRecord).default([]),
  trial_tokens_spent: z.record(z.string(), z.number()).default({}),
  auto_scales: z.array(autoScaleShape).default([]),
  scans: z
    .array(z.strictObject({ id, created_at_ms: z.number(), workspaces: z.array(id), schema: z.boolean().default(false) }))
    .default([]),
  /** Without it: the people and groups that the service was started with. */
  directory: directoryShape.optional(),
  /** Content that was known when this was written; what has come since is added. */
  known_content: z.array(z.string()).optional(),
});
export type TenantDocument = z.infer<typeof tenantDocument>;
export type TenantInput = z.input<typeof tenantDocument>;
