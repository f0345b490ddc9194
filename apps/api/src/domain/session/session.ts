/** The row of a session with everything that decides whether it is still valid: read on every request, in one statement. */
import type { AuthType, Role } from '@vitrine/contract/roles.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Hours } from '#domain/access/accessHours.ts';
import { hoursNow } from '#domain/access/accessHours.ts';
import { maintenanceFor, maintenanceIn, toldOf } from '#domain/access/maintenance.ts';
import { settingsNow, dayIn, isAddressRefused, partnerAddressRules, unitRefusal } from '#domain/access/accessRules.ts';
import { sessionCookieOf } from '#platform/http/cookies.ts';
import { query } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { fail } from '#platform/http/fail.ts';
import type { Environment } from '#platform/environment.ts';
import { hashToken, isHashOf } from '#platform/secrets/tokens.ts';
import { addressRules, type SettingsDocument, type TenantSettings } from '#domain/settings/tenantSettings.ts';
import type { RemoteNow } from './entitlement.rules.ts';
import { isScreenOver, isStillEntitled } from './entitlement.rules.ts';

/** A right of the membership `m` itself, or of one of its groups that is still valid. */
function groupRight(right: 'refresh_datasets' | 'create_notifications') {
  return sql<boolean | null>`(m.${sql.raw(right)} or exists (
    select from user_group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
    where gm.tenant_id = m.tenant_id and gm.membership_id = m.id and (gm.ends_on is null or gm.ends_on >= unit_today(m.tenant_id)) and g.${sql.raw(right)}
  ))`;
}

// Compiled once, because it runs with every request and only its parameters change.
const compiled = query
  .selectFrom('session as s')
  .innerJoin('person as p', 'p.id', 's.person_id')
  .innerJoin('platform_setting as platform', (join) => join.onTrue())
  .leftJoin('staff as st', 'st.person_id', 's.person_id')
  .leftJoin('membership as m', (join) => join.onRef('m.person_id', '=', 's.person_id').onRef('m.tenant_id', '=', 's.tenant_id'))
  .leftJoin('tenant as t', 't.id', 's.tenant_id')
  .leftJoin('tenant_setting as ts', 'ts.tenant_id', 's.tenant_id')
  .leftJoin('partner as pa', (join) => join.on('pa.id', '=', sql<string>`coalesce(t.partner_id, s.partner_id)`))
  .leftJoin('partner_setting as ps', 'ps.partner_id', 'pa.id')
  .select(['s.id', 's.cookie_hash', 's.person_id', 's.role', 's.tenant_id', 's.partner_id', 's.auth_type', 's.host'])
  .leftJoin('playlist_screen as screen', (join) =>
    join.onRef('screen.id', '=', 's.screen_id').onRef('screen.tenant_id', '=', 's.tenant_id'),
  )
  .leftJoin('playlist_link as link', (join) => join.onRef('link.id', '=', 'screen.link_id').onRef('link.tenant_id', '=', 's.tenant_id'))
  .select(['s.expires_at', 's.chain_started_at', 's.ended_at', 's.end_reason', 's.last_used_at', 's.terms_version'])
  .select(['s.screen_id', 'screen.removed_at', 'link.revoked_at', 'link.expires_at as link_expires_at'])
  .select(['p.email', 'p.name', 'p.language'])
  .select(['st.role as staff_role', 'st.state as staff_state', 'st.partner_id as staff_partner_id', 'st.seller'])
  .select(sql<boolean>`coalesce(st.billing_administrator, false) or coalesce(m.billing_administrator, false)`.as('billing_administrator'))
  .select(sql<boolean>`coalesce(st.support_agent or m.support_agent, st.support_agent, m.support_agent, false)`.as('support_agent'))
  .select(['m.id as membership_id', 'm.role as member_role', 'm.state as member_state', 'm.ip_exempt', 'm.wake_capacities'])
  // Rights of the person and of the groups add up.
  .select(groupRight('refresh_datasets').as('refresh_datasets'))
  .select(groupRight('create_notifications').as('create_notifications'))
  .select(['t.state', 't.trial_ends_on', 't.partner_id as unit_partner_id', 't.allow_registering_reports', 't.only_own_accounts'])
  .select(['ts.value as settings', 'ts.ip_before', 'ts.ip_probation_until', 'ps.value as partner_settings', 'pa.state as partner_state'])
  .select(
    // Most units have no shifts; then the function is not called.
    sql<Hours | null>`case when exists (select from shift where shift.tenant_id = s.tenant_id and shift.active) then access_hours(s.tenant_id, m.id) end`.as(
      'hours',
    ),
  )
  // Each counter only grows, so an equal sum means that none has changed.
  .select(sql<number>`platform.terms_version + coalesce(pa.terms_version, 0) + coalesce(t.terms_version, 0)`.as('terms_version_now'))
  .$narrowType<{ settings: SettingsDocument; ip_before: SettingsDocument; partner_settings: SettingsDocument }>()
  .select([maintenanceIn('platform').as('maintenance'), maintenanceIn('pa').as('partner_maintenance')])
  .select('platform.ip_lists_off')
  // Hardly any session is one of remote access; then the function is not called.
  .select('s.remote_access_id')
  .select(
    sql<RemoteNow | null>`case when s.remote_access_id is not null then remote_access_now(s.tenant_id, s.remote_access_id) end`.as(
      'remote',
    ),
  )
  .where('s.token_hash', '=', Buffer.alloc(0))
  .compile();

