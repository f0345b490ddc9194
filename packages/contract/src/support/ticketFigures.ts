/** How a help desk is doing: what was opened and resolved within a period, how long that took, and whether it helped. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id } from '../fields.ts';
import { ticketPriorities } from './ticket.ts';

const minutes = z.number().nullable();

const numbers = {
  opened: z.number(),
  resolved: z.number(),
  /** Minutes of work until the first answer, of what was opened in the period: median and 90th percentile. */
  answer_p50: minutes,
  answer_p90: minutes,
  /** Until the solution, of what was resolved in it. */
  solution_p50: minutes,
  solution_p90: minutes,
  /** Of how many an answer was due, and of how many it came in time; the same of solutions. */
  answers_due: z.number(),
  answers_met: z.number(),
  solutions_due: z.number(),
  solutions_met: z.number(),
  /** What those who opened them said of the help. */
  helped_yes: z.number(),
  helped_partly: z.number(),
  helped_no: z.number(),
};

const totals = z.object(numbers);
export type TicketNumbers = z.infer<typeof totals>;

export const figures = endpoint({
  method: 'GET',
  path: '/api/ticket_figures',
  can: { capability: 'tickets_in_scope', right: 'read' },
  summary: 'How the help desk is doing within a period, in days of the unit, both included',
  query: z.strictObject({ from: day, until: day }),
  answer: z.object({
    totals,
    /** Of those that are not resolved now. */
    late_now: z.number(),
    open_now: z.number(),
    /** By the Monday on which they begin. */
    weeks: z.array(z.object({ week: day, opened: z.number(), resolved: z.number() })),
    priorities: z.array(totals.extend({ priority: z.enum(ticketPriorities) })),
    /** By who works on them; names are for administrators and partners. */
    agents: z.array(totals.extend({ id: id.nullable(), name: z.string().nullable() })).nullable(),
  }),
});
export type TicketFigures = z.infer<typeof figures.answer>;
