/** What a unit does with the questions of its partner and of the operator: it shows them, or hides one of them or all of a level. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const write = { capability: 'faq', right: 'write' } as const;

const level = z.enum(['partner', 'platform']);

const inherited = z.object({
  level,
  /** How many it has published. */
  questions: z.number(),
  /** Whether the unit shows none of them. */
  hidden: z.boolean(),
});
export type InheritedFaq = z.infer<typeof inherited>;

export const list = endpoint({
  method: 'GET',
  path: '/api/faq/inherited',
  can: write,
  summary: 'The levels above the unit that have questions, and whether the unit shows them',
  answer: z.object({ data: z.array(inherited) }),
});
export const hideLevel = endpoint({
  method: 'PUT',
  path: '/api/faq/inherited',
  can: write,
  summary: 'Hides all questions of a level from the unit, or shows them again',
  audit: 'hidden_faq.hide',
  body: z.strictObject({ level, hidden: z.boolean() }),
});
export const hide = endpoint({
  method: 'PUT',
  path: '/api/faq/inherited/:id',
  can: write,
  summary: 'Hides one question of a level above from the unit, or shows it again',
  audit: 'hidden_faq.hide',
  body: z.strictObject({ hidden: z.boolean() }),
});
