/** Whom maintenance of the platform or of a partner keeps out: the same rule at sign-in and on every request. */
import type { Role } from '@vitrine/contract/roles.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** `until` is null when somebody has to end it. */
export type Maintenance = { until: string | null; message: string };

/** The maintenance of a row of `partner` or `platform_setting`, which may be over; null when none was switched on. */
export const maintenanceIn = (table: 'pa' | 'platform'): RawBuilder<Maintenance | null> => {
  const of = sql.raw(table);
  return sql<Maintenance | null>`case when ${of}.maintenance_until is not null
    then jsonb_build_object('until', nullif(${of}.maintenance_until, 'infinity'), 'message', ${of}.maintenance_message) end`;
};

/** The maintenance that keeps somebody out. Those who can end it come in: the operator, and the partner's staff where it is the partner's. */
export function maintenanceFor(
  role: Role,
  { platform, partner }: { platform: Maintenance | null; partner: Maintenance | null },
  now: Date,
): Maintenance | null {
  const lasts = (one: Maintenance | null) => one !== null && (one.until === null || Date.parse(one.until) > now.getTime());
  if (role === 'operator') return null;
  if (lasts(platform)) return platform;
  return role !== 'partner' && lasts(partner) ? partner : null;
}

/** What a refusal says of it: when it ends, and the message. */
export const toldOf = ({ until, message }: Maintenance): { opens_at?: string; notice?: string } => ({
  ...(until === null ? {} : { opens_at: new Date(until).toISOString() }),
  ...(message === '' ? {} : { notice: message }),
});
