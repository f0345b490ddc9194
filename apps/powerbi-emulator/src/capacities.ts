import { demoSubscription } from './demo.ts';

/** A capacity as Power BI and Azure both see it. */
export type Capacity = {
  id: string;
  name: string;
  provider: 'Microsoft.Fabric' | 'Microsoft.PowerBIDedicated';
  sku: string;
  location: string;
  subscription_id: string;
  resource_group: string;
  /** Object ids of service principals and mail addresses of people. */
  admins: string[];
  tags: Record<string, string>;
  /** The resting state, and the way to it while one is under way. */
  paused: boolean;
  transition?: { state: 'Pausing' | 'Resuming' | 'Scaling'; ends_at_ms: number };
};

/** How long a change takes by the service's clock. The cloud needs seconds to minutes. */
export const transitionMs = 4_000;

export const isChanging = (capacity: Capacity, now: number): boolean => (capacity.transition?.ends_at_ms ?? 0) > now;

/** The `state` of the Azure resource (powerbi.md A9). */
export const armState = (capacity: Capacity, now: number): string => {
  if (capacity.transition && isChanging(capacity, now)) return capacity.transition.state;
  if (capacity.paused) return 'Paused';
  return capacity.provider === 'Microsoft.Fabric' ? 'Active' : 'Succeeded';
};

/** The `state` that Power BI shows (powerbi.md A8). */
export const powerBiState = (capacity: Capacity, now: number): string => {
  if (capacity.transition?.state === 'Scaling' && isChanging(capacity, now)) return 'UpdatingSku';
  return capacity.paused ? 'Suspended' : 'Active';
};

/** Capacities for the ids that workspaces name, and one A SKU without workspaces, so that both Azure providers have one. */
export const capacitiesFor = (ids: Iterable<string>, admin: string): Map<string, Capacity> => {
  const common = { ...demoSubscription, admins: [admin], tags: {}, paused: false };
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
  return new Map([...fabric, embedded].map((capacity) => [capacity.id, capacity]));
};
