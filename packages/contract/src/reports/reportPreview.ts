/** The administrator's preview of a report: its last views, with load times and failures. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

const lastView = z.object({
  id,
  person_name: z.string(),
  /** Who opened it, when that was somebody acting for the person. */
  actor_name: z.string().nullable(),
  opened_at: moment,
  pages: z.number(),
  /** Milliseconds from the click to the first page; null when no page was ever shown. */
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
