import { z } from 'zod';
import { demoSubscription } from '../definitions/demo.ts';

export const transitionState = z.enum(['Provisioning', 'Pausing', 'Resuming', 'Scaling', 'Deleting']);

/** A capacity as Power BI and Azure both see it. */
export const capacityShape = z.strictObject({
  id: z.guid().toLowerCase(),
  name: z.string(),
  provider: z.enum(['Microsoft.Fabric', 'Microsoft.PowerBIDedicated']),
  sku: z.string(),
  location: z.string(),
  subscription_id: z.string(),
  resource_group: z.string(),
  /** Object ids of service principals and mail addresses of people. */
  admins: z.array(z.string()),
  /** Who made it in Azure, and when. */
  created: z.strictObject({ by: z.string(), at_ms: z.number() }).optional(),
  tags: z.record(z.string(), z.string()),
  workloads: z
    .record(
      z.string(),
      z.object({ state: z.enum(['Disabled', 'Enabled', 'Unsupported']), maxMemoryPercentageSetByUser: z.number().optional() }),
    )
    .optional(),
  mode: z.enum(['Gen1', 'Gen2']).optional(),
  /** The resting state, and the way to it while one is under way. */
  paused: z.boolean(),
  transition: z.strictObject({ state: transitionState, ends_at_ms: z.number() }).optional(),
  /** Paid for up to a moment, in US dollars. */
  spent_usd: z.number().default(0),
  spent_until_ms: z.number().optional(),
});
export type Capacity = z.infer<typeof capacityShape>;

/** How long a change takes by the service's clock. The cloud needs seconds to minutes. */
export const transitionMs = 4_000;

export const isChanging = (capacity: Capacity, now: number): boolean => (capacity.transition?.ends_at_ms ?? 0) > now;

/** The `state` of the Azure resource (docs/reference/powerbi.md A9). */
export const armState = (capacity: Capacity, now: number): string => {
  const { transition } = capacity;
  if (transition && isChanging(capacity, now)) {
    // Fabric prepares before it scales.
    const isPreparing = transition.state === 'Scaling' && transition.ends_at_ms - now > transitionMs / 2;
    return isPreparing && capacity.provider === 'Microsoft.Fabric' ? 'Preparing' : transition.state;
  }
  if (capacity.paused) return 'Paused';
  return capacity.provider === 'Microsoft.Fabric' ? 'Active' : 'Succeeded';
};

/** The `state` that Power BI shows (docs/reference/powerbi.md A8). */
export const powerBiState = (capacity: Capacity, now: number): string => {
  const transition = isChanging(capacity, now) ? capacity.transition?.state : undefined;
  if (transition === 'Scaling') return 'UpdatingSku';
  if (transition === 'Provisioning' || transition === 'Deleting') return transition;
  return capacity.paused ? 'Suspended' : 'Active';
};

/** Capacities for the ids that workspaces name, and one A SKU without workspaces, so that both Azure providers have one. */
export const capacitiesFor = (ids: Iterable<string>, admin: string): Map<string, Capacity> => {
  const common = { ...demoSubscription, admins: [admin], tags: {}, paused: false, spent_usd: 0 };
  const fabric = [...new Set(ids)].map((id, i): Capacity => ({
    ...common,
    id,
    name: `vitrinefabric${i + 1}`,
    provider: 'Microsoft.Fabric',
    sku: 'F8',
  }));
  const embedded: Capacity = {
    ...common,
    id: 'e1a40d5b-6c72-4f98-b3d0-9f5e2c7a8164',
    name: 'vitrineembedded',
    provider: 'Microsoft.PowerBIDedicated',
    sku: 'A1',
  };
  return new Map([...fabric, embedded].map((capacity) => [capacity.id.toLowerCase(), capacity]));
};
