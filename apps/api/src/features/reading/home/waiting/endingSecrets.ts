/** Power BI accounts whose secret ends. */
import { secretEndsSoon } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const endingSecrets = waits(
  'ending_secrets',
  (at) => sql`select a.tenant_id from reporting_account a where ${at.reach} and ${secretEndsSoon(at)}`,
);
