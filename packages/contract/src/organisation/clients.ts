/** Clients: who signs the contract behind one or more business units of a partner, and pays for them (docs/decisions/020-who-pays.md). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cents, day, email, id, name, text, version } from '../fields.ts';
import { editableListOf, listQuery } from '../list.ts';
import { phone } from '../people/users.ts';
import type { State } from './brazil.ts';
import { stateOfPostalCode, states } from './brazil.ts';
import { unitStates } from './partners.ts';
import { subdomain } from './subdomain.ts';
import { cleanTaxId, isTaxId, taxKinds } from './taxId.ts';

const read = { capability: 'clients', right: 'read' } as const;
const write = { capability: 'clients', right: 'write' } as const;

/** What a client is in: talks, a trial, a contract, or none any more. */
export const situations = ['prospect', 'trial', 'active', 'ended'] as const;
export type Situation = (typeof situations)[number];
/** In these a partner opens units for a client: with a prospect it signs up, and who has ended signs again first. */
export const situationsWithUnits: readonly Situation[] = ['trial', 'active'];

/** Where a client may go from each situation: nobody becomes a prospect again, and who has ended may sign again. */
export const nextSituations: Record<Situation, readonly Situation[]> = {
  prospect: ['trial', 'active', 'ended'],
  trial: ['active', 'ended'],
  active: ['ended'],
  ended: ['active'],
};

const optional = <Schema extends z.ZodType<string, string>>(schema: Schema) => z.union([z.literal(''), schema]).default('');

const fields = {
  kind: z.enum(taxKinds),
  /** As in the register of companies, or of the person. */
  name,
  trade_name: text(120).default(''),
  tax_id: z.string().trim().max(40).transform(cleanTaxId).pipe(z.string().min(1, 'required')),
  state_registration: text(20).default(''),
  state_registration_exempt: z.boolean().default(false),
  seller_name: text(120).default(''),
  /** Somebody of the operator who looks after this client. */
  seller_id: id.nullable().default(null),
  customer_code: text(40).default(''),
  postal_code: z
    .string()
    .trim()
    .max(20)
    .transform((code) => code.replaceAll(/[\s.-]/g, ''))
    .pipe(z.string().regex(/^(\d{8})?$/, 'invalid'))
    .default(''),
  street: text(160).default(''),
  street_number: text(20).default(''),
  complement: text(80).default(''),
  district: text(80).default(''),
  city: text(80).default(''),
  region: z.enum(['', ...states]).default(''),
  business_email: optional(email),
  invoice_email: optional(email),
  commercial_phone: optional(phone),
  contract_date: day.nullable().default(null),
  due_day: z.number().int().min(1).max(28).default(10),
  /** The first month that is billed, `YYYY-MM`. */
  first_month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'invalid')
    .nullable()
    .default(null),
  /** Of a person and month. */
  price_cents: cents,
  /** So many people a month are free. */
  bonus_users: z.number().int().min(0).max(1_000_000).default(0),
  /** How many people all units of the client may have together; null: as many as the units may have. */
  user_limit: z.number().int().min(1).max(1_000_000).nullable().default(null),
};

type Fields = {
  kind: (typeof taxKinds)[number];
  tax_id: string;
  state_registration: string;
  state_registration_exempt: boolean;
  postal_code: string;
  region: State | '';
};

/** Rules between fields are asked also where other fields are still wrong or missing: a form tells everything at once. */
const whenThereAreFields = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;
const rule = (field: keyof Fields) => ({ path: [field], message: 'invalid', when: whenThereAreFields });

/** What is no text yet is refused by its own field. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const withRules = <Schema extends z.ZodType<Fields>>(schema: Schema): Schema =>
  schema
    .refine(({ kind, tax_id }) => textOf(tax_id) === '' || isTaxId(kind, textOf(tax_id)), rule('tax_id'))
    .refine((value) => !value.state_registration_exempt || !value.state_registration, rule('state_registration'))
    .refine(({ postal_code }) => textOf(postal_code) === '' || stateOfPostalCode(textOf(postal_code)) !== null, rule('postal_code'))
    .refine(({ postal_code, region }) => {
      const state = stateOfPostalCode(textOf(postal_code));
      return state === null || !region || state === region;
    }, rule('region'));

/** The situation is not among the fields: it changes by acts that have rules of their own. */
const clientInput = z.strictObject(fields);
const newClient = withRules(
  z.strictObject({ ...fields, partner_id: id, situation: z.enum(['prospect', 'trial', 'active']).default('prospect') }),
);
export type ClientInput = z.infer<typeof clientInput>;

/** What an invoice needs, and therefore a client with a contract. */
export const invoiceFields = [
  'postal_code',
  'street',
  'street_number',
  'district',
  'city',
  'region',
  'invoice_email',
  'contract_date',
  'first_month',
] as const;

/** The fields that are still empty and that a client needs before the contract begins. */
export const missingForContract = (client: Pick<ClientInput, (typeof invoiceFields)[number]>): (typeof invoiceFields)[number][] =>
  invoiceFields.filter((field) => client[field] === '' || client[field] === null);

/** How a client begins that a partner signs up: it tries for a month, or has a contract at once. */
export const beginnings = ['trial', 'contract'] as const;
export const trialDays = 30;

const { price_cents: _price, bonus_users: _bonus, seller_id: _seller, ...ownFields } = fields;

/** A unit that a partner opens for a client, with its first administrator. */
const unitFields = {
  beginning: z.enum(beginnings),
  unit_name: name,
  subdomain,
  /** How many people the unit may have. */
  unit_user_limit: z.number().int().min(1).max(1_000_000),
  admin_name: name,
  /** Of the administrator. */
  email,
  /** A demo report that everybody of the unit can open. */
  demo_report: z.boolean().default(false),
};
const newUnit = z.strictObject(unitFields);
export type NewClientUnit = z.output<typeof newUnit>;

