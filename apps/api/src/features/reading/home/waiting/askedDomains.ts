/** Domains that a unit has asked for, and the partner has not answered. */
import { domain } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const askedDomains = waits('asked_domains', () => sql`select d.tenant_id from domain d where ${domain.awaitsYes}`);
