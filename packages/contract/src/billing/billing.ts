/**
 * Invoices: what clients pay for a month. The operator checks, sends and settles them; a partner reads those of its clients once they
 * are issued (docs/decisions/020-who-pays.md).
 */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { cents, day, id, moment, text, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { upload } from '../upload.ts';

const read = { capability: 'billing', right: 'read' } as const;
const write = { capability: 'billing', right: 'write' } as const;

const invoiceStates = ['draft', 'open', 'overdue', 'paid', 'cancelled'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'invalid');

/** An invoice as lists show it. */
export const invoiceRow = z.object({
  id,
  /** Null until it is issued. */
  number: z.number().nullable(),
  month,
  state: z.enum(invoiceStates),
  client_id: id,
  client_name: z.string(),
  partner_name: z.string(),
  due_on: z.string(),
  /** People who count in the month. */
  person_count: z.number(),
  total_cents: z.number(),
  version,
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

const position = z.object({
  id,
  kind: z.enum(['people', 'domain', 'credit']),
  quantity: z.number().nullable(),
  host: z.string().nullable(),
  days: z.number().nullable(),
  of_days: z.number().nullable(),
  price_cents: z.number().nullable(),
  total_cents: z.number(),
  /** Why there is a credit. */
  reason: z.string().nullable(),
});
export type Position = z.infer<typeof position>;

/** An invoice with what it is made of. */
export const invoice = invoiceRow.extend({
  bonus_users: z.number(),
  price_cents: z.number(),
  client_tax_id: z.string(),
  client_address: z.string(),
  mailed_to: z.string(),
  opened_at: moment.nullable(),
  reminders: z.number(),
  paid_on: z.string().nullable(),
  paid_by: z.enum(['hand', 'statement', 'nothing_due']).nullable(),
  cancel_reason: z.string(),
  /** The name of the fiscal document that was added to it. */
  fiscal: z.string().nullable(),
  positions: z.array(position),
});
export type Invoice = z.infer<typeof invoice>;

export const list = endpoint({
  method: 'GET',
  path: '/api/billing',
  can: read,
  summary: 'Invoices of all clients, by month and state; what is owed, overdue and paid of them',
  query: listQuery(['client', 'month', 'due_on', 'total', 'number'], {
    month: month.optional(),
    state: z.enum(invoiceStates).optional(),
    client_id: id.optional(),
    partner_id: id.optional(),
  }),
  answer: listOf(invoiceRow).extend({
    /** Of everything that matches, not of this page. */
    sums: z.object({ total_cents: z.number(), unpaid_cents: z.number(), overdue_cents: z.number() }),
    months: z.array(month),
  }),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/billing/:id',
  can: read,
  summary: 'One invoice with its positions',
  answer: invoice,
});

export const explanation = z.object({
  /** For each day of the month, how many people were there. */
  days: z.array(z.object({ day: z.string(), people: z.number() })),
  /** People who were in a unit at all, and how many of them count. Somebody in two units stands in both. */
  units: z.array(z.object({ id, name: z.string().nullable(), people: z.number(), counted: z.number() })),
  /** People of the client who were there for 24 hours or less. */
  not_counted: z.number(),
});
export type Explanation = z.infer<typeof explanation>;

export const days = endpoint({
  method: 'GET',
  path: '/api/billing/:id/days',
  can: read,
  summary: 'How the number of people of an invoice came about: by day and by unit, without names',
  answer: explanation,
});

const versioned = z.strictObject({ version });

export const recount = endpoint({
  method: 'POST',
  path: '/api/billing/:id/recount',
  can: write,
  summary: 'Counts a draft anew, with the price, the credits and the fee of now',
  body: versioned,
  answer: invoice,
  audit: 'invoice.recount',
});

export const open = endpoint({
  method: 'POST',
  path: '/api/billing/:id/open',
  can: write,
  summary: 'Issues a draft: it gets its number and is mailed to the client with the PDF',
  body: versioned,
  answer: invoice,
  audit: 'invoice.open',
});

export const deliver = endpoint({
  method: 'POST',
  path: '/api/billing/:id/deliver',
  can: write,
  summary: 'Mails an invoice once more',
  body: versioned,
  answer: invoice,
  audit: 'invoice.deliver',
});

export const pay = endpoint({
  method: 'POST',
  path: '/api/billing/:id/pay',
  can: write,
  summary: 'Says that an invoice was paid',
  body: z.strictObject({ version, paid_on: day }),
  answer: invoice,
  audit: 'invoice.pay',
});

export const unpay = endpoint({
  method: 'POST',
  path: '/api/billing/:id/unpay',
  can: write,
  summary: 'Takes back that an invoice was paid; a payment of a statement waits again',
  body: versioned,
  answer: invoice,
  audit: 'invoice.unpay',
});

export const cancel = endpoint({
  method: 'POST',
  path: '/api/billing/:id/cancel',
  can: write,
  summary: 'Cancels an invoice; what was paid for it becomes a credit of the client',
  body: z.strictObject({ version, reason: text(300).pipe(z.string().min(1, 'required')) }),
  answer: invoice,
  audit: 'invoice.cancel',
});

export const draftAgain = endpoint({
  method: 'POST',
  path: '/api/billing/:id/draft_again',
  can: write,
  summary: 'Makes a new draft in place of a cancelled invoice',
  answer: z.object({ id }),
  audit: 'invoice.draft_again',
});

export const bill = endpoint({
  method: 'GET',
  path: '/api/billing/:id/bill',
  can: read,
  summary: 'The invoice as a PDF: of a draft how it would look',
  answer: download,
});

export const addFiscal = endpoint({
  method: 'PUT',
  path: '/api/billing/:id/fiscal',
  can: write,
  summary: 'Adds the fiscal document, a PDF or an XML, to an invoice; it takes the place of the one before',
  max_bytes: 5 * 1024 * 1024,
  query: z.strictObject({ name: z.string().trim().min(1).max(120) }),
  body: upload,
  audit: 'invoice.fiscal',
});

export const fiscal = endpoint({
  method: 'GET',
  path: '/api/billing/:id/fiscal',
  can: read,
  summary: 'The fiscal document of an invoice',
  answer: download,
});

const settingFields = {
  issuer_name: text(120),
  issuer_tax_id: text(20),
  issuer_address: text(300),
  /** What somebody copies into the bank's program. */
  pix_text: text(600),
  payment_line: text(120),
  note: text(500),
  domain_fee_cents: cents,
};
const billingSettings = z.strictObject({ ...settingFields, version });
export type BillingSettings = z.infer<typeof billingSettings>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/billing/settings',
  can: write,
  summary: 'Who bills, how to pay, and the fee of a domain',
  answer: billingSettings,
});

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/api/billing/settings',
  can: write,
  summary: 'Changes who bills, how to pay, and the fee of a domain',
  body: billingSettings,
  answer: billingSettings,
  audit: 'billing_setting.update',
});

