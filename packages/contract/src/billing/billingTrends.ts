/** How the business of the last twelve months went: for the operator of all clients, for a partner of its own. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { unitStates } from '../organisation/partners.ts';
import { month } from './billing.ts';

const trendMonth = z.object({
  month,
  /** What was billed: all invoices that were issued for the month and not cancelled, and how many clients and people they are about. */
  revenue_cents: z.number(),
  clients: z.number(),
  people: z.number(),
  /** People of clients when the month began; how many of them were not there any more when it ended, and how many had come. */
  at_start: z.number(),
  came: z.number(),
  left: z.number(),
});
export type TrendMonth = z.infer<typeof trendMonth>;

const trends = z.object({
  /** The twelve months before this one, the oldest first. */
  months: z.array(trendMonth),
  units: z.array(z.object({ state: z.enum(unitStates), units: z.number() })),
});
export type Trends = z.infer<typeof trends>;

export const get = endpoint({
  method: 'GET',
  path: '/api/billing/trends',
  can: { capability: 'billing', right: 'read' },
  summary: 'Revenue, people, and who came and left in each of the last twelve months; units by state',
  answer: trends,
});