/** A client with its first unit and administrator. What the client pays, the contract of the partner says. */
const registrationFields = withRules(
  z.strictObject({
    ...ownFields,
    ...unitFields,
  }),
);

const registration = invoiceFields.reduce(
  (schema, field) =>
    schema.refine((value) => value.beginning !== 'contract' || Boolean(value[field]), {
      path: [field],
      message: 'required',
      when: whenThereAreFields,
    }),
  registrationFields,
);
export type Registration = z.output<typeof registration>;

const listed = z.object({
  id,
  kind: z.enum(taxKinds),
  name: z.string(),
  trade_name: z.string(),
  tax_id: z.string(),
  partner_id: id,
  partner_name: z.string(),
  situation: z.enum(situations),
  customer_code: z.string(),
  seller: z.string(),
  city: z.string(),
  region: z.string(),
  price_cents: z.number(),
  contract_date: z.string().nullable(),
  unit_count: z.number(),
  /** Licences that are taken in all units together. */
  person_count: z.number(),
  created_at: z.string(),
});
export type ListedClient = z.infer<typeof listed>;

const client = listed.extend({
  state_registration: z.string(),
  state_registration_exempt: z.boolean(),
  seller_name: z.string(),
  seller_id: id.nullable(),
  postal_code: z.string(),
  street: z.string(),
  street_number: z.string(),
  complement: z.string(),
  district: z.string(),
  region: z.enum(['', ...states]),
  business_email: z.string(),
  invoice_email: z.string(),
  commercial_phone: z.string(),
  due_day: z.number(),
  first_month: z.string().nullable(),
  bonus_users: z.number(),
  user_limit: z.number().nullable(),
  version,
  units: z.array(
    z.object({
      id,
      name: z.string(),
      state: z.enum(unitStates),
      person_count: z.number(),
      user_limit: z.number(),
      created_at: z.string(),
      /** Domains that were asked for and are served, with what each costs a month. */
      domains: z.array(z.object({ host: z.string(), fee_cents: z.number() })),
    }),
  ),
  can: z.object({
    edit: z.boolean(),
    /** The partner may open a further unit for it. */
    add_unit: z.boolean(),
    /** The situations that may follow. */
    situations: z.array(z.enum(situations)),
  }),
});
export type Client = z.infer<typeof client>;

export const list = endpoint({
  method: 'GET',
  path: '/api/clients',
  can: read,
  summary: 'Clients: of the platform for the operator, of the partner, of oneself for sellers',
  query: listQuery(['name', 'situation', 'partner_name', 'unit_count', 'person_count', 'price_cents', 'contract_date'], {
    situation: z.enum(situations).optional(),
    partner_id: id.optional(),
  }),
  answer: editableListOf(listed),
});

export const get = endpoint({ method: 'GET', path: '/api/clients/:id', can: read, summary: 'One client with its units', answer: client });

export const choices = endpoint({
  method: 'GET',
  path: '/api/clients/choices',
  can: write,
  summary: 'What is chosen from in the form of a client: partners with what their new clients begin with, and sellers',
  answer: z.object({
    /** Closed ones too, whose clients and invoices are still looked for; they take no new client. */
    partners: z.array(z.object({ id, name: z.string(), price_cents: z.number(), bonus_users: z.number(), closed: z.boolean() })),
    sellers: z.array(z.object({ id, name: z.string() })),
    /** Whoever asks is a seller: what they add is theirs. */
    own_only: z.boolean(),
  }),
});

export const add = endpoint({
  method: 'POST',
  path: '/api/clients',
  can: write,
  summary: 'Adds a client of a partner',
  audit: 'client.add',
  status: 201,
  body: newClient,
  answer: client,
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/clients/:id',
  can: write,
  summary: 'Changes a client; sellers until its first invoice',
  audit: 'client.update',
  body: withRules(z.strictObject({ ...fields, version })),
  answer: client,
});

export const setSituation = endpoint({
  method: 'PUT',
  path: '/api/clients/:id/situation',
  can: write,
  summary: 'Moves a client on: to a trial, a contract, or the end',
  audit: 'client.situation',
  body: z.strictObject({ situation: z.enum(situations), version }),
  answer: client,
});

/** Signing up is the partner's: sellers write down prospects, which have no unit yet. */
const signUp = { capability: 'prospects', right: 'write' } as const;

export const registrationTerms = endpoint({
  method: 'GET',
  path: '/api/clients/registration',
  can: signUp,
  summary: 'What the contract of the partner leaves for a new client: units, people, price, and where the unit will be reached',
  answer: z.object({
    unit_count: z.number(),
    unit_limit: z.number().nullable(),
    /** People that all units together may have by now. */
    promised_users: z.number(),
    user_limit: z.number().nullable(),
    price_cents: z.number(),
    bonus_users: z.number(),
    /** Below which the unit gets its subdomain. */
    host: z.string(),
  }),
});
export type RegistrationTerms = z.infer<typeof registrationTerms.answer>;

export const register = endpoint({
  method: 'POST',
  path: '/api/clients/registration',
  can: signUp,
  summary: 'Signs up a client with its first unit and invites the administrator: all of it, or nothing',
  audit: 'client.register',
  status: 201,
  body: registration,
  answer: z.object({ id, unit_id: id, host: z.string() }),
});

export const addUnit = endpoint({
  method: 'POST',
  path: '/api/clients/:id/units',
  can: signUp,
  summary: 'Opens a further unit for a client of the partner and invites its administrator: all of it, or nothing',
  audit: 'client.add_unit',
  status: 201,
  body: newUnit,
  answer: z.object({ id, host: z.string() }),
});
