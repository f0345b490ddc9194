/** Who calls: bearer token and cookie → session row → actor. One statement, on every request, so that revoking is immediate. */
import { listen } from '@vitrine/contract/system/live.ts';
import type { StaffFlag } from '@vitrine/contract/roles.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor, Services } from '#domain/serving/context.ts';
import { sessionCookieOf } from '#platform/http/cookies.ts';
import { scoped } from '#platform/database/scoped.ts';
import { fail } from '#platform/http/fail.ts';
import type { SessionRow } from './session.ts';
import { checkSession, findSession, isEmbedded, requireNoMaintenance, requireUse } from './session.ts';
import { xsrfOf } from '#platform/secrets/tokens.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';

const reads = new Set(['GET', 'HEAD']);

/**
 * Refuses a change that does not carry the XSRF value of the session's own cookie: another site could have sent it. The session of an
 * embedded page has no cookie that a browser would send by itself.
 */
function requireXsrf(request: FastifyRequest, session: SessionRow): void {
  if (reads.has(request.method) || isEmbedded(session)) return;
  const cookie = sessionCookieOf(request);
  if (cookie === undefined || request.headers['x-xsrf-token'] !== xsrfOf(cookie)) fail('csrf');
}

/** The signed-in person, or a refusal: 401 for who this is, 403 for where from and how. */
export async function authenticate(
  { database, environment, now }: Pick<Services, 'database' | 'environment' | 'now'>,
  request: FastifyRequest,
): Promise<Actor> {
  const { ip } = request.incoming;
  const identity = scoped(database, { kind: 'identity', ip, request_id: request.id });
  const { session } = await findSession(identity, request);
  if (session.ended_at === null && Date.parse(session.expires_at) <= now().getTime()) fail('token_expired');
  const effective = await checkSession({ identity, environment, now }, session, ip);
  requireXsrf(request, session);
  // The live stream of an open page is no use of the session: nobody may be sitting there. It tells when maintenance is over.
  if (request.routeOptions.url !== listen.path) {
    requireNoMaintenance(session, now());
    await requireUse(identity, session, effective.user_timeout, now());
  }
  return actorOf(session, effective);
}

/** Whatever is not known of the way in is looking only. */
const actingOf = ({ remote_access_id, remote }: SessionRow): Actor['acting'] =>
  remote_access_id === null ? null : { access_id: remote_access_id, mode: remote?.mode === 'full' ? 'full' : 'read' };

function actorOf(session: SessionRow, settings: TenantSettings): Actor {
  const flags: Record<StaffFlag, boolean | null> = {
    billing_administrator: session.billing_administrator,
    support_agent: session.support_agent,
    seller: session.seller,
  };
  return {
    session_id: session.id,
    person_id: session.person_id,
    actor_id: session.remote?.actor_id ?? session.person_id,
    email: session.email,
    name: session.name,
    // A screen runs with the rights that its owner has now.
    role: session.screen_id === null ? session.role : session.member_role === 'admin' ? 'admin' : 'user',
    flags: (Object.keys(flags) as StaffFlag[]).filter((flag) => flags[flag]),
    auth_type: session.auth_type,
    tenant_id: session.tenant_id,
    partner_id: session.partner_id,
    screen_id: session.screen_id,
    acting: actingOf(session),
    membership_id: session.membership_id,
    switches: {
      allow_registering_reports: session.allow_registering_reports ?? false,
      only_own_accounts: session.only_own_accounts ?? false,
      refresh_datasets: session.refresh_datasets ?? false,
      wake_capacities: session.wake_capacities ?? false,
      create_notifications: session.create_notifications ?? false,
      admins_set_second_factor: settings.admins_set_second_factor,
      admins_set_sign_in: settings.admins_set_sign_in,
      user_import: settings.user_import,
      enable_helpdesk: settings.enable_helpdesk,
    },
    terms_to_look_at: session.role !== 'operator' && session.terms_version_now !== session.terms_version ? session.terms_version_now : null,
    timezone: settings.timezone,
  };
}
