/** What the clients of a partner are billed, as the partner sees it. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { explanation, invoiceRow, month } from './billing.ts';

const read = { capability: 'billing', right: 'read' } as const;

const summary = z.object({
  months: z.array(month),
  month,
  /** The bill of the partner: the sum of its clients' invoices of the month, those that were cancelled left out. */
  total_cents: z.number(),
  unpaid_cents: z.number(),
  invoices: z.array(invoiceRow),
  /** The month that runs: what each client would owe if nobody came or went any more. */
  running: z.object({
    month,
    total_cents: z.number(),
    clients: z.array(
      z.object({
        id,
        name: z.string(),
        person_count: z.number(),
        bonus_users: z.number(),
        price_cents: z.number(),
        total_cents: z.number(),
        /** How many people all units of the client may have, if that is limited, and how many have a place now. */
        user_limit: z.number().nullable(),
        seats: z.number(),
      }),
    ),
  }),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/billing/summary',
  can: read,
  summary: 'Invoices of the partner’s clients of a month (the last one that is billed), their sum, and the month that runs',
  query: z.strictObject({ month: month.optional() }),
  answer: summary,
});

const counted = z.object({
  id,
  /** Null: the person is in no unit of the partner any more. */
  name: z.string().nullable(),
  units: z.array(z.string()),
  /** First and last day in the month. */
  from: z.string(),
  to: z.string(),
  hours: z.number(),
  counts: z.boolean(),
});
export type CountedPerson = z.infer<typeof counted>;

export const people = endpoint({
  method: 'GET',
  path: '/api/billing/summary/:id/people',
  can: read,
  summary: 'Who counted towards an invoice, and who did not',
  answer: explanation.extend({ people: z.array(counted) }),
});
