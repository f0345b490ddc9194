/** Reports of which somebody told a problem. */
import { report } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const problems = waits('problems', () => sql`select r.tenant_id from report r where ${report.hasProblem}`);
