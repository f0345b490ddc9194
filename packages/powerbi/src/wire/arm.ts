/** A capacity as its Azure resource (docs/reference/powerbi.md A9). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const capacityResource = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  location: z.string(),
  tags: maybe(z.record(z.string(), z.string())),
  sku: z.object({ name: z.string(), tier: maybe(z.string()), capacity: maybe(z.number()) }),
  properties: z.object({
    provisioningState: maybe(z.string()),
    state: maybe(z.string()),
    administration: maybe(z.object({ members: maybe(z.array(z.string())) })),
  }),
  systemData: maybe(z.object({ createdBy: maybe(z.string()), createdByType: maybe(z.string()), createdAt: maybe(z.string()) })),
});
export type SentCapacityResource = Sent<typeof capacityResource>;

const sku = z.object({ name: z.string(), tier: z.string().optional() });
const administration = z.object({ members: z.array(z.string()).min(1) });
/** The generation of the older provider's capacities. */
const mode = z.enum(['Gen1', 'Gen2']).optional();

/** `PATCH` of a capacity: what changes. */
export const capacityUpdate = z.object({
  sku: sku.optional(),
  tags: z.record(z.string(), z.string()).optional(),
  properties: z.object({ administration: administration.optional(), mode }).optional(),
});

/** `PUT` of a capacity that is not there yet. */
export const capacityCreation = z.object({
  location: z.string().min(1),
  sku,
  tags: z.record(z.string(), z.string()).optional(),
  properties: z.object({ administration, mode }),
});
