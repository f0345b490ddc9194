/** Partners of the operator: contract, staff and business units, as figures. The operator sees contracts, not customers' data. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cents, day, email, id, name, version } from '../fields.ts';
import { editableListOf, listQuery } from '../list.ts';

export const unitStates = ['trial', 'active', 'suspended', 'closed'] as const;
/** What the operator looks for in units: a trial that ends, no sign-in, licences, mails, reporting accounts. */
export const unitTroubles = ['trial_ends', 'suspended', 'full', 'no_mail', 'account_fails'] as const;

const partnerStates = ['active', 'suspended', 'closed'] as const;

/** So many days before it begins a suspension is announced. */
export const suspensionNoticeDays = 7;
/** So many days a further person of a partner waits for somebody else's yes. */
export const staffRequestDays = 7;

const read = { capability: 'partners', right: 'read' } as const;
const write = { capability: 'partners', right: 'write' } as const;
/** Of the partner's own people alone: the operator has no partner of its own. */
const ofOwnPartner = { capability: 'other_units_data', right: 'use' } as const;
const grantStaff = { capability: 'grant_partner', right: 'use' } as const;

const limit = z.number().int().min(0).max(10_000_000).nullable().default(null);

const partnerInput = z.strictObject({
  name,
  contract_date: day.nullable().default(null),
  /** The contract allows more than one person of the partner. */
  allow_several_people: z.boolean().default(false),
  /** How many units it may have, and how many people all of them together; null: as many as it likes. */
  unit_limit: limit,
  user_limit: limit,
  /** What its new clients begin with: the price of a person and month, and how many people a month are free. */
  price_cents: cents,
  bonus_users: z.number().int().min(0).max(1_000_000).default(0),
});
export type PartnerInput = z.infer<typeof partnerInput>;

const newPerson = z.strictObject({ name, email });

const staffRequest = z.object({
  id,
  name: z.string(),
  email: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  lapses_at: z.string(),
  /** Confirmed, and the account is being made; otherwise it waits for somebody else's yes. */
  confirmed: z.boolean(),
  can: z.object({ confirm: z.boolean(), withdraw: z.boolean() }),
});
export type StaffRequest = z.infer<typeof staffRequest>;

const staffFields = {
  id,
  /** The partner's own people. People of units are managed by the units. */
  staff: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      second_factor: z.boolean(),
      /** Gets the invoices of the partner's clients by mail. */
      billing_administrator: z.boolean(),
    }),
  ),
  /** Further staff that somebody else has to confirm. */
  requests: z.array(staffRequest),
};

/** The people of a partner, `id` being the partner's. */
const partnerStaff = z.object({ ...staffFields, can: z.object({ add_staff: z.boolean(), give_billing: z.boolean() }) });
export type PartnerStaff = z.infer<typeof partnerStaff>;

/** Of its clients: what the last month that was billed on the platform came to, cancelled invoices left out, and what of all months is owed. */
const bill = z.object({
  month: z.string().nullable(),
  total_cents: z.number(),
  /** Overdue ones among them. */
  unpaid_cents: z.number(),
  overdue_cents: z.number(),
});

const partner = z.object({
  ...staffFields,
  name: z.string(),
  state: z.enum(partnerStates),
  /** The day on which an announced suspension begins. */
  suspends_on: z.string().nullable(),
  contract_date: z.string().nullable(),
  allow_several_people: z.boolean(),
  unit_limit: z.number().nullable(),
  user_limit: z.number().nullable(),
  price_cents: z.number(),
  bonus_users: z.number(),
  created_at: z.string(),
  version,
  unit_count: z.number(),
  client_count: z.number(),
  /** People who count towards the user limit: active and blocked. */
  person_count: z.number(),
  /** Null for sellers, who see no invoices. */
  bill: bill.nullable(),
  units: z.array(
    z.object({
      id,
      name: z.string(),
      state: z.enum(unitStates),
      person_count: z.number(),
      user_limit: z.number(),
      suspended_for: z.string(),
      closed_at: z.string().nullable(),
      /** Its rows are being removed. */
      erasing: z.boolean(),
    }),
  ),
  /** What keeps a closed partner from being deleted: units in any state, and clients that go on or ever got an invoice. */
  left: z.object({ units: z.number(), clients: z.number() }),
  can: z.object({
    edit: z.boolean(),
    edit_units: z.boolean(),
    add_staff: z.boolean(),
    give_billing: z.boolean(),
    close: z.boolean(),
    remove: z.boolean(),
  }),
});
export type Partner = z.infer<typeof partner>;

