/** People who are blocked or deactivated by themselves. */
import { member } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const endingPeople = waits('ending_people', (at) => sql`select m.tenant_id from membership m where ${member.endsSoon(at)}`);
