/** A paused capacity shows nothing: whoever waits for a report sees its state, and may switch it on where the account allows it. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Who may wake the capacity of an account’s workspaces; readers who have the right may wherever administrators may. */
export const wakings = ['nobody', 'administrators', 'everybody'] as const;

export const capacityPhases = ['running', 'paused', 'changing', 'failed'] as const;

const capacityState = z.object({
  phase: z.enum(capacityPhases),
  may_wake: z.boolean(),
  /** Administrators who may, for whoever may not; empty where nobody may, or where the portal cannot. */
  who: z.array(z.string()),
});
export type CapacityState = z.infer<typeof capacityState>;

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