const rowOf = (token: string): typeof compiled => ({ ...compiled, parameters: [hashToken(token)] });

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>;

export type SessionRow = Omit<Row, 'role' | 'auth_type'> & { role: Role; auth_type: AuthType };
export type FoundSession = { session: SessionRow; token: string };

async function readRow(identity: Scoped, token: string) {
  const [row] = await identity.run(rowOf(token));
  return row;
}

function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization ?? fail('token_absent');
  return /^Bearer ([\w-]{20,100})$/i.exec(header)?.[1] ?? fail('token_invalid');
}

/**
 * The session that the bearer token and the cookie of the same sign-in name, on the host where it began; it may have
 * ended or expired. The token alone (but that of an embedded page), or on another host, is invalid. Refuses when there is no such session.
 */
export async function findSession(identity: Scoped, request: FastifyRequest): Promise<FoundSession> {
  const token = bearerOf(request);
  const row = (await readRow(identity, token)) ?? fail('token_invalid');
  const session = row as SessionRow;
  // Browsers give a frame of another site no cookies: an embedded page holds its token in memory, and nowhere else.
  const isBound = isEmbedded(session) || isHashOf(sessionCookieOf(request), session.cookie_hash);
  if (!isBound || session.host !== request.incoming.host?.host) fail('token_invalid');
  return { session, token };
}

export const isEmbedded = ({ auth_type }: Pick<SessionRow, 'auth_type'>): boolean => auth_type === 'embedded';

/** The same for what continues a session: that of an embedded page is never continued. */
export async function findOwnSession(identity: Scoped, request: FastifyRequest): Promise<FoundSession> {
  const found = await findSession(identity, request);
  return isEmbedded(found.session) ? fail('token_invalid') : found;
}

/** A session that was made just now. */
export const sessionOf = async (identity: Scoped, token: string): Promise<SessionRow> =>
  ((await readRow(identity, token)) ?? fail('token_invalid')) as SessionRow;

/**
 * Refuses a session that has ended or is no longer allowed, and returns the settings that apply to it. Expiry is the
 * caller's decision. `ip_not_allowed` ends the session, and a session that ended so keeps this reason.
 */
