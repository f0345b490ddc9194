/** What somebody may do who acts for a person (remote access): less than the person, always (docs/reference/product-rules.md 6). */
import type { Capability } from '@vitrine/contract/capabilities.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Actor } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';

/** Of the person alone: who they are, how they sign in, what they agree to, what they pay, and whom they let in. */
export const personal: ReadonlySet<Capability> = new Set<Capability>([
  'own_profile',
  'privacy_desk',
  'terms',
  'grant_admin',
  'grant_partner',
  'user_erasure',
  'business_unit_closing',
  'billing',
  'clients',
  'saml_apps',
  'scim_tokens',
  'second_factor_policy',
  'password_policy',
  'embedded_token',
  'company_switch',
  'partner_switch',
  'remote_access_request',
  'remote_access_answer',
]);

const isChange = ({ method, once }: Endpoint): boolean => method !== 'GET' || once;

/** Refuses what is the person's alone, and every change while somebody is only looking. */
export function requireActing({ acting }: Pick<Actor, 'acting'>, endpoint: Endpoint): void {
  if (acting === null) return;
  const isPersonal = typeof endpoint.can === 'object' ? personal.has(endpoint.can.capability) : isChange(endpoint);
  if (isPersonal && endpoint.acting === null) fail('acting_never');
  if (acting.mode === 'read' && isChange(endpoint) && endpoint.acting !== 'reads') fail('acting_read_only');
}

/** Whether the database refuses changes: of a GET, and of everything that is no note of what was looked at. */
export const isReadOnly = (actor: Actor | undefined, endpoint: Endpoint): boolean =>
  !isChange(endpoint) || (actor?.acting?.mode === 'read' && endpoint.acting !== 'reads');
