/** Goals of the help desk: within how many of its working hours a ticket should be answered and resolved. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { version } from '../fields.ts';
import type { ticketPriorities } from './ticket.ts';

const can = { capability: 'unit_settings', right: 'write' } as const;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid');
/** Null: no goal. */
const hours = z.number().int().min(1).max(500).nullable();
const goal = z.strictObject({ answer: hours, solution: hours });

const priorities = { high: goal, normal: goal, low: goal } satisfies Record<(typeof ticketPriorities)[number], typeof goal>;

const goalsInput = z.strictObject({
  /** 0 is Sunday. */
  days: z.array(z.number().int().min(0).max(6)).min(1, 'required').max(7),
  /** An end that is not after the start lies on the next day; equal ones are a whole day. */
  starts: time,
  ends: time,
  hours: z.strictObject(priorities),
});

const goals = goalsInput.extend({ version: z.number() });
export type TicketGoals = z.infer<typeof goals>;

/** Until somebody sets them: an ordinary week, and no goals. */
export const usualGoals: TicketGoals = {
  days: [1, 2, 3, 4, 5],
  starts: '08:00',
  ends: '18:00',
  hours: { high: { answer: null, solution: null }, normal: { answer: null, solution: null }, low: { answer: null, solution: null } },
  version: 1,
};

export const getGoals = endpoint({
  method: 'GET',
  path: '/api/ticket_goals',
  can,
  summary: 'Within how many working hours tickets should be answered and resolved, and which those hours are',
  answer: goals,
});

export const saveGoals = endpoint({
  method: 'PUT',
  path: '/api/ticket_goals',
  can,
  summary: 'Sets the goals of the help desk and its working hours; tickets that are not resolved are counted anew',
  audit: 'ticket_goal.save',
  body: goalsInput.extend({ version }),
  answer: goals,
});
