/** The invoices of the client of a unit, for the administrators of the unit who have to do with them. */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { listOf, listQuery } from '../list.ts';
import { invoice, invoiceRow, month } from './billing.ts';

const read = { capability: 'billing', right: 'read' } as const;

const unitInvoiceRow = invoiceRow.omit({ partner_name: true });
export type UnitInvoiceRow = z.infer<typeof unitInvoiceRow>;

/** With what somebody needs to pay it. */
const unitInvoice = invoice
  .omit({ partner_name: true, mailed_to: true, reminders: true })
  .extend({ issuer_name: z.string(), pix_text: z.string(), payment_line: z.string(), note: z.string() });
export type UnitInvoice = z.infer<typeof unitInvoice>;

export const list = endpoint({
  method: 'GET',
  path: '/api/unit_invoices',
  can: read,
  summary: 'Issued invoices of the client of the unit; what of them is not paid',
  query: listQuery(['month', 'due_on', 'total', 'number'], { month: month.optional() }),
  answer: listOf(unitInvoiceRow).extend({ unpaid_cents: z.number() }),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/unit_invoices/:id',
  can: read,
  summary: 'One invoice with its positions and how it is paid',
  answer: unitInvoice,
});

export const bill = endpoint({
  method: 'GET',
  path: '/api/unit_invoices/:id/bill',
  can: read,
  summary: 'The invoice as a PDF',
  answer: download,
});

export const fiscal = endpoint({
  method: 'GET',
  path: '/api/unit_invoices/:id/fiscal',
  can: read,
  summary: 'The fiscal document of an invoice',
  answer: download,
});
