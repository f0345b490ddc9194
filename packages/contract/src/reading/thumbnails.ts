/** Pictures of reports: the first page as its reader may see it (docs/decisions/018-thumbnails.md). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';

/** How many reports a page may ask for at once. */
export const thumbnailsAsked = 100;

export const list = endpoint({
  method: 'POST',
  path: '/api/thumbnails',
  can: { capability: 'report_view', right: 'read' },
  acting: 'reads',
  summary:
    'Pictures of reports that the caller may open now, with the rows that the caller sees; on request, what is missing or a day old is made',
  body: z.strictObject({
    report_ids: z.array(id).min(1).max(thumbnailsAsked),
    /** Only the start page has them made: exports are dear. */
    make: z.boolean().default(false),
  }),
  answer: z.object({
    /** Reports without a picture are left out, and so are those with a cover of their own. */
    data: z.array(z.object({ id, address: z.string() })),
    /** Pictures are on their way: it is worth asking again soon. */
    coming: z.boolean(),
  }),
});