export async function checkSession(
  services: { identity: Scoped; environment: Environment; now: () => Date },
  session: SessionRow,
  ip: string,
): Promise<TenantSettings> {
  const now = services.now();
  if (session.end_reason === 'ip_not_allowed') fail('ip_not_allowed', {}, { ip });
  if (session.end_reason === 'hours_not_allowed') fail('hours_not_allowed');
  if (isScreenOver(session, now)) fail('screen_over');
  const { settings, partner_settings, ip_before, ip_probation_until } = session;
  const effective = settingsNow({ settings, partner_settings, ip_before, ip_probation_until }, now);
  requireHeld(session, effective.timezone, now);
  if (isEmbedded(session) && !effective.enable_embedded) fail('embed_off');
  if (!services.environment.ipListsOff && !session.ip_lists_off) {
    const lists = { unit: addressRules(effective), partner: partnerAddressRules(partner_settings) };
    if (isAddressRefused({ role: session.role, ip_exempt: session.ip_exempt ?? false }, lists, ip)) {
      await endFor(services.identity, session, 'ip_not_allowed', now);
      fail('ip_not_allowed', {}, { ip });
    }
  }
  await requireHours(services.identity, session, effective.timezone, now);
  return effective;
}

const endsOfUnits: readonly (string | null)[] = ['unit_suspended', 'unit_closed'];

/** Refuses a session that is over. People whose unit lets nobody in any more are told so; everybody else only that it is over. */
function requireHeld(session: SessionRow, timezone: string, now: Date): void {
  const { state, trial_ends_on, role, ended_at, end_reason } = session;
  if (!isStillEntitled(session, now) || (ended_at !== null && !endsOfUnits.includes(end_reason))) fail('token_invalid');
  const refusal = state === null ? null : unitRefusal({ state, trial_ends_on }, role, dayIn(timezone, now));
  // The unit may be open again by now.
  if (refusal !== null) fail('token_invalid', {}, { because: refusal });
  if (ended_at !== null) fail('token_invalid');
}

/** Refuses during maintenance. The session goes on afterwards. */
export function requireNoMaintenance({ role, maintenance, partner_maintenance }: SessionRow, now: Date): void {
  const closed = maintenanceFor(role, { platform: maintenance, partner: partner_maintenance }, now);
  if (closed) fail('maintenance', {}, toldOf(closed));
}

/** Refuses outside the hours of access, with the next opening. */
async function requireHours(identity: Scoped, session: SessionRow, timezone: string, now: Date): Promise<void> {
  // Displays show their playlist at night as well.
  if (session.auth_type === 'playlist') return;
  const state = hoursNow(session.hours, timezone, now);
  if (state.open) return;
  await endFor(identity, session, 'hours_not_allowed', now);
  fail('hours_not_allowed', {}, state.opens_at ? { opens_at: state.opens_at.toISOString() } : {});
}

const minuteMs = 60_000;

/** Ends a session after the unit's idle limit. The last use is stored once a minute, only where there is an idle limit. */
export async function requireUse(identity: Scoped, session: SessionRow, minutes: number | null, now: Date): Promise<void> {
  // Nobody operates a display, so it has no idle limit.
  if (minutes === null || session.auth_type === 'playlist') return;
  const idle = now.getTime() - Date.parse(session.last_used_at);
  if (idle >= minutes * minuteMs) {
    await endFor(identity, session, 'unused', now);
    fail('token_expired');
  }
  if (idle >= minuteMs) await identity.run(query.updateTable('session').set({ last_used_at: now }).where('id', '=', session.id));
}

async function endFor(
  identity: Scoped,
  session: SessionRow,
  reason: 'ip_not_allowed' | 'hours_not_allowed' | 'unused',
  now: Date,
): Promise<void> {
  const { id, person_id, tenant_id, partner_id } = session;
  await identity.run(
    query.updateTable('session').set({ ended_at: now, end_reason: reason }).where('id', '=', id).where('ended_at', 'is', null),
    query.insertInto('audit_log').values({
      tenant_id,
      partner_id,
      person_id,
      actor_id: person_id,
      action: 'session.end',
      object_type: 'session',
      object_id: id,
      after: JSON.stringify({ reason }),
    }),
  );
}
