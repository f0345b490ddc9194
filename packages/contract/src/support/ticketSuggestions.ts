/** What is known already about what somebody is about to open a ticket for. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { ticketStates } from './ticket.ts';

export const suggest = endpoint({
  method: 'GET',
  path: '/api/tickets/suggestions',
  can: { capability: 'tickets', right: 'use' },
  summary: 'Tickets that the caller may see and maintenance of reports that the caller sees, like the words being written',
  query: z.strictObject({
    /** What was written so far. */
    q: z.string().trim().max(400).default(''),
    /** The report that it is about. */
    report_id: id.optional(),
  }),
  answer: z.object({
    tickets: z.array(z.object({ id, number: z.number(), title: z.string(), state: z.enum(ticketStates) })),
    /** Now and within a day. */
    maintenance: z.array(
      z.object({ report_id: id, title: z.string(), starts_at: moment, ends_at: moment, message: z.string(), open: z.boolean() }),
    ),
  }),
});
