/** Groups that end, or somebody in them. */
import { groupEndsSoon } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const endingGroups = waits('ending_groups', (at) => sql`select g.tenant_id from user_group g where ${groupEndsSoon(at)}`);
