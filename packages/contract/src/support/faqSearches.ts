/** What people searched the questions for and did not find: told to who writes the questions, and never who searched. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment, text } from '../fields.ts';

const use = { capability: 'faq', right: 'use' } as const;
const write = { capability: 'faq', right: 'write' } as const;

/** Of so many characters words are kept: a longer search is a whole message. */
export const searchLength = { shortest: 3, longest: 80 };
/** So many a unit keeps, the most asked; each for so many days after it was last asked. */
export const keptSearches = { most: 500, days: 180 };

const search = z.object({
  id,
  /** Lower case, without accents and signs. */
  words: z.string(),
  times: z.number(),
  last_at: moment,
});
export type FaqSearch = z.infer<typeof search>;

export const list = endpoint({
  method: 'GET',
  path: '/api/faq/searches',
  can: write,
  summary: 'The searches that found no question, what was asked most first',
  answer: z.object({ data: z.array(search) }),
});
export const add = endpoint({
  method: 'POST',
  path: '/api/faq/searches',
  can: use,
  summary: 'Says that a search found nothing, once the person has stopped typing; kept if it is so, without who it was',
  body: z.strictObject({ q: text(120) }),
});
export const answered = endpoint({
  method: 'DELETE',
  path: '/api/faq/searches/:id',
  can: write,
  summary: 'Says that a search has its answer now: it is forgotten, and comes back if it finds nothing again',
});
export const dismiss = endpoint({
  method: 'PUT',
  path: '/api/faq/searches/:id/dismiss',
  can: write,
  summary: 'Says that a search needs no answer: it is no longer shown, however often it is made',
});
