/** Who may put the embedded page of a unit into a frame. */
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import type { Host } from '#domain/hosts/hosts.ts';
import type { Scoped } from '#platform/database/scoped.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The unit that a token in an address names, or an address after a reload. It is not believed: it only chooses whose list holds. */
function unitIn(segment: string): string | null {
  if (uuid.test(segment)) return segment;
  try {
    const { iss } = decodeJwt(segment);
    return iss !== undefined && uuid.test(iss) ? iss : null;
  } catch {
    return null;
  }
}

/** Origins that may hold the frame, at the host where it stands. Nobody where the unit is not known. */
export async function framedBy(identity: Scoped, { tenant_id, partner_id }: Host, segment: string): Promise<string[]> {
  const unit = unitIn(segment);
  if (unit === null || (tenant_id !== null && tenant_id !== unit.toLowerCase())) return [];
  const [row] = await identity.run(sql<{ origins: string[] }>`
    select e.origins from embedding e join tenant t on t.id = e.tenant_id
    where e.tenant_id = ${unit} and (${partner_id}::uuid is null or t.partner_id = ${partner_id}::uuid)`);
  return row?.origins ?? [];
}
