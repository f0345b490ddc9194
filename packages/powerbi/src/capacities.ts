import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { listOf, maybe } from './lists.ts';

const capacity = z.object({
  id: z.string(),
  /** The name of the Azure resource; with the region the only link to it (powerbi.md A8). */
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
/** A capacity as Power BI shows it; its switch is in Azure, see `createArm`. */
export type Capacity = z.infer<typeof capacity>;

const feature = z.object({
  name: z.string(),
  state: z.string(),
  extendedState: maybe(z.string()),
  /** Spent share of the trial embed tokens, in per cent. */
  additionalInfo: maybe(z.object({ usage: maybe(z.number()) })),
});
/** A feature of the tenant, such as `embedTrial`. */
export type AvailableFeature = z.infer<typeof feature>;

/** Capacities and features (powerbi.md A8). Errors: `PowerBiError`. */
export const capacityCalls = (call: Caller) => ({
  capacities: {
    /** `GET /capacities`: those on which the service principal has a right. */
    list: (options: CallOptions = {}): Promise<Capacity[]> =>
      call({ method: 'GET', path: 'capacities', reply: listOf(capacity), signal: options.signal }),
  },
  availableFeatures: {
    /** `GET /availableFeatures`. */
    list: (options: CallOptions = {}): Promise<AvailableFeature[]> =>
      call({
        method: 'GET',
        path: 'availableFeatures',
        reply: z.object({ features: z.array(feature) }).transform((answer) => answer.features),
        signal: options.signal,
      }),
  },
});
