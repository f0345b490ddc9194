import { armState, isChanging } from '../capacities.ts';
import type { Capacity } from '../capacities.ts';
import { skuTiers } from './skus.ts';

/** Fabric tells the work in fewer words than the state (powerbi.md A9). */
const fabricProvisioning = (capacity: Capacity, isChangingNow: boolean): string => {
  const state = capacity.transition?.state;
  if (!isChangingNow) return 'Succeeded';
  return state === 'Provisioning' || state === 'Deleting' ? state : 'Updating';
};

/** A capacity as its Azure resource. */
export const capacityResource = (capacity: Capacity, now: number) => {
  const state = armState(capacity, now);
  return {
    id: `/subscriptions/${capacity.subscription_id}/resourceGroups/${capacity.resource_group}/providers/${capacity.provider}/capacities/${capacity.name}`,
    name: capacity.name,
    type: `${capacity.provider}/capacities`,
    location: capacity.location,
    tags: capacity.tags,
    sku: { name: capacity.sku, tier: skuTiers[capacity.provider] },
    properties: {
      // The providers differ: the older one says the same word twice (powerbi.md A9).
      provisioningState: capacity.provider === 'Microsoft.Fabric' ? fabricProvisioning(capacity, isChanging(capacity, now)) : state,
      state,
      administration: { members: capacity.admins },
      ...(capacity.provider === 'Microsoft.PowerBIDedicated' && { mode: 'Gen2' }),
    },
  };
};
