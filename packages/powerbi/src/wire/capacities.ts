/** Capacities and features of the tenant (docs/reference/powerbi.md A8). */
import { z } from 'zod';
import { maybe } from './shapes.ts';
import type { Sent } from './shapes.ts';

export const capacity = z.object({
  id: z.string(),
  /** The name of the Azure resource; with the region the only link to it (docs/reference/powerbi.md A8). */
  displayName: z.string(),
  admins: maybe(z.array(z.string())),
  /** A1, F8, P1 and so on. */
  sku: z.string(),
  /** NotActivated, Active, Provisioning, ProvisionFailed, PreSuspended, Suspended, Deleting, Deleted, Invalid, UpdatingSku. */
  state: z.string(),
  region: maybe(z.string()),
  /** None, Assign or Admin. */
  capacityUserAccessRight: maybe(z.string()),
});
export const feature = z.object({
  name: z.string(),
  state: z.string(),
  extendedState: maybe(z.string()),
  /** Spent share of the trial embed tokens, in per cent. */
  additionalInfo: maybe(z.object({ usage: maybe(z.number()) })),
});
export type SentCapacity = Sent<typeof capacity>;
export type SentFeature = Sent<typeof feature>;
