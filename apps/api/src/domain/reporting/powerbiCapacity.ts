/** Which capacity a workspace stands on: Power BI knows it by an id, Azure by a name (docs/reference/powerbi.md A8 and A9). */
import type { Arm, CapacityPhase, CapacityReference } from '@vitrine/powerbi/arm.ts';
import { capacityPhase } from '@vitrine/powerbi/arm.ts';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import type { PowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { ReportingAccount } from './reportingAccountRow.ts';

/** `resource` is the capacity in Azure; null where the account cannot reach it. */
export type PowerbiCapacity = { phase: CapacityPhase; resource: CapacityReference | null };

const phases: Record<string, CapacityPhase> = {
  Active: 'running',
  Suspended: 'paused',
  PreSuspended: 'paused',
  NotActivated: 'paused',
  ProvisionFailed: 'failed',
  Invalid: 'failed',
};

/** `/subscriptions/…/resourceGroups/<group>/providers/…` */
const groupOf = (id: string): string => /\/resourceGroups\/([^/]+)\//i.exec(id)?.[1] ?? '';

export async function capacityOf(
  service: PowerBi,
  arm: Arm,
  { subscription_id }: Pick<ReportingAccount, 'subscription_id'>,
  workspaceId: string,
): Promise<PowerbiCapacity> {
  const { capacityId } = await service.workspaces.get(workspaceId);
  if (capacityId === undefined) return { phase: 'running', resource: null };
  const capacity = (await service.capacities.list()).find(({ id }) => id.toLowerCase() === capacityId.toLowerCase());
  // The account cannot see the capacity. All that is known is that the report did not open.
  if (!capacity) return { phase: 'paused', resource: null };
  const phase = phases[capacity.state] ?? 'changing';
  if (subscription_id === null) return { phase, resource: null };
  const provider = capacity.sku.startsWith('F') ? 'Microsoft.Fabric' : 'Microsoft.PowerBIDedicated';
  const named = await arm.capacities.list({ provider, subscription_id }).catch(noneIfForbidden);
  const found = named.find(({ name }) => name.toLowerCase() === capacity.displayName.toLowerCase());
  if (!found) return { phase, resource: null };
  return { phase: capacityPhase(found), resource: { provider, subscription_id, resource_group: groupOf(found.id), name: found.name } };
}

/** Without a role on the Azure subscription the account can read the state and change nothing. */
function noneIfForbidden(error: unknown): never[] {
  if (error instanceof PowerBiError && (error.kind === 'not_authorized' || error.kind === 'not_found')) return [];
  throw error;
}
