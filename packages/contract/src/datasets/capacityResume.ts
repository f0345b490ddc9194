/** While a capacity is paused its reports cannot be shown. Readers see its state, and may start it where the account allows that. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

/** Who may start the capacity of an account’s workspaces. Readers with the right may do so wherever administrators may. */
export const wakings = ['nobody', 'administrators', 'everybody'] as const;

const capacityPhases = ['running', 'paused', 'changing', 'failed'] as const;

const capacityState = z.object({
  phase: z.enum(capacityPhases),
  may_wake: z.boolean(),
  /** For a reader who may not start it: administrators who may. Empty where nobody may, or where the portal cannot. */
  who: z.array(z.string()),
  /** What the calendar of a paused capacity brings next: it starts by itself, or the reader may start it from then on. */
  next: z.object({ what: z.enum(['starts', 'may_wake']), at: moment, timezone: z.string() }).nullable(),
});
export type CapacityState = z.infer<typeof capacityState>;

const myCapacity = capacityState.extend({
  /** A report that stands on it, by which it is started. */
  id,
  reports: z.array(z.string()),
  /** Null: the service does not say at the moment. */
  phase: z.enum(capacityPhases).nullable(),
});
export type MyCapacity = z.infer<typeof myCapacity>;

export const mine = endpoint({
  method: 'GET',
  path: '/api/my_capacities',
  can: { capability: 'capacity_state', right: 'read' },
  summary: 'Capacities on which reports of the caller stand, with their state and who may start them',
  answer: z.object({ data: z.array(myCapacity) }),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/capacity',
  can: { capability: 'report_view', right: 'read' },
  summary: 'State of the capacity on which a report stands, and who may wake it',
  answer: capacityState,
});

export const wake = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/capacity/wake',
  can: { capability: 'capacity_control', right: 'use' },
  summary: 'Starts the paused capacity of a report; one that runs or starts already is left so',
  audit: 'capacity.wake',
  status: 202,
  answer: capacityState,
});
