/** What the portal asks of Azure about a capacity, and Azure's refusals as words of the portal. */
import type { Arm, CapacityReference, CapacityResource } from '@vitrine/powerbi/arm.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import { fail } from '#platform/http/fail.ts';
import type { Calling } from './powerbiCalls.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';

type AzureState = 'active' | 'pausing' | 'paused' | 'resuming' | 'scaling' | 'failed';
export type AzureCapacity = { name: string; resource_group: string; subscription_id: string; sku: string; state: AzureState };
type AzurePlace = Pick<AzureCapacity, 'name' | 'resource_group' | 'subscription_id' | 'sku'>;

export type CapacityCalls = {
  /** Every capacity of the subscription that the account sees. */
  azureCapacities: (account: ReportingAccount, subscriptionId: string) => Promise<AzureCapacity[]>;
  azureCapacity: (account: ReportingAccount, place: AzurePlace) => Promise<AzureCapacity>;
  /** Begins it; `azureCapacity` tells when it is done. */
  turnCapacity: (account: ReportingAccount, place: AzurePlace, to: 'resume' | 'pause') => Promise<void>;
  scaleCapacity: (account: ReportingAccount, place: AzurePlace, sku: string) => Promise<void>;
};

const states: Record<string, AzureState> = {
  Active: 'active',
  Succeeded: 'active',
  Paused: 'paused',
  Suspended: 'paused',
  Pausing: 'pausing',
  Suspending: 'pausing',
  Resuming: 'resuming',
  Provisioning: 'resuming',
  Failed: 'failed',
};

const providers = ['Microsoft.Fabric', 'Microsoft.PowerBIDedicated'] as const;
const providerOf = (sku: string): CapacityReference['provider'] =>
  sku.startsWith('F') ? 'Microsoft.Fabric' : 'Microsoft.PowerBIDedicated';
const referenceOf = ({ name, resource_group, subscription_id, sku }: AzurePlace): CapacityReference => ({
  provider: providerOf(sku),
  name,
  resource_group,
  subscription_id,
});

const capacityFrom = (resource: CapacityResource, subscription_id: string): AzureCapacity => ({
  name: resource.name,
  resource_group: /\/resourceGroups\/([^/]+)\//i.exec(resource.id)?.[1] ?? '',
  subscription_id,
  sku: resource.sku.name,
  // Other words are stations of a change of size.
  state: states[resource.properties.state ?? resource.properties.provisioningState ?? ''] ?? 'scaling',
});

function refuse(error: unknown): never {
  if (!(error instanceof PowerBiError)) throw error;
  if (error.kind === 'not_authorized') return fail('capacity_no_right', {}, {}, error);
  if (error.kind === 'not_found') return fail('capacity_gone', {}, {}, error);
  if (error.kind === 'quota' || /quota/i.test(`${error.code} ${error.message}`)) return fail('capacity_quota', {}, {}, error);
  if (error.kind === 'invalid') return fail('capacity_not_ready', {}, {}, error);
  throw error;
}

const listed = async (arm: Arm, subscription_id: string): Promise<AzureCapacity[]> => {
  const lists = await Promise.all(providers.map((provider) => arm.capacities.list({ provider, subscription_id })));
  return lists.flat().map((resource) => capacityFrom(resource, subscription_id));
};

export const capacityCalls = (calling: Calling): CapacityCalls => ({
  azureCapacities: (account, subscriptionId) => calling(account, (_service, arm) => listed(arm, subscriptionId).catch(refuse)),
  azureCapacity: (account, place) =>
    calling(account, async (_service, arm) =>
      capacityFrom(await arm.capacities.get(referenceOf(place)).catch(refuse), place.subscription_id),
    ),
  turnCapacity: (account, place, to) =>
    calling(account, (_service, arm) => arm.capacities[to === 'pause' ? 'suspend' : 'resume'](referenceOf(place)).catch(refuse)),
  scaleCapacity: (account, place, sku) =>
    calling(account, (_service, arm) =>
      arm.capacities.update(referenceOf(place), { sku: { name: sku, tier: sku.startsWith('F') ? 'Fabric' : 'PBIE_Azure' } }).catch(refuse),
    ),
});
