/** Whether an actor may call an endpoint: the capability table, and what stands behind its conditions. */
import type { Capability, Right } from '@vitrine/contract/capabilities.ts';
import { permission } from '@vitrine/contract/capabilities.ts';
import type { Access } from '@vitrine/contract/endpoint.ts';
import type { Actor } from './context.ts';
import { fail } from './fail.ts';

/**
 * Conditions of cells marked `c`, where actor and unit decide. Conditions of the single object (the report's flags,
 * the account's owner) are the feature's: it checks them on the row. A conditional cell without an entry refuses.
 */
const conditions: Partial<Record<Capability, (actor: Actor) => boolean>> = {
  // The operator's own people are staff: the house has no members.
  users: (actor) => actor.role !== 'a2m',
  user_import_from_unit: (actor) => actor.role === 'master' || actor.switches.user_import,
  reports: (actor) => actor.role === 'a2m' || actor.switches.allow_registering_reports,
  report_view: (actor) => actor.role === 'a2m',
  report_edit: () => true,
  report_export: () => true,
  report_ignore_rls: () => true,
  reporting_accounts: () => true,
  // The account and the person's own right say who may: both are looked at on the row.
  capacity_control: () => true,
  dataset_refresh: (actor) => actor.switches.refresh_datasets,
  second_factor_policy: (actor) => actor.switches.mfa_permission_admin,
  usage: () => true,
  tickets: (actor) => actor.switches.enable_helpdesk,
};

/** True when the actor holds the right; the scope is told by `permission` of the contract. */
export function holds(actor: Actor, capability: Capability, right: Right): boolean {
  const granted = permission(actor, capability, right);
  if (!granted) return false;
  return !granted.conditional || (conditions[capability]?.(actor) ?? false);
}

/** Refuses with 403 what the actor may not call. A missing unit is told as such. */
export function requireAccess(actor: Actor, can: Access): void {
  if (can === 'public' || can === 'session') return;
  if (!holds(actor, can.capability, can.right)) fail('forbidden');
}
