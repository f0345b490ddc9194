/** Whom somebody asks who does not get on: people by name and address, not "the administrator". */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const contacts = endpoint({
  method: 'GET',
  path: '/api/contacts',
  can: 'session',
  summary: 'Whom the caller may ask: a reader the administrators of the unit, an administrator the partner that looks after it',
  answer: z.object({
    /** Administrators of the unit, a few of them; nobody for those who administer. */
    people: z.array(z.object({ name: z.string(), email: z.string() })),
    /** The partner's name, for administrators. */
    partner: z.string().nullable(),
  }),
});
