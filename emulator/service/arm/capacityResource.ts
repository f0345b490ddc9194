import type { SentCapacityResource } from '@vitrine/powerbi/wire/arm.ts';
import { armState, isChanging } from '../capacity.ts';
import type { Capacity } from '../capacity.ts';
import { skuTiers } from './skus.ts';

/** Fabric tells the work in fewer words than the state (docs/reference/powerbi.md A9). */
const fabricProvisioning = (capacity: Capacity, isChangingNow: boolean): string => {
  const state = capacity.transition?.state;
  if (!isChangingNow) return 'Succeeded';
  return state === 'Provisioning' || state === 'Deleting' ? state : 'Updating';
};

/** A capacity as its Azure resource. */
export const capacityResource = (capacity: Capacity, tenant_id: string, now: number): SentCapacityResource => {
  const isOlder = capacity.provider === 'Microsoft.PowerBIDedicated';
  const state = armState(capacity, now);
  return {
    id: `/subscriptions/${capacity.subscription_id}/resourceGroups/${capacity.resource_group}/providers/${capacity.provider}/capacities/${capacity.name}`,
    name: capacity.name,
    type: `${capacity.provider}/capacities`,
    location: capacity.location,
    tags: capacity.tags,
    sku: { name: capacity.sku, tier: skuTiers[capacity.provider], ...(isOlder && { capacity: 1 }) },
    properties: {
      // The providers differ: the older one says the same word twice (docs/reference/powerbi.md A9).
      provisioningState: isOlder ? state : fabricProvisioning(capacity, isChanging(capacity, now)),
      state,
      administration: { members: capacity.admins },
      ...(isOlder && { mode: capacity.mode ?? 'Gen2', tenantId: tenant_id, friendlyName: capacity.name }),
    },
    ...(capacity.created && {
      systemData: {
        createdBy: capacity.created.by,
        createdByType: 'Application',
        createdAt: new Date(capacity.created.at_ms).toISOString(),
      },
    }),
  };
};