export const addCredit = endpoint({
  method: 'POST',
  path: '/api/billing/credits',
  can: write,
  summary: 'Gives a client a credit, which its next invoices are reduced by',
  body: z.strictObject({ client_id: id, cents: cents.min(1), reason: text(300).pipe(z.string().min(1, 'required')) }),
  audit: 'client_credit.add',
});

const payment = z.object({
  id,
  paid_on: z.string(),
  cents: z.number(),
  payer_tax_id: z.string(),
  description: z.string(),
  /** The invoice that it seems to be for, and what says so. */
  proposal: z
    .object({
      invoice_id: id,
      number: z.number(),
      client_name: z.string(),
      total_cents: z.number(),
      because: z.enum(['number', 'tax_id', 'amount']),
    })
    .nullable(),
});
export type Payment = z.infer<typeof payment>;

export const payments = endpoint({
  method: 'GET',
  path: '/api/billing/payments',
  can: write,
  summary: 'Payments of bank statements that no invoice has yet, each with a proposal if there is one',
  answer: z.object({ data: z.array(payment) }),
});

export const importStatement = endpoint({
  method: 'POST',
  path: '/api/billing/payments',
  can: write,
  summary: 'Reads a bank statement (OFX or CSV); lines that are known already are left out',
  max_bytes: 5 * 1024 * 1024,
  body: upload,
  answer: z.object({ added: z.number(), known: z.number() }),
  audit: 'bank_payment.import',
});

export const settle = endpoint({
  method: 'POST',
  path: '/api/billing/payments/settle',
  can: write,
  summary: 'Confirms which invoices payments are for; more than the amount becomes a credit',
  body: z.strictObject({
    payments: z
      .array(z.strictObject({ payment_id: id, invoice_id: id }))
      .min(1)
      .max(500),
  }),
  answer: z.object({ settled: z.number() }),
  audit: 'bank_payment.settle',
});

export const dismiss = endpoint({
  method: 'POST',
  path: '/api/billing/payments/:id/dismiss',
  can: write,
  summary: 'Leaves a payment out that is for no invoice',
  audit: 'bank_payment.dismiss',
});
