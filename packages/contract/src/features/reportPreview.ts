/** The preview that administrators have of a report: who looked at it last, and how it went. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

export const lastView = z.object({
  id,
  person_name: z.string(),
  /** Who really looked, when somebody acted for the person. */
  actor_name: z.string().nullable(),
  opened_at: moment,
  pages: z.number(),
  /** From the click to the first page; null when it never came. */
  load_ms: z.number().nullable(),
  phone: z.boolean(),
  rls_ignored: z.boolean(),
});
export type LastView = z.infer<typeof lastView>;

export const views = endpoint({
  method: 'GET',
  path: '/api/reports/:id/views',
  can: { capability: 'reports', right: 'read' },
  summary: 'The last thirty openings of a report',
  answer: z.object({ data: z.array(lastView) }),
});
