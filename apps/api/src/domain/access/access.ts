/** Whether an actor may call an endpoint: the capability table, and what stands behind its conditions. */
import type { Capability, Right, Scope } from '@vitrine/contract/capabilities.ts';
import { permission } from '@vitrine/contract/capabilities.ts';
import type { Access } from '@vitrine/contract/endpoint.ts';
import type { Actor } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';
import { personal } from './acting.ts';

/** What of somebody decides about rights. */
export type Standing = Pick<Actor, 'role' | 'flags' | 'acting' | 'switches'>;

/** Nothing that a unit or a person may switch on. */
export const noSwitches: Standing['switches'] = {
  allow_registering_reports: false,
  only_own_accounts: false,
  refresh_datasets: false,
  wake_capacities: false,
  create_notifications: false,
  admins_set_second_factor: false,
  admins_set_sign_in: false,
  user_import: false,
  enable_helpdesk: false,
};

/**
 * Conditions of cells marked `c`, where actor and unit decide. Conditions of the single object (the report's flags,
 * the account's owner) are the feature's: it checks them on the row. A conditional cell without an entry refuses.
 */
const conditions: Partial<Record<Capability, (actor: Standing) => boolean>> = {
  // The name that was typed is compared where a unit is closed.
  business_unit_closing: () => true,
  // A further person needs somebody else's yes, and a contract that allows several.
  grant_partner: () => true,
  // A seller's; whether an invoice was written is looked up on the row.
  clients: () => true,
  // The operator's people are staff: the operator's unit has no members.
  users: (actor) => actor.role !== 'operator',
  user_import_from_unit: (actor) => actor.role === 'partner' || actor.switches.user_import,
  reports: (actor) => actor.role === 'operator' || actor.switches.allow_registering_reports,
  report_view: (actor) => actor.role === 'operator',
  report_edit: () => true,
  report_export: () => true,
  report_ignore_rls: () => true,
  reporting_accounts: () => true,
  // The account and the person's own right decide; the feature checks both on the row.
  capacity_control: () => true,
  // Staff and administrators see it without a condition.
  capacity_state: (actor) => actor.switches.wake_capacities,
  notification_sending: (actor) => actor.switches.create_notifications,
  dataset_refresh: (actor) => actor.switches.refresh_datasets,
  saml_apps: (actor) => actor.switches.admins_set_sign_in,
  scim_tokens: (actor) => actor.switches.admins_set_sign_in,
  second_factor_policy: (actor) => actor.switches.admins_set_second_factor,
  // What an administrator asks for waits for the partner.
  domains: () => true,
  usage: () => true,
  // The person's yes, or what stands in its place, is asked for where the change happens.
  partner_switch: () => true,
  tickets: (actor) => actor.switches.enable_helpdesk,
  // Whoever works on tickets is an agent besides.
  ticket_work: (actor) => actor.flags.includes('support_agent'),
};

/** True when the actor holds the right. `permission` of the contract says how far it reaches. */
export function holds(actor: Standing, capability: Capability, right: Right): boolean {
  if (actor.acting !== null && personal.has(capability)) return false;
  const granted = permission(actor, capability, right);
  if (!granted) return false;
  return !granted.conditional || (conditions[capability]?.(actor) ?? false);
}

/** How far a right that the actor holds reaches: everything of the platform, or the own things alone. */
export const reaches = (actor: Actor, capability: Capability, right: Right): Scope | null =>
  holds(actor, capability, right) ? (permission(actor, capability, right)?.scope ?? null) : null;

/** True when the actor would be let in: `can` is what the endpoint asks for. */
export const mayCall = (actor: Actor, can: Access): boolean =>
  can === 'public' || can === 'session' || holds(actor, can.capability, can.right);

/** Refuses with 403 what the actor may not call. A missing unit gets a word of its own. */
export function requireAccess(actor: Actor, can: Access): void {
  if (!mayCall(actor, can)) fail('forbidden');
}
