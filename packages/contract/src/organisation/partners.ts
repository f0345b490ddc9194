/** Partners of the operator and their business units, as figures: the operator sees contracts, not customers' data. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';

export const unitStates = ['trial', 'active', 'suspended', 'closed'] as const;

const partner = z.object({
  id,
  name: z.string(),
  unit_count: z.number(),
  /** People who count towards the user limit: active and blocked. */
  person_count: z.number(),
  /** The partner's own staff, whom the operator manages. People of units are managed by the units. */
  staff: z.array(z.object({ id, name: z.string(), email: z.string(), second_factor: z.boolean() })),
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

export const get = endpoint({
  method: 'GET',
  path: '/api/partners/:id',
  can: { capability: 'partners', right: 'read' },
  summary: 'One partner with its business units',
  answer: partner,
});

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/api/partners/people/:id/second_factor/reset',
  can: { capability: 'partners', right: 'write' },
  summary: 'Takes the second factor of a partner’s person away, ends every session and tells the person',
  audit: 'second_factor.reset',
});
