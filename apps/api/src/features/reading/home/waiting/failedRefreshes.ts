/** Reports whose last refresh failed. */
import { report } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const failedRefreshes = waits('failed_refreshes', () => sql`select r.tenant_id from report r where ${report.refreshFailed}`);