export const list = endpoint({
  method: 'GET',
  path: '/api/partners',
  can: read,
  summary: 'Partners with their business units',
  query: listQuery(['name', 'state', 'unit_count', 'person_count', 'bill'], {
    state: z.enum(partnerStates).optional(),
    /** Partners with such units; of their units, these alone are counted. */
    units: z.enum(unitTroubles).optional(),
    /** Partners for whom a further person was asked for and awaits a yes. */
    staff: z.enum(['asked']).optional(),
  }),
  answer: editableListOf(partner),
});

export const get = endpoint({
  method: 'GET',
  path: '/api/partners/:id',
  can: read,
  summary: 'One partner with its business units',
  answer: partner,
});

export const add = endpoint({
  method: 'POST',
  path: '/api/partners',
  can: write,
  summary: 'Adds a partner and invites its first person',
  audit: 'partner.add',
  status: 201,
  body: partnerInput.extend({ staff: newPerson }),
  answer: partner,
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/partners/:id',
  can: write,
  summary: 'Changes the contract of a partner',
  audit: 'partner.update',
  body: partnerInput.extend({ version }),
  answer: partner,
});

export const suspend = endpoint({
  method: 'PUT',
  path: '/api/partners/:id/suspension',
  can: write,
  summary: 'Announces a suspension to the staff of a partner, at least seven days before it begins',
  audit: 'partner.suspend',
  body: z.strictObject({ suspends_on: day, version }),
  answer: partner,
});

export const resume = endpoint({
  method: 'POST',
  path: '/api/partners/:id/resume',
  can: write,
  summary: 'Takes a suspension back, announced or begun',
  audit: 'partner.resume',
  body: z.strictObject({ version }),
  answer: partner,
});

export const close = endpoint({
  method: 'POST',
  path: '/api/partners/:id/close',
  can: write,
  summary: 'Closes a partner that has no open unit',
  audit: 'partner.close',
  body: z.strictObject({ version }),
  answer: partner,
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/partners/:id',
  can: write,
  summary: 'Deletes a closed partner of which nothing is left, with its people and its clients that never got an invoice',
  audit: 'partner.delete',
  /** The name in capitals with underscores, as it was typed. */
  query: z.strictObject({ confirm: z.string().max(200) }),
});

export const ownStaff = endpoint({
  method: 'GET',
  path: '/api/partners/own/staff',
  can: ofOwnPartner,
  summary: 'The people of the caller’s own partner, and who waits for somebody else’s yes',
  answer: partnerStaff,
});

export const addStaff = endpoint({
  method: 'POST',
  path: '/api/partners/:id/staff',
  can: grantStaff,
  summary: 'Asks for a further person of a partner, whom somebody else confirms; the first one is invited at once',
  audit: 'partner.add_staff',
  status: 201,
  body: newPerson,
  answer: partnerStaff,
});

export const decideStaff = endpoint({
  method: 'POST',
  path: '/api/partners/:id/staff/:staff_request_id/decision',
  can: grantStaff,
  summary: 'Confirms or refuses a person whom somebody else asked for; whoever asked withdraws',
  audit: 'partner.decide_staff',
  body: z.strictObject({ decision: z.enum(['confirm', 'refuse', 'withdraw']) }),
  answer: partnerStaff,
});

export const giveBilling = endpoint({
  method: 'PUT',
  path: '/api/partners/:id/staff/:person_id/billing',
  can: grantStaff,
  summary: 'Makes somebody of a partner its billing administrator, who gets the invoices by mail, or no longer one',
  audit: 'partner.give_billing',
  body: z.strictObject({ billing_administrator: z.boolean() }),
  answer: partnerStaff,
});

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/api/partners/people/:id/second_factor/reset',
  can: write,
  summary: 'Takes the second factor of a partner’s person away, ends every session and tells the person',
  audit: 'second_factor.reset',
});
