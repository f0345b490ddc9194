/** Questions above the unit: the partner's for all its units, the operator's for the platform. Each sees and writes its own. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, version } from '../fields.ts';
import { editableListOf, listQuery } from '../list.ts';
import { faqInput, faqRow } from './faq.ts';

// For partner and operator; roles of a unit write the unit's own questions.
const desk = { capability: 'business_units', right: 'write' } as const;

export const list = endpoint({
  method: 'GET',
  path: '/api/shared_faq',
  can: desk,
  summary: 'Questions of the partner, or of the platform, with how many they helped in all units',
  query: listQuery(['position']),
  answer: editableListOf(faqRow),
});
export const get = endpoint({ method: 'GET', path: '/api/shared_faq/:id', can: desk, summary: 'One of them', answer: faqRow });
export const add = endpoint({
  method: 'POST',
  path: '/api/shared_faq',
  can: desk,
  summary: 'Adds a question for all units, at the end of its topic',
  audit: 'shared_faq.add',
  status: 201,
  body: faqInput,
  answer: faqRow,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/shared_faq/:id',
  can: desk,
  summary: 'Changes a question for all units',
  audit: 'shared_faq.update',
  body: faqInput.extend({ version }),
  answer: faqRow,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/shared_faq/:id',
  can: desk,
  summary: 'Deletes a question in all units',
  audit: 'shared_faq.remove',
});
export const reorder = endpoint({
  method: 'PUT',
  path: '/api/shared_faq/order',
  can: desk,
  summary: 'Puts these questions into this order, in the places that they have now',
  audit: 'shared_faq.reorder',
  body: z.strictObject({ shared_faq_ids: z.array(id).min(1).max(100) }),
});
