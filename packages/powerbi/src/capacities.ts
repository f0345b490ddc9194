import { z } from 'zod';
import type { CallOptions, Caller } from './http.ts';
import { listOf } from './wire/shapes.ts';
import { capacity, feature } from './wire/capacities.ts';

/** A capacity as Power BI shows it; its switch is in Azure, see `createArm`. */
export type Capacity = z.infer<typeof capacity>;
/** A feature of the tenant, such as `embedTrial`. */
export type AvailableFeature = z.infer<typeof feature>;

/** Capacities and features (docs/reference/powerbi.md A8). Errors: `PowerBiError`. */
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
