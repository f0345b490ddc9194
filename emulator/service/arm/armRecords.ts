/** What the service keeps of its imitation of Azure, beside the capacities themselves. */
import { z } from 'zod';
import { transitionState } from '../capacity.ts';

export const autoScaleSku = z.object({
  name: z.string(),
  tier: z.literal('AutoScale').optional(),
  capacity: z.number().int().positive().optional(),
});
export const autoScaleTags = z.record(z.string(), z.string());
export const autoScaleLimits = z.object({ capacityLimit: z.number().int().positive().optional(), capacityObjectId: z.string().optional() });

/** V-cores that a capacity may take in addition; kept and shown, and without effect on anything. */
export const autoScaleShape = z.strictObject({
  name: z.string(),
  subscription_id: z.string(),
  resource_group: z.string(),
  location: z.string(),
  /** Object id of the service principal that made it. */
  owner: z.string(),
  sku: autoScaleSku,
  tags: autoScaleTags,
  properties: autoScaleLimits,
});
export type AutoScale = z.infer<typeof autoScaleShape>;

/** A change under way, polled by clients in either of ARM's two styles. */
export const operationShape = z.strictObject({
  id: z.string(),
  capacity_id: z.string(),
  state: transitionState,
  started_at_ms: z.number(),
  ends_at_ms: z.number(),
});
export type Operation = z.infer<typeof operationShape>;
