/** Whether a session is still what it was when it began: what the person is, and for a display its link. */

/** By which right somebody acts for the person of a session, as `remote_access_now` of the database tells it. */
export type RemoteNow = { actor_id: string; asker_role: 'operator' | 'partner' | 'admin'; mode: 'read' | 'full' | null; holds: boolean };

/** How sessions came about in which somebody acts for the person. */
const acting: ReadonlySet<string> = new Set(['remote', 'partner']);

/** What is read with every request of the session and the person behind it. */
export type SessionFacts = {
  role: string;
  auth_type: string;
  tenant_id: string | null;
  partner_id: string | null;
  partner_state: string | null;
  unit_partner_id: string | null;
  member_role: string | null;
  member_state: string | null;
  staff_role: string | null;
  staff_state: string | null;
  staff_partner_id: string | null;
  removed_at: string | null;
  revoked_at: string | null;
  link_expires_at: string | null;
  /** Null in a session of the person's own. */
  remote: RemoteNow | null;
};

/** Its link or the display itself was removed, so a retry cannot help. */
export const isScreenOver = ({ auth_type, removed_at, revoked_at, link_expires_at }: SessionFacts, now: Date): boolean =>
  auth_type === 'playlist' &&
  (removed_at !== null || revoked_at !== null || link_expires_at === null || Date.parse(link_expires_at) <= now.getTime());

/** A display's session is valid as long as its link, and the link as long as its owner may sign in; the owner's role may change. */
function isScreenEntitled(session: SessionFacts, now: Date): boolean {
  return session.member_state === 'active' && !isScreenOver(session, now);
}

/** Whether role, state and partner of the person are as they were when the session began. */
export function isStillEntitled(session: SessionFacts, now: Date): boolean {
  if (session.auth_type === 'playlist') return isScreenEntitled(session, now);
  if (acting.has(session.auth_type) && session.remote?.holds !== true) return false;
  if (session.role === 'operator') return session.staff_role === 'operator' && session.staff_state === 'active';
  if (session.role === 'partner') {
    // A partner that is suspended or closed loses its own people; its units go on.
    if (session.partner_state !== 'active') return false;
    const own =
      session.staff_partner_id === session.partner_id && (session.tenant_id === null || session.unit_partner_id === session.partner_id);
    return session.staff_role === 'partner' && session.staff_state === 'active' && own;
  }
  return session.member_role === session.role && session.member_state === 'active';
}
