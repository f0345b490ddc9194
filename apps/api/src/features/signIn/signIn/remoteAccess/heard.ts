/** What open pages hear of remote access, wherever the people work at the moment. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** A live event in each unit in which one of them has a page open. */
export const toPages = (person_ids: readonly string[]): RawBuilder<unknown> => sql`
  insert into live_event (tenant_id, topic, person_id)
  select distinct s.tenant_id, 'remote_access', s.person_id from session s
  where s.person_id = any (${[...person_ids]}::uuid[]) and s.ended_at is null and s.tenant_id is not null`;
