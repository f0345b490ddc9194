/** Partners of the operator and their business units, as figures: the operator sees contracts, not customers' data. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';

export const unitStates = ['trial', 'active', 'suspended', 'closed'] as const;

export const partner = z.object({
  id,
  name: z.string(),
  unit_count: z.number(),
  /** Those who have a seat: active and blocked, as the limit counts them. */
  person_count: z.number(),
  units: z.array(z.object({ id, name: z.string(), state: z.enum(unitStates), person_count: z.number(), user_limit: z.number() })),
});
export type Partner = z.infer<typeof partner>;

export const list = endpoint({
  method: 'GET',
  path: '/api/partners',
  can: { capability: 'partners', right: 'read' },
  summary: 'Partners with their business units',
  query: listQuery(['name']),
  answer: listOf(partner),
});
