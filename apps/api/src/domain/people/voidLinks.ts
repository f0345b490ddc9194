/** Links that were mailed to a former address become invalid. For the identity scope. */
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';

export const voidLinks = (person_id: string, now: Date): [Statement, Statement] => [
  sql`update membership set mail_refusal = null where person_id = ${person_id} and mail_refusal is not null`,
  query.updateTable('one_time_token').set({ used_at: now }).where('person_id', '=', person_id).where('used_at', 'is', null),
];
