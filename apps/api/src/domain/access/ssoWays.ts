/** By what else than a password people come into a unit: each kind of provider has a line in both. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Whether the unit has such a way, besides the one with the given id. */
export const hasSsoWay = (tenant_id: string, except: string | null = null): RawBuilder<boolean> => sql<boolean>`(
  exists (select from entra_directory d where d.tenant_id = ${tenant_id}::uuid and d.active and d.id is distinct from ${except}::uuid)
  or exists (select from saml_app s where s.tenant_id = ${tenant_id}::uuid and s.active and s.id is distinct from ${except}::uuid))`;

/** Whether the member `m` is linked to such a way, or invited to one. */
export const isOnSsoWay: RawBuilder<boolean> = sql<boolean>`(
  exists (select from entra_identity i where i.tenant_id = m.tenant_id and i.membership_id = m.id)
  or exists (select from saml_person s where s.tenant_id = m.tenant_id and s.membership_id = m.id))`;
