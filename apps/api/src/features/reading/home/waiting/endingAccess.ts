/** Reports of which an assignment ends. */
import { report } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const endingAccess = waits('ending_access', (at) => sql`select r.tenant_id from report r where ${report.accessEndsSoon(at)}`);
