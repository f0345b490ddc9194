/** Security incidents of which somebody still has to be told. */
import { sql } from 'kysely';
import { incidentIsOpen } from '#domain/waiting/conditions.ts';
import { waits } from './waits.ts';

export const incidents = waits('incidents', () => sql`select i.tenant_id from incident i where ${incidentIsOpen}`);
