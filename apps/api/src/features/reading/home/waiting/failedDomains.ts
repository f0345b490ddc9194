/** Domains that could not be switched on, or were switched off because their records went. */
import { domain } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const failedDomains = waits('failed_domains', () => sql`select d.tenant_id from domain d where ${domain.hasFailed}`);
