/** Tickets that wait for the end of a maintenance, and are resolved by it. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { wholeTicket } from './ticket.ts';

const use = { capability: 'tickets', right: 'use' } as const;

const maintenance = z.object({
  id,
  report_id: id,
  title: z.string(),
  starts_at: moment,
  ends_at: moment,
  message: z.string(),
  /** Of the report with which whoever opened the ticket had a problem. */
  of_ticket: z.boolean(),
});
export type TicketMaintenance = z.infer<typeof maintenance>;

export const maintenances = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/maintenances',
  can: use,
  summary: 'For who works on a ticket: maintenance of reports that goes on or is planned, that of the ticket’s own report first',
  answer: z.object({ data: z.array(maintenance) }),
});

export const tie = endpoint({
  method: 'PUT',
  path: '/api/tickets/:id/maintenance',
  can: use,
  summary: 'Lets a ticket wait for the end of a maintenance, which resolves it; null: for none any more',
  audit: 'ticket.tie',
  body: z.strictObject({ maintenance_id: id.nullable() }),
  answer: wholeTicket,
});
