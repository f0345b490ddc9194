/** How an act ended. */
import type { refusals } from '@vitrine/contract/datasets/capacities.ts';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';

export type Refusal = (typeof refusals)[number];

export const endedAct = (id: string, state: 'done' | 'failed' | 'refused', at: Date, refusal: Refusal | null = null): Statement => sql`
  update capacity_act set state = ${state}, refusal = ${refusal}, ended_at = ${at} where id = ${id} and state = 'asked'`;
